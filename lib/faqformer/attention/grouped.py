"""Grouped-query attention: a group of query heads shares one head of keys and values, so that less must be cached.

Letters: B batch, H query heads, G heads of keys and values, T queries, S keys, D model width, K head width
(d_k = d_model / n_heads), V width of a value; `*B` any leading axes.
"""

import torch
from jaxtyping import Float, Shaped
from torch import Tensor, nn

from faqformer.attention.cache import KVCache
from faqformer.attention.dot_product import attention
from faqformer.attention.multi_head import MultiHeadAttention
from faqformer.require import (
    require_bias,
    require_groups,
    require_head_mask,
    require_input,
    require_kv_heads,
    require_mask,
)


def grouped_attention(
    q: Float[Tensor, "*B H T K"],
    k: Float[Tensor, "*B G S K"],
    v: Float[Tensor, "*B G S V"],
    mask: Tensor | None = None,
    bias: Tensor | None = None,
    scale: float | None = None,
) -> tuple[Float[Tensor, "*B H T V"], Float[Tensor, "*B H T S"]]:
    """`attention` in which query head i reads the keys and values of head i // (H / G), and the weights.

    Ainslie et al. 2023, 2.2. G = H is multi-head attention, G = 1 multi-query attention (Shazeer 2019). To their keys
    and values, the heads of a group are just more queries: no key or value is copied.
    mask, bias and scale are those of `attention`, for scores (*B, H, T, S). Raises as `attention` does, and ValueError
    unless H is a multiple of G.
    """
    require_groups(q, k, v)
    (*batch, n_heads, n_queries, _), n_kv_heads = q.shape, k.shape[-3]
    shape = (*batch, n_heads, n_queries, k.shape[-2])  # of the scores
    if mask is not None:
        require_mask(mask, shape, q.device)
        mask = _by_group(mask.expand(shape), n_kv_heads)
    if bias is not None:
        require_bias(bias, shape, q)
        bias = _by_group(bias.expand(shape), n_kv_heads)
    heads, weights = attention(_by_group(q, n_kv_heads), k, v, mask, bias, scale)
    return _by_head(heads, n_heads, n_queries), _by_head(weights, n_heads, n_queries)


class GroupedQueryAttention(nn.Module):
    """Multi-head self-attention with n_heads heads of queries and n_kv_heads of keys and values, for decoding.

    Each has the width d_model / n_heads, so W_k and W_v give n_kv_heads / n_heads of the width of W_q. A variant beside
    `MultiHeadAttention`, without its dropout and its memory. Each projection is Xavier-uniform; biases are 0.
    Raises ValueError unless d_model is a multiple of n_heads, and n_heads of n_kv_heads, all at least 1.
    """

    def __init__(self, d_model: int, n_heads: int, n_kv_heads: int, projection_bias: bool = False):
        super().__init__()
        require_kv_heads(d_model, n_heads, n_kv_heads)
        self.d_model, self.n_heads, self.n_kv_heads = d_model, n_heads, n_kv_heads
        shared = d_model // n_heads * n_kv_heads
        self.W_q = nn.Linear(d_model, d_model, bias=projection_bias)
        self.W_k = nn.Linear(d_model, shared, bias=projection_bias)
        self.W_v = nn.Linear(d_model, shared, bias=projection_bias)
        self.W_o = nn.Linear(d_model, d_model, bias=projection_bias)
        for projection in (self.W_q, self.W_k, self.W_v, self.W_o):
            nn.init.xavier_uniform_(projection.weight)
            if projection_bias:
                nn.init.zeros_(projection.bias)

    def extra_repr(self) -> str:
        return f"n_heads={self.n_heads}, n_kv_heads={self.n_kv_heads}"

    def forward(
        self, x: Float[Tensor, "B T D"], mask: Tensor | None = None, cache: KVCache | None = None
    ) -> Float[Tensor, "B T D"]:
        """Attend from x to x and, with a cache, to what it holds; the output is (B, T, D).

        mask: bool, True = may attend, (T, S) or (1|B, 1|H, 1|T, S). cache: x's keys and values, (B, G, T, K), are
        appended to it, and S counts all stored positions.
        Raises TypeError or ValueError for operands that do not fit; the cache is then as it was.
        """
        require_input("x", x, self.d_model, self.W_q.weight.dtype)
        n_keys = x.shape[1] + (0 if cache is None else len(cache))
        if mask is not None:
            require_head_mask(mask, (x.shape[0], self.n_heads, x.shape[1], n_keys), x.device)
        q, k, v = _split(self.W_q(x), self.n_heads), *(_split(W(x), self.n_kv_heads) for W in (self.W_k, self.W_v))
        if cache is not None:
            k, v = cache.append(k, v)
        heads, _ = grouped_attention(q, k, v, mask)
        return self.W_o(heads.transpose(1, 2).flatten(-2))  # B H T K -> B T D


@torch.no_grad()
def mean_pooled(layer: MultiHeadAttention, n_kv_heads: int) -> GroupedQueryAttention:
    """A layer whose heads of keys and values are the means of the given layer's, group by group, to be trained further.

    Ainslie et al. 2023, 2.1. W_q and W_o are copied, and so is the dtype; dropout is not.
    Raises ValueError unless layer.n_heads is a multiple of n_kv_heads.
    """
    biased = layer.W_q.bias is not None
    with torch.device("meta"):  # no random numbers for weights that are replaced at once
        pooled = GroupedQueryAttention(layer.d_model, layer.n_heads, n_kv_heads, biased).to(layer.W_q.weight.dtype)
    pooled.to_empty(device=layer.W_q.weight.device)
    for name, parameter in layer.named_parameters():
        if name.startswith(("W_k", "W_v")):
            by_group = parameter.unflatten(0, (n_kv_heads, layer.n_heads // n_kv_heads, -1))
            parameter = by_group.mean(1).flatten(0, 1)  # the rows of W.weight are the columns of W
        pooled.get_parameter(name).copy_(parameter)
    return pooled


def _split(x: Tensor, n_heads: int) -> Float[Tensor, "B H T K"]:
    return x.unflatten(-1, (n_heads, -1)).transpose(1, 2)  # B T D -> B H T K


def _by_group(x: Shaped[Tensor, "*B H T N"], n_kv_heads: int) -> Shaped[Tensor, "*B G R N"]:
    """The R = H / G · T rows of each group, its heads one behind the other."""
    return x.unflatten(-3, (n_kv_heads, -1)).flatten(-3, -2)


def _by_head(x: Float[Tensor, "*B G R N"], n_heads: int, n_queries: int) -> Float[Tensor, "*B H T N"]:
    """The way back."""
    return x.unflatten(-2, (n_heads // x.shape[-3], n_queries)).flatten(-4, -3)
