"""Positions: integers from 0 on, one for each token."""

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from faqformer.ids import INTEGERS


def token_positions(mask: Bool[Tensor, "*B n"]) -> Int[Tensor, "*B n"]:
    """The position of each token among the tokens of its own row: padding on the left does not shift a sentence.

    mask is True where a token is, as `padding_mask` gives it. A padded place gets the position of the token before it,
    or 0: no more than a number that is in range. Raises TypeError for a mask that is not bool.
    """
    if mask.dtype != torch.bool:
        raise TypeError(f"mask: expected bool, True = a token, got {mask.dtype}")
    return (mask.cumsum(-1) - 1).clamp(min=0)


def require_positions(name: str, positions: Tensor, at_most_axes: int | None = None) -> None:
    """Raise unless positions are integers ≥ 0 along at least one axis.

    TypeError for another dtype; ValueError for another shape or a negative position. The values are looked at on the
    CPU alone: elsewhere the look would wait for the device, and inside a compiled graph it cannot be taken.
    """
    if positions.dtype not in INTEGERS:
        raise TypeError(f"{name}: expected int64 or int32 positions, got {positions.dtype}")
    if not positions.ndim or (at_most_axes is not None and positions.ndim > at_most_axes):
        expected = "(…, T)" if at_most_axes is None else "(T) or (B, T)"
        raise ValueError(f"{name}: expected positions {expected}, got shape {tuple(positions.shape)}")
    if readable(positions) and positions.min() < 0:
        raise ValueError(f"{name}: expected positions ≥ 0, got {int(positions.min())}")


def readable(positions: Tensor) -> bool:
    """Are there values that can be looked at without waiting for a device?"""
    return positions.device.type == "cpu" and positions.numel() > 0 and not torch.compiler.is_compiling()
