"""Words as sequences of symbols, whose adjacent pairs are counted once and then kept up to date, merge by merge."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby, pairwise
from typing import TypeVar

from faqformer.require import require_counts

Symbol = TypeVar("Symbol", str, bytes)
Pair = tuple[Symbol, Symbol]


class Segmentation:
    """Distinct words, each cut into symbols and weighted by how often it occurs.

    join says how two symbols are written as one. symbols and pairs count what occurs, by weight, n all symbols; in
    "aaa" the pair (a, a) counts twice, as in Sennrich et al. 2016, algorithm 1.
    """

    def __init__(self, words: Iterable[tuple[list[Symbol], int]], join: Callable[[Symbol, Symbol], Symbol]):
        self.join = join
        self.words: list[list[Symbol]] = []
        self.weights: list[int] = []
        self.symbols: Counter[Symbol] = Counter()
        self.n = 0  # symbols in all, by weight
        self.pairs: dict[Pair, int] = {}
        self.bases: dict[Symbol, int] = {}  # of how many symbols of the first cut a symbol is made
        self.partners: dict[Symbol, set[Pair]] = defaultdict(set)  # the pairs in which a symbol occurs
        self._where: dict[Pair, set[int]] = defaultdict(set)  # words in which a pair occurs, or did at some time
        change: Counter[Pair] = Counter()
        for i, (word, weight) in enumerate(words):
            self.words.append(word)
            self.weights.append(weight)
            self.n += weight * len(word)
            for symbol in word:
                self.symbols[symbol] += weight
                self.bases[symbol] = 1
            for pair in pairwise(word):
                change[pair] += weight
                self._where[pair].add(i)
        self._count(change)

    def merge(self, pair: Pair) -> set[Pair]:
        """Join pair wherever it stands, in each word from left to right; return the pairs that came, went or moved."""
        self.bases[self.join(*pair)] = self.bases[pair[0]] + self.bases[pair[1]]
        change: Counter[Pair] = Counter()
        joined = sum(self.weights[i] * self._join_in(i, pair, change) for i in self._where.pop(pair, ()))
        for symbol, sign in ((pair[0], -1), (pair[1], -1), (self.join(*pair), 1)):
            self.symbols[symbol] += sign * joined
        self.n -= joined
        self._count(change)
        return set(change)

    def first(self, pair: Pair) -> tuple[int, int]:
        """Where pair occurs first: the word, and how much of it lies before, in symbols of the first cut.

        Symbols of now would not do: a merge before the pair would change its place.
        """
        while True:
            i = min(self._where[pair])
            before = 0
            for here in pairwise(self.words[i]):
                if here == pair:
                    return i, before
                before += self.bases[here[0]]
            self._where[pair].discard(i)

    def joinable(self, pair: Pair) -> int:
        """How many pairs a merge would join. Fewer than pairs[pair] only where the two symbols are the same."""
        if pair[0] != pair[1]:
            return self.pairs[pair]
        return sum(self.weights[i] * runs(self.words[i], pair[0]) for i in self._where[pair])

    def _join_in(self, i: int, pair: Pair, change: Counter[Pair]) -> int:
        """Join pair in word i and enter into change which pairs that costs and brings; return how many were joined."""
        (a, b), product = pair, self.join(*pair)
        word, weight, result, k = self.words[i], self.weights[i], [], 0
        n = len(word)
        while k < n:
            if word[k] != a or k + 1 == n or word[k + 1] != b:
                result.append(word[k])
                k += 1
                continue
            change[pair] -= weight
            if result:
                change[result[-1], a] -= weight
                change[result[-1], product] += weight
                self._where[result[-1], product].add(i)
            if k + 2 < n:
                change[b, word[k + 2]] -= weight
                change[product, word[k + 2]] += weight
                self._where[product, word[k + 2]].add(i)
            result.append(product)
            k += 2
        self.words[i] = result
        return n - len(result)

    def _count(self, change: Counter[Pair]) -> None:
        """Bring pairs and partners up to date."""
        for pair, difference in change.items():
            total = self.pairs.get(pair, 0) + difference
            if total:
                self.pairs[pair] = total
                for symbol in pair:
                    self.partners[symbol].add(pair)
            else:
                self.pairs.pop(pair, None)
                self._where.pop(pair, None)
                for symbol in pair:
                    self.partners[symbol].discard(pair)


def count_words(counts: Mapping[str, int], cut: Callable[[str], Iterable[str]]) -> Counter[str]:
    """How often each word occurs, in the order of first sight, in texts that occur so often; cut gives a text's words.

    Raises TypeError for anything but a mapping of texts to integers, ValueError for a count below 1.
    """
    require_counts(counts)
    words: Counter[str] = Counter()
    for text, count in counts.items():
        for word in cut(text):
            words[word] += count
    return words


def runs(word: list[Symbol], symbol: Symbol) -> int:
    """How many pairs of equal neighbours can be joined: in "aaa" one, in "aaaa" two."""
    return sum(len(list(run)) // 2 for found, run in groupby(word) if found == symbol)
