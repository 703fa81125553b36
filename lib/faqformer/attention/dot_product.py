"""Scaled dot-product attention, readable and exact.

Letters: T queries, S keys, K width of a query and a key, V width of a value; `*B` any leading axes (batch, heads).
"""

import torch
from jaxtyping import Float
from torch import Tensor

from faqformer.masks import require_fit, require_mask


def attention(
    q: Float[Tensor, "*B T K"],
    k: Float[Tensor, "*B S K"],
    v: Float[Tensor, "*B S V"],
    mask: Tensor | None = None,
    bias: Tensor | None = None,
    scale: float | None = None,
) -> tuple[Float[Tensor, "*B T V"], Float[Tensor, "*B T S"]]:
    """softmax(q kᵀ · scale + bias) v, and its weights (Vaswani et al. 2017, eq. 1); scale defaults to 1/√K.

    mask is bool, True = may attend; mask and bias broadcast to the scores (*B, T, S). A query that may attend to
    nothing gets zeros, with a gradient of zero.
    Raises TypeError for a mask that is not bool; ValueError for shapes that do not fit.
    """
    require_operands(q, k, v)
    scores = q @ k.mT * (q.shape[-1] ** -0.5 if scale is None else scale)  # *B T S
    if bias is not None:
        require_bias(bias, scores.shape)
        scores = scores + bias
    weights = masked_softmax(scores, mask)
    return weights @ v, weights


def masked_softmax(scores: Float[Tensor, "*B T S"], mask: Tensor | None) -> Float[Tensor, "*B T S"]:
    """softmax over the keys that the mask admits; all zeros where it admits none."""
    if mask is None:
        return scores.softmax(-1)
    require_mask(mask, scores.shape)
    empty = ~mask.any(-1, keepdim=True)
    # −inf, never a finite stand-in that a score could beat. A row without any key is let through the softmax and
    # zeroed after it: a softmax over nothing but −inf is NaN, and so would be its gradient.
    return scores.masked_fill(~(mask | empty), -torch.inf).softmax(-1).masked_fill(empty, 0.0)


def require_operands(q: Tensor, k: Tensor, v: Tensor) -> None:
    """Raise ValueError unless queries, keys and values belong together; nothing broadcasts by accident."""
    for name, tensor in (("q", q), ("k", k), ("v", v)):
        if tensor.ndim < 2:
            raise ValueError(f"{name}: expected at least two axes (sequence, width), got shape {tuple(tensor.shape)}")
    if q.shape[:-2] != k.shape[:-2] or k.shape[:-2] != v.shape[:-2]:
        raise ValueError(
            f"q, k, v: expected the same leading axes, got {tuple(q.shape)}, {tuple(k.shape)}, {tuple(v.shape)}"
        )
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"k: expected the width of q, {q.shape[-1]}, got {k.shape[-1]}")
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"v: expected as many values as keys, {k.shape[-2]}, got {v.shape[-2]}")


def require_bias(bias: Tensor, scores_shape: torch.Size) -> None:
    """Raise unless bias is a floating-point tensor that broadcasts to the scores without enlarging them."""
    if not bias.is_floating_point():
        raise TypeError(f"bias: expected floating-point numbers, got {bias.dtype}")
    require_fit("bias", bias, scores_shape)
