"""What queries, keys, values, masks and biases must be.

Letters: B batch, H heads, T queries, S keys; scores (*B, T, S), or (B, H, T, S) with heads.
"""

import torch
from torch import Tensor

from faqformer.require.vectors import require_dtype


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


def require_operands(q: Tensor, k: Tensor, v: Tensor) -> None:
    """Raise unless queries, keys and values belong together, and queries and keys have the same width of at least 1."""
    require_sequences(q, k, v)
    if q.shape[-1] != k.shape[-1] or not q.shape[-1]:
        raise ValueError(f"q, k: expected the same width, at least 1, got {q.shape[-1]} and {k.shape[-1]}")


def _require_fit(name: str, value: Tensor, scores_shape: tuple[int, ...], device: torch.device | None = None) -> None:
    """Raise ValueError unless value lies on the device, if one is given, and broadcasts to the scores as they are."""
    pairs = zip(value.shape[::-1], scores_shape[::-1], strict=False)
    if value.ndim > len(scores_shape) or not all(size in (1, full) for size, full in pairs):
        raise ValueError(
            f"{name}: expected a shape that broadcasts to the scores {tuple(scores_shape)}, got {tuple(value.shape)}"
        )
    if device is not None and value.device != device:
        raise ValueError(f"{name}: expected the scores' device, {device}, got {value.device}")


def require_mask(mask: Tensor, scores_shape: tuple[int, ...], device: torch.device | None = None) -> None:
    """Raise unless mask is bool, lies on the device, if one is given, and broadcasts to the scores as they are.

    TypeError for another dtype: a 0/1 float mask would be added, a 0/1 integer mask misread. Else ValueError.
    """
    if mask.dtype != torch.bool:
        raise TypeError(f"mask: expected bool, True = may attend, got {mask.dtype}")
    _require_fit("mask", mask, scores_shape, device)


def require_bias(bias: Tensor, scores_shape: tuple[int, ...], like: Tensor) -> None:
    """Raise unless bias has like's dtype and device and broadcasts to the scores without enlarging them."""
    require_dtype("bias", bias, like.dtype)
    _require_fit("bias", bias, scores_shape, like.device)


def require_head_mask(mask: Tensor, shape: tuple[int, int, int, int], device: torch.device) -> None:
    """`require_mask` for scores with heads, and ValueError unless mask is (T, S) or has all four axes."""
    _require_axes("mask", mask, shape)
    require_mask(mask, shape, device)


def require_head_bias(bias: Tensor, shape: tuple[int, int, int, int], like: Tensor) -> None:
    """`require_bias` for scores with heads, and ValueError unless bias is (T, S) or has all four axes."""
    _require_axes("bias", bias, shape)
    require_bias(bias, shape, like)


def _require_axes(name: str, value: Tensor, shape: tuple[int, int, int, int]) -> None:
    """Raise ValueError unless value is (T, S) or has four axes that fit the scores (B, H, T, S), with all keys.

    Stricter than broadcasting: a (B, S) mask must not be read as (T, S), nor one without a key axis as one for all.
    """
    batch, heads, queries, keys = shape
    whole = value.shape == (queries, keys)
    four = value.ndim == 4 and value.shape[3] == keys
    if not whole and not (four and all(size in (1, full) for size, full in zip(value.shape, shape, strict=True))):
        raise ValueError(
            f"{name}: expected (T, S) = {(queries, keys)} or "
            f"(1|B, 1|H, 1|T, S) = (1|{batch}, 1|{heads}, 1|{queries}, {keys}), got {tuple(value.shape)}"
        )
