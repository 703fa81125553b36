"""Learning merges: join the best pair of adjacent symbols, then the best of what there is now, and so on."""

import heapq
from collections.abc import Callable, Iterator
from itertools import islice

from faqformer.require import require_size
from faqformer.subwords.segmentation import Pair, Segmentation

Score = Callable[[Segmentation, Pair], float]
Tie = Callable[[Segmentation, Pair], tuple]


def most_frequent(segmentation: Segmentation, pair: Pair) -> float:
    """How often the pair occurs: BPE's choice."""
    return segmentation.pairs[pair]


def first_seen(segmentation: Segmentation, pair: Pair) -> tuple:
    """Among equals, the pair that comes first when the words are read in their order, as they are cut now."""
    return segmentation.first(pair)


def largest(segmentation: Segmentation, pair: Pair) -> tuple:
    """Among equals, the pair that is last in the order of strings."""
    codes = (symbol if isinstance(symbol, bytes) else map(ord, symbol) for symbol in pair)
    return tuple((*(-code for code in symbol), 1) for symbol in codes)  # the 1: "a" comes before "ab"


TIES = {"first": first_seen, "largest": largest}


def merges(
    segmentation: Segmentation, score: Score = most_frequent, tie: Tie = first_seen, counts_alone: bool = True
) -> Iterator[tuple[Pair, float]]:
    """Merge the pair of highest score again and again; each time yield it and its score, until no pair is left.

    counts_alone: the score depends on nothing but the pair's own count, so that only pairs beside a merge need a new
    one. Otherwise every pair that shares a symbol with the merge gets one too; of the rest, whose symbols count what
    they counted, the scores may fall from step to step but not rise.
    """
    # A heap of what each pair was worth when it was put in last. It is put in again whenever it may have become worth
    # more or may have moved, so that no entry is too low; one that is too high is put right when it comes to the top.
    # The place () is before all others: ties are settled only among the few pairs that get there.
    heap: list[tuple] = []
    latest: dict[Pair, tuple] = {}

    def put(pair: Pair, place: tuple = ()) -> None:
        latest[pair] = entry = (-score(segmentation, pair), place, pair)
        heapq.heappush(heap, entry)

    for pair in segmentation.pairs:
        put(pair)
    while heap:
        entry = worth, place, pair = heapq.heappop(heap)
        if latest.get(pair) is not entry:
            continue
        current = tie(segmentation, pair)
        if (-score(segmentation, pair), current) != (worth, place):
            put(pair, current)
            continue
        yield pair, -worth
        touched = segmentation.merge(pair)
        if not counts_alone:
            touched.update(*(segmentation.partners[symbol] for symbol in (*pair, segmentation.join(*pair))))
        for other in touched:
            if other in segmentation.pairs:
                put(other)
            else:
                latest.pop(other, None)


def first_merges(learning: Iterator[tuple[Pair, float]], n: int) -> list[Pair]:
    """The first n pairs of `merges`. Raises ValueError for a negative n, or one above what the words allow."""
    require_size("n_merges", n, least=0)
    learned = [pair for pair, _ in islice(learning, n)]
    if len(learned) < n:
        raise ValueError(f"n_merges: expected at most the {len(learned)} merges that the words allow, got {n}")
    return learned
