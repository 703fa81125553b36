"""The most probable cut, against all cuts."""

from itertools import combinations, pairwise
from math import inf

from hypothesis import given, settings
from hypothesis import strategies as st

from faqformer.subwords import best_cut


@given(
    st.text("ab", max_size=7),
    st.dictionaries(st.text("ab", min_size=1, max_size=4), st.integers(-9, 0).map(float), max_size=12),
)
@settings(deadline=None)
def test_no_cut_is_more_probable(word, log_probabilities):
    scores = [-inf] if word else [0.0]
    for k in range(len(word)):
        for inner in combinations(range(1, len(word)), k):
            ends = (0, *inner, len(word))
            pieces = [word[a:b] for a, b in pairwise(ends)]
            scores.append(sum(log_probabilities.get(piece, -inf) for piece in pieces))
    pieces, score = best_cut(word, log_probabilities)
    assert score == max(scores)
    assert pieces == [] if score == -inf else "".join(pieces) == word
    assert score == -inf or sum(log_probabilities[piece] for piece in pieces) == score


def test_it_is_not_the_greedy_cut():
    table = {"hell": -3.5, "o": -7.0, "he": -3.25, "llo": -3.0}
    assert best_cut("hello", table) == (["he", "llo"], -6.25)  # greedily: hell o, −10.5
    assert best_cut("abcd", {"ab": -1.0, "a": -2.0, "bcd": -3.0}) == (["a", "bcd"], -5.0)  # greedily: none
    assert best_cut("x", table) == ([], -inf) and best_cut("", table) == ([], 0.0)
