"""Multiply-accumulates and parameters of a layer and what it is made of."""

from collections.abc import Iterable, Sequence
from math import prod
from typing import NamedTuple

from faqformer.require import require_sizes


class Cost(NamedTuple):
    """MACs of one sequence's forward pass, and parameters."""

    macs: int = 0
    parameters: int = 0


def total(costs: Iterable[Cost]) -> Cost:
    """The sum of costs: total(costs.values())."""
    macs, parameters = zip(*costs, strict=True)
    return Cost(sum(macs), sum(parameters))


def times(count: int, cost: Cost) -> Cost:
    """count copies of a part, each with weights of its own."""
    return Cost(count * cost.macs, count * cost.parameters)


def linear(n: int, d_in: int, d_out: int, bias: bool = True) -> Cost:
    """A linear layer on n positions: n · d_in · d_out MACs; adding the bias is no product."""
    require_sizes(n=n, d_in=d_in, d_out=d_out)
    return Cost(n * d_in * d_out, d_in * d_out + bias * d_out)


def attention(n_query: int, d_model: int, n_key: int | None = None, bias: bool = False) -> dict[str, Cost]:
    """Multi-head attention by part; n_key defaults to n_query. The number of heads changes nothing here.

    Counts every pair of positions, also those that a mask forbids, as a plain matrix product does.
    """
    n_key = n_query if n_key is None else n_key
    require_sizes(n_query=n_query, n_key=n_key, d_model=d_model)
    pairs = n_query * n_key * d_model  # h heads of n_query · n_key · d_k products each
    return {
        "W_q": linear(n_query, d_model, d_model, bias),
        "W_k": linear(n_key, d_model, d_model, bias),
        "W_v": linear(n_key, d_model, d_model, bias),
        "scores": Cost(pairs),
        "mixing": Cost(pairs),
        "W_o": linear(n_query, d_model, d_model, bias),
    }


def softmax_operations(n_query: int, n_key: int, n_heads: int) -> int:
    """Elementary operations of the softmax over all rows: a maximum, a difference, an exponential, a sum and a division
    for each score, less the first maximum and the first sum of a row, which need no operation.
    """
    require_sizes(n_query=n_query, n_key=n_key, n_heads=n_heads)
    return n_heads * n_query * (5 * n_key - 2)


def feed_forward(n: int, d_model: int, d_ff: int) -> dict[str, Cost]:
    """The two linear layers of a feed-forward sublayer, with biases."""
    return {"W_1": linear(n, d_model, d_ff), "W_2": linear(n, d_ff, d_model)}


def layer_norm(d_model: int) -> Cost:
    """Gain and bias; no matrix product."""
    require_sizes(d_model=d_model)
    return Cost(0, 2 * d_model)


def encoder_layer(n: int, d_model: int, d_ff: int, bias: bool = False) -> dict[str, Cost]:
    """Self-attention, feed-forward and their two LayerNorms; bias: whether attention's projections have one."""
    return {
        **attention(n, d_model, bias=bias),
        **feed_forward(n, d_model, d_ff),
        "norms": times(2, layer_norm(d_model)),
    }


def tensordot_macs(a: Sequence[int], b: Sequence[int], axes: Sequence[Sequence[int]]) -> int:
    """MACs of contracting a tensor of shape a with one of shape b over axes, as numpy.tensordot names them:
    the product of all free sizes of both times the product of the contracted sizes.

    Raises ValueError for axes that do not pair equal sizes.
    """
    of_a, of_b = axes
    contracted = [a[i] for i in of_a]
    if contracted != [b[i] for i in of_b]:
        raise ValueError(f"axes: expected pairs of equal sizes, got {contracted} and {[b[i] for i in of_b]}")
    return prod(a) * prod(b) // prod(contracted)
