"""What a tensor of token ids, and a mask over it, must be."""

import torch
from torch import Tensor

INTEGERS = (torch.int64, torch.int32)  # what torch's embedding takes


def require_ids(name: str, ids: Tensor, size: int) -> None:
    """Raise unless ids are integers from 0 to size − 1.

    TypeError for another dtype, IndexError for an id outside the table. The values are looked at on the CPU
    alone: elsewhere the look would wait for the device, and inside a compiled graph it cannot be taken.
    """
    if ids.dtype not in INTEGERS:
        raise TypeError(f"{name}: expected int64 or int32 ids, got {ids.dtype}")
    if torch.compiler.is_compiling() or ids.device.type != "cpu" or not ids.numel():
        return
    low, high = ids.aminmax()
    if low < 0 or high >= size:
        raise IndexError(f"{name}: expected ids from 0 to {size - 1}, got {int(low if low < 0 else high)}")


def require_batch(name: str, ids: Tensor) -> None:
    """Raise ValueError unless ids are a batch (B, n) of at least one sequence of at least one token."""
    if ids.ndim != 2 or not ids.shape[0] or not ids.shape[1]:
        raise ValueError(f"{name}: expected a batch of ids (B, n) with B, n ≥ 1, got shape {tuple(ids.shape)}")


def require_token_mask(name: str, mask: Tensor, shape: tuple[int, ...]) -> None:
    """Raise unless mask is bool, True = a token, with exactly this shape: TypeError for the dtype, else ValueError."""
    if mask.dtype != torch.bool:
        raise TypeError(f"{name}: expected bool, True = a token, got {mask.dtype}")
    if mask.shape != shape:
        raise ValueError(f"{name}: expected shape {tuple(shape)}, got {tuple(mask.shape)}")
