"""Scaled dot-product attention, readable and exact.

Letters: T queries, S keys, K width of a query and a key, V width of a value; `*B` any leading axes (batch, heads).
"""

import torch
from jaxtyping import Float
from torch import Tensor

from faqformer.require import require_bias, require_mask, require_operands


def attention(
    q: Float[Tensor, "*B T K"],
    k: Float[Tensor, "*B S K"],
    v: Float[Tensor, "*B S V"],
    mask: Tensor | None = None,
    bias: Tensor | None = None,
    scale: float | None = None,
) -> tuple[Float[Tensor, "*B T V"], Float[Tensor, "*B T S"]]:
    """softmax(q kᵀ · scale + bias) v, and its weights (Vaswani et al. 2017, eq. 1); scale defaults to 1/√K.

    mask is bool, True = may attend; bias holds finite numbers of q's dtype; both broadcast to the scores (*B, T, S).
    A query that may attend to nothing, or that meets no key at all (S = 0), gets zeros, with a gradient of zero.
    Raises TypeError for a mask that is not bool and for operands of mixed or not floating-point dtype, ValueError for
    shapes or devices that do not fit.
    """
    require_operands(q, k, v)
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    scores = (q * scale) @ k.mT  # *B T S; scaled before the product, which could overflow a narrow type
    if bias is not None:
        require_bias(bias, scores.shape, q)
        scores = scores + bias
    weights = masked_softmax(scores, mask)
    return weighted_sum(weights, v, mask), weights


def masked_softmax(scores: Float[Tensor, "*B T S"], mask: Tensor | None) -> Float[Tensor, "*B T S"]:
    """softmax over the keys that the mask admits; zeros, with a gradient of zero, where it admits none.

    A forbidden score is −inf, never a finite stand-in that another score could beat. But a softmax over nothing but
    −inf is NaN, and so is its gradient, on the way to being masked out. So a row that may attend to nothing goes
    through the softmax as zeros, and is zeroed after it.
    """
    if mask is None:
        return scores.softmax(-1)
    require_mask(mask, scores.shape, scores.device)
    empty = ~mask.any(-1, keepdim=True)  # rows that may attend to nothing
    scores = scores.masked_fill(~mask, -torch.inf).masked_fill(empty, 0.0)
    return scores.softmax(-1).masked_fill(empty, 0.0)


def weighted_sum(
    weights: Float[Tensor, "*B T S"], v: Float[Tensor, "*B S V"], mask: Tensor | None
) -> Float[Tensor, "*B T V"]:
    """weights @ v, and zeros where the mask admits no key, whatever v holds there (0 · NaN is NaN)."""
    if mask is None:
        return weights @ v
    return (weights @ v).masked_fill(~mask.any(-1, keepdim=True), 0.0)
