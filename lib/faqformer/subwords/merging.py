"""Applying learned merges to a word."""

import heapq
from collections.abc import Callable, Mapping

from faqformer.subwords.segmentation import Pair, Symbol


def merged(symbols: list[Symbol], ranks: Mapping[Pair, int], join: Callable[[Symbol, Symbol], Symbol]) -> list[Symbol]:
    """Join, again and again, the pair that was learned first of those that stand here, wherever it stands.

    What `apply_bpe.py` of Sennrich et al. does by searching the word anew for every merge, n² steps for n symbols. With
    a heap of the pairs and links between neighbours it takes n log n: no more than three look-ups a symbol.
    """
    symbols = list(symbols)
    n = len(symbols)
    before, after = list(range(-1, n - 1)), list(range(1, n + 1))
    alive = [True] * n
    heap: list[tuple[int, int, Pair]] = []
    changed = range(n)  # where a pair begins that was not looked at yet
    while True:
        for left in changed:
            right = after[left]
            if right < n and (rank := ranks.get((symbols[left], symbols[right]))) is not None:
                heapq.heappush(heap, (rank, left, (symbols[left], symbols[right])))
        if not heap:
            return [symbol for symbol, lives in zip(symbols, alive, strict=True) if lives]
        # Every place of one merge before any pair that it makes: such a pair may have been learned earlier.
        now, changed = heap[0][0], []
        while heap and heap[0][0] == now:
            _, left, pair = heapq.heappop(heap)
            right = after[left]
            if not alive[left] or right >= n or (symbols[left], symbols[right]) != pair:
                continue
            symbols[left] = join(*pair)
            alive[right] = False
            after[left] = after[right]
            if after[left] < n:
                before[after[left]] = left
            changed += [before[left], left] if before[left] >= 0 else [left]
