"""What a Transformer costs, from its sizes alone: multiply-accumulates, parameters, bytes.

One MAC is one multiplication and one addition, two FLOPs. Only matrix products are counted in MACs: they are what
`torch.utils.flop_counter` counts too; `softmax_operations` counts the rest of attention. Sizes: n_query and n_key
positions, d_model the model width, n_heads heads of width d_model / n_heads, d_ff the feed-forward width.
"""

from collections.abc import Iterable, Sequence
from math import prod
from typing import NamedTuple

from faqformer.bert import BertConfig


class Cost(NamedTuple):
    """MACs of one sequence's forward pass, and parameters."""

    macs: int = 0
    parameters: int = 0


def total(costs: Iterable[Cost]) -> Cost:
    """The sum of costs: total(parts.values())."""
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


def bert(config: BertConfig, n: int = 1, pooler: bool = True) -> dict[str, Cost]:
    """A `Bert` on n tokens by part, all layers together. Looking a vector up costs no product.

    Raises ValueError for n beyond the model's positions.
    """
    if not 1 <= n <= config.n_positions:
        raise ValueError(f"n: expected 1 to n_positions = {config.n_positions}, got {n}")
    d, d_ff = config.d_model, config.d_ff
    parts = {
        "word embeddings": Cost(0, config.n_words * d),
        "position embeddings": Cost(0, config.n_positions * d),
        "segment embeddings": Cost(0, config.n_segments * d),
        "embedding norm": layer_norm(d),
    }
    parts |= {name: times(config.n_layers, cost) for name, cost in encoder_layer(n, d, d_ff, bias=True).items()}
    return parts | ({"pooler": linear(1, d, d)} if pooler else {})


def masked_lm_head(config: BertConfig, n: int = 1) -> dict[str, Cost]:
    """BERT's head for masked words on n tokens: its last product shares the word embeddings, so only a bias is new."""
    d = config.d_model
    return {
        "transform": linear(n, d, d),
        "transform norm": layer_norm(d),
        "decoder": Cost(n * d * config.n_words, config.n_words),
    }


def kv_cache_bytes(n: int, d_model: int, n_layers: int, batch: int = 1, item: int = 4) -> int:
    """Bytes that cached decoding keeps for n positions: a key and a value of width d_model in every layer.

    item: bytes a number (4 for float32, 2 for bfloat16). With grouped heads put n_kv_heads · d_k for d_model.
    """
    require_sizes(n=n, d_model=d_model, n_layers=n_layers, batch=batch, item=item)
    return 2 * batch * n * d_model * n_layers * item


def weight_bytes(n_query: int, n_key: int, n_heads: int, batch: int = 1, item: int = 4) -> int:
    """Bytes of one layer's attention weights, written out; a fused kernel never writes them."""
    require_sizes(n_query=n_query, n_key=n_key, n_heads=n_heads, batch=batch, item=item)
    return batch * n_heads * n_query * n_key * item


def activation_bytes(
    n: int, d_model: int, d_ff: int, n_heads: int, batch: int = 1, item: int = 4, fused: bool = True
) -> int:
    """Bytes that one post-norm encoder layer keeps for its backward pass, without dropout and mask.

    Of width d_model: the input (for W_q, W_k, W_v), q, k, v, what the heads give (for W_o), the two sums before the
    norms, and the first norm's output (for W_1). Of width d_ff: before and after the activation. Each norm keeps a mean
    and a deviation a position. The fused kernel keeps one number a query and head; without it the weights are kept.
    """
    require_sizes(n=n, d_model=d_model, d_ff=d_ff, n_heads=n_heads, batch=batch, item=item)
    rows = batch * n
    attending = rows * n_heads * (1 if fused else n)
    return item * (rows * (8 * d_model + 2 * d_ff + 4) + attending)


def tensordot_macs(a: Sequence[int], b: Sequence[int], axes: tuple[Sequence[int], Sequence[int]]) -> int:
    """MACs of contracting a tensor of shape a with one of shape b over axes, as numpy.tensordot names them:
    the product of all free sizes of both times the product of the contracted sizes.

    Raises ValueError for axes that do not pair equal sizes.
    """
    of_a, of_b = axes
    contracted = [a[i] for i in of_a]
    if contracted != [b[i] for i in of_b]:
        raise ValueError(f"axes: expected pairs of equal sizes, got {contracted} and {[b[i] for i in of_b]}")
    return prod(a) * prod(b) // prod(contracted)


def require_sizes(**sizes: int) -> None:
    """Raise unless every size is an integer ≥ 1: TypeError for another type, ValueError for a smaller number."""
    for name, size in sizes.items():
        if not isinstance(size, int) or isinstance(size, bool):
            raise TypeError(f"{name}: expected an integer, got {size!r}")
        if size < 1:
            raise ValueError(f"{name}: expected an integer ≥ 1, got {size}")
