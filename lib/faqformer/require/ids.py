"""What a batch of token ids, and a mask over it, must be."""

import torch
from torch import Tensor

INTEGERS = (torch.int64, torch.int32)  # what torch's embedding takes


def readable(integers: Tensor) -> bool:
    """Are there values to be looked at? On the CPU alone: elsewhere the look would wait for the device, and inside a
    compiled graph it cannot be taken.
    """
    return integers.device.type == "cpu" and integers.numel() > 0 and not torch.compiler.is_compiling()


def require_id(name: str, id: int, vocab_size: int) -> None:
    """Raise IndexError unless id is from 0 to vocab_size − 1."""
    if not 0 <= id < vocab_size:
        raise IndexError(f"{name}: expected an id from 0 to {vocab_size - 1}, got {id}")


def require_ids(name: str, ids: Tensor, size: int) -> None:
    """Raise unless ids are integers from 0 to size − 1.

    TypeError for another dtype, IndexError for an id outside the table, where it is `readable`.
    """
    if ids.dtype not in INTEGERS:
        raise TypeError(f"{name}: expected int64 or int32 ids, got {ids.dtype}")
    if not readable(ids):
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


def require_padded(
    name: str, ids: Tensor, mask: Tensor | None, vocab_size: int, n_positions: int, past: int = 0
) -> None:
    """Raise unless ids are a batch (B, n) of a vocabulary, mask, if any, says where they are tokens, and all fit in.

    past: how many positions are taken before them. Raises as the three above, and ValueError for too long a sequence.
    """
    require_batch(name, ids)
    require_ids(name, ids, vocab_size)
    n = past + ids.shape[1]
    if n > n_positions:
        raise ValueError(f"{name}: expected at most n_positions = {n_positions} tokens, got {n}")
    if mask is not None:
        require_token_mask(f"{name}_mask", mask, ids.shape)
