"""How much of a function of several choices is due to single choices, how much to pairs of them, to triples, …

Letters: k two-way choices; N = 2^k ways to make them; D values of the function; M = k + 1 orders.
"""

import itertools

import torch
from jaxtyping import Float, Int
from torch import Tensor


def all_choices(k: int) -> Int[Tensor, "N k"]:
    """All ways to make k two-way choices, 0 or 1: the rows (2^k, k) in counting order. Raises ValueError for k < 1."""
    if k < 1:
        raise ValueError(f"k: expected at least one choice, got {k}")
    return torch.tensor(list(itertools.product((0, 1), repeat=k)))


def by_order(values: Float[Tensor, "N D"]) -> Float[Tensor, "M"]:
    """The mean square of a function's values, split by how many of the k choices act together.

    values: the function (N, D) at the N = 2^k rows of `all_choices`. Entry m is due to products of exactly m choices:
    with t = ±1 for a choice a function is a sum over sets S of c_S ∏ t (the Walsh transform), the choices being
    tossed by fair coins its mean square is Σ c_S², and here these are added up by the size of S and over D. Entry 0 is
    the mean's. A function that adds up one effect a choice has nothing from entry 2 on.
    Raises ValueError unless N is a power of two, at least 2.
    """
    k = len(values).bit_length() - 1
    if k < 1 or len(values) != 2**k:
        raise ValueError(f"values: expected 2^k rows, k at least 1, got {len(values)}")
    c = values.reshape(*[2] * k, -1)
    for axis in range(k):
        first, second = c.unbind(axis)
        c = torch.stack([first + second, first - second], axis) / 2
    size = all_choices(k).sum(-1).to(c.device)
    return torch.zeros(k + 1).to(c).index_add(0, size, c.reshape(2**k, -1).square().sum(-1))
