"""The cut of a word that a unigram model finds most probable (Kudo 2018)."""

from collections.abc import Mapping
from math import inf


def best_cut(word: str, log_probabilities: Mapping[str, float]) -> tuple[list[str], float]:
    """The pieces of the most probable cut, and its log-probability: the sum of the pieces' own.

    Viterbi's recursion over where a piece ends; among equally probable cuts, the one whose last piece is longest, and
    so on to the left. Unlike a greedy cut it fails only where no cut exists: ([], −inf).
    """
    longest = max(map(len, log_probabilities), default=0)
    best, start = [0.0] + [-inf] * len(word), [0] * (len(word) + 1)  # of the best cut of word[:end]
    for end in range(1, len(word) + 1):
        for begin in range(max(0, end - longest), end):
            found = best[begin] + log_probabilities.get(word[begin:end], -inf)
            if found > best[end]:
                best[end], start[end] = found, begin
    pieces, end = [], len(word)
    while end and best[end] > -inf:
        pieces.append(word[start[end] : end])
        end = start[end]
    return pieces[::-1], best[-1]
