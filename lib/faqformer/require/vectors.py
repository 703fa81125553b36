"""What the vectors of tokens must be.

Letters: B batch, T tokens, D model width.
"""

import torch
from torch import Tensor


def require_dtype(name: str, value: Tensor, dtype: torch.dtype) -> None:
    """Raise TypeError unless value has the dtype. Under autocast any will do: there torch converts each operand."""
    kind = value.device.type
    autocast = torch.amp.is_autocast_available(kind) and torch.is_autocast_enabled(kind)
    if value.dtype != dtype and not autocast:
        raise TypeError(f"{name}: expected {dtype}, got {value.dtype}")


def require_width(x: Tensor, d_model: int) -> None:
    """Raise TypeError unless x holds floating-point numbers, ValueError unless its last axis is d_model wide."""
    if not x.is_floating_point():
        raise TypeError(f"x: expected floating-point numbers, got {x.dtype}")
    if not x.ndim or x.shape[-1] != d_model:
        raise ValueError(f"x: expected (…, d_model = {d_model}), got {tuple(x.shape)}")


def require_input(name: str, x: Tensor, d_model: int, dtype: torch.dtype) -> None:
    """Raise ValueError unless x is (B, T, D) with D = d_model, TypeError for another dtype."""
    if x.ndim != 3 or x.shape[-1] != d_model:
        raise ValueError(f"{name}: expected (batch, length, d_model = {d_model}), got {tuple(x.shape)}")
    require_dtype(name, x, dtype)
