"""Attention that never holds the whole weight matrix: the keys come in blocks, as in a fused kernel.

Letters: T queries, S keys, K width of a query and a key, V width of a value; `*B` any leading axes (batch, heads).
"""

import torch
from jaxtyping import Float
from torch import Tensor

from faqformer.require import require_operands, require_size


def tiled_attention(
    q: Float[Tensor, "*B T K"],
    k: Float[Tensor, "*B S K"],
    v: Float[Tensor, "*B S V"],
    block: int,
    scale: float | None = None,
) -> Float[Tensor, "*B T V"]:
    """The output of `attention`, `block` keys at a time: the same products, and only (*B, T, block) scores at once.

    Each query keeps the largest score so far, the sum of its exponentials and the sum of its values; a larger score
    shrinks both sums (Milakov & Gimelshein 2018, algorithm 3; Dao et al. 2022, 3.1).
    Raises as `attention` does, and ValueError without keys or for block < 1.
    """
    require_operands(q, k, v)
    require_size("block", block)
    require_size("number of keys", k.shape[-2])
    q = q * (q.shape[-1] ** -0.5 if scale is None else scale)
    largest = q.new_full((*q.shape[:-1], 1), -torch.inf)
    total, output = torch.zeros_like(largest), q.new_zeros(*q.shape[:-1], v.shape[-1])
    for keys, values in zip(k.split(block, -2), v.split(block, -2), strict=True):
        scores = q @ keys.mT  # *B T block
        larger = torch.maximum(largest, scores.amax(-1, keepdim=True))
        shrink, weights = (largest - larger).exp(), (scores - larger).exp()
        total = shrink * total + weights.sum(-1, keepdim=True)
        output = shrink * output + weights @ values
        largest = larger
    return output / total
