"""What a pair of symbols is worth, by four rules that are all said to be WordPiece's.

n_ab: how many pairs (a, b) would be joined. n_a, n_b: how often each symbol occurs. n: how many symbols there are.
same: whether a and b are the same symbol.
"""

from collections.abc import Callable
from math import log

Criterion = Callable[[int, int, int, int, bool], float]


def count(n_ab: int, n_a: int, n_b: int, n: int, same: bool = False) -> float:
    """n_ab: BPE's rule (Sennrich et al. 2016), and what Hugging Face's trainer for WordPiece does."""
    return n_ab


def ratio(n_ab: int, n_a: int, n_b: int, n: int, same: bool = False) -> float:
    """n_ab / (n_a n_b), as WordPiece is commonly described. It is blind to how often the pair occurs."""
    return n_ab / (n_a * n_b)


def count_pmi(n_ab: int, n_a: int, n_b: int, n: int, same: bool = False) -> float:
    """n_ab · ln(n_ab n / (n_a n_b)), in nats: the likelihood's gain as long as n_ab is small beside n_a and n_b."""
    return n_ab * log(n_ab * n / (n_a * n_b))


def likelihood_gain(n_ab: int, n_a: int, n_b: int, n: int, same: bool = False) -> float:
    """By how much a merge raises the log-likelihood of a unigram model, in nats, exactly.

    The model gives every symbol u the probability n_u / n, so the log-likelihood is Σ n_u ln n_u − n ln n. A merge
    takes n_ab from n_a, n_b and n (2 n_ab from n_a = n_b where both are the same symbol) and adds a symbol that occurs
    n_ab times. This is Schuster and Nakajima's criterion (2012) for the simplest language model.
    """
    if same:
        apart = _xlogx(n_a - 2 * n_ab) - _xlogx(n_a)
    else:
        apart = (_xlogx(n_a - n_ab) - _xlogx(n_a)) + (_xlogx(n_b - n_ab) - _xlogx(n_b))
    return _xlogx(n_ab) + apart - (_xlogx(n - n_ab) - _xlogx(n))


def _xlogx(x: int) -> float:
    return x * log(x) if x else 0.0
