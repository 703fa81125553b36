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
    """softmax over the keys that the mask admits; all zeros where it admits none."""
    if mask is None:
        return scores.softmax(-1)
    require_mask(mask, scores.shape, scores.device)
    empty = ~mask.any(-1, keepdim=True)
    # −inf, never a finite stand-in that a score could beat. A row without any key goes through the softmax as zeros and
    # is zeroed after it: a softmax over nothing but −inf is NaN, and its gradient too, on the way to being masked out.
    scores = scores.masked_fill(~mask, -torch.inf).masked_fill(empty, 0.0)
    return scores.softmax(-1).masked_fill(empty, 0.0)


def weighted_sum(
    weights: Float[Tensor, "*B T S"], v: Float[Tensor, "*B S V"], mask: Tensor | None
) -> Float[Tensor, "*B T V"]:
    """weights @ v, and zeros where the mask admits no key, whatever v holds there (0 · NaN is NaN)."""
    if mask is None:
        return weights @ v
    return (weights @ v).masked_fill(~mask.any(-1, keepdim=True), 0.0)


def require_operands(q: Tensor, k: Tensor, v: Tensor) -> None:
    """Raise unless queries, keys and values belong together, and queries and keys have the same width of at least 1."""
    require_sequences(q, k, v)
    if q.shape[-1] != k.shape[-1] or not q.shape[-1]:
        raise ValueError(f"q, k: expected the same width, at least 1, got {q.shape[-1]} and {k.shape[-1]}")


def require_sequences(q: Tensor, k: Tensor, v: Tensor) -> None:
    """Raise TypeError or ValueError unless q, k, v agree in dtype and leading axes, and each key has its value."""
    for name, tensor in (("q", q), ("k", k), ("v", v)):
        if not tensor.is_floating_point():
            raise TypeError(f"{name}: expected floating-point numbers, got {tensor.dtype}")
        require_dtype(name, tensor, q.dtype)
        if tensor.ndim < 2:
            raise ValueError(f"{name}: expected at least two axes (sequence, width), got shape {tuple(tensor.shape)}")
    if q.shape[:-2] != k.shape[:-2] or k.shape[:-2] != v.shape[:-2]:
        raise ValueError(
            f"q, k, v: expected the same leading axes, got {tuple(q.shape)}, {tuple(k.shape)}, {tuple(v.shape)}"
        )
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"v: expected as many values as keys, {k.shape[-2]}, got {v.shape[-2]}")


def require_bias(bias: Tensor, scores_shape: tuple[int, ...], like: Tensor) -> None:
    """Raise unless bias has like's dtype and device and broadcasts to the scores without enlarging them."""
    require_dtype("bias", bias, like.dtype)
    require_fit("bias", bias, scores_shape, like.device)


def require_dtype(name: str, value: Tensor, dtype: torch.dtype) -> None:
    """Raise TypeError unless value has the dtype. Under autocast any will do: there torch converts each operand."""
    kind = value.device.type
    autocast = torch.amp.is_autocast_available(kind) and torch.is_autocast_enabled(kind)
    if value.dtype != dtype and not autocast:
        raise TypeError(f"{name}: expected {dtype}, got {value.dtype}")
