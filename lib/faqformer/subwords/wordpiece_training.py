"""Learning a WordPiece vocabulary.

What Google ran to make BERT's has not been published. Published is an aim: of all merges take the one that raises the
training text's likelihood most (Schuster and Nakajima 2012; Wu et al. 2016, 4.1). Not published are the language
model behind that likelihood, and shortcuts. Here it is a unigram model (`criteria.likelihood_gain`), exactly; the other
criteria are for comparison.
"""

from collections.abc import Iterator, Mapping

from faqformer.subwords.criteria import Criterion, likelihood_gain
from faqformer.subwords.learning import first_seen, merges
from faqformer.subwords.segmentation import Pair, Segmentation, count_words

PREFIX = "##"  # of a piece that goes on a word


def characters(word: str) -> list[str]:
    """A word's base pieces: its first character, and the others with ##."""
    return [character if not i else PREFIX + character for i, character in enumerate(word)]


def segmentation(counts: Mapping[str, int]) -> Segmentation:
    """The words of counts, taken whole, cut into their base pieces. Raises TypeError or ValueError as `count_words`."""
    words = [(characters(word), weight) for word, weight in count_words(counts, lambda word: [word]).items()]
    return Segmentation(words, lambda a, b: a + b.removeprefix(PREFIX))


def pair_scores(words: Segmentation, criterion: Criterion = likelihood_gain) -> dict[Pair, float]:
    """What every pair of adjacent pieces is worth, as the words are cut now."""
    return {pair: pair_score(words, pair, criterion) for pair in words.pairs}


def pair_score(words: Segmentation, pair: Pair, criterion: Criterion) -> float:
    a, b = pair
    return criterion(words.joinable(pair), words.symbols[a], words.symbols[b], words.n, a == b)


def wordpiece_merges(counts: Mapping[str, int], criterion: Criterion = likelihood_gain) -> Iterator[tuple[Pair, float]]:
    """The merges that a criterion makes, best first, and what each was worth; among equals the first seen.

    The score of a pair whose own symbols no merge touched must not rise while symbols grow fewer: all criteria here
    keep to that. Raises as `segmentation`.
    """
    return merges(segmentation(counts), lambda words, pair: pair_score(words, pair, criterion), first_seen, False)


def learn_pieces(counts: Mapping[str, int], size: int, criterion: Criterion = likelihood_gain) -> list[str]:
    """`size` pieces: every base piece in the order of strings, then what the merges make, in their order.

    Merges go on while pieces are wanted, whether or not the likelihood still gains. Raises ValueError when size is
    below the number of base pieces or above what the words allow, and as `segmentation`.
    """
    pieces = dict.fromkeys(sorted({piece for word in counts for piece in characters(word)}))
    if size < len(pieces):
        raise ValueError(f"size: expected at least the {len(pieces)} base pieces beside special ones, got {size}")
    learning = wordpiece_merges(counts, criterion)
    while len(pieces) < size:
        (a, b), _ = next(learning, (("", ""), 0.0))
        if not a:
            raise ValueError(f"size: expected at most the {len(pieces)} pieces that the words allow, got {size}")
        pieces[a + b.removeprefix(PREFIX)] = None  # two ways to one piece make it once
    return list(pieces)
