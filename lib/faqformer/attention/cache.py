"""The keys and values that decoding has already computed."""

import torch
from torch import Tensor


class KVCache:
    """Keys and values of one attention layer, (B, H, S, d_k) each; empty at first, longer with every `append`."""

    def __init__(self):
        self.keys: Tensor | None = None
        self.values: Tensor | None = None

    def __len__(self) -> int:
        """How many positions are stored."""
        return 0 if self.keys is None else self.keys.shape[-2]

    def append(self, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """Store the newest positions' keys and values, (B, H, T, d_k); return all of them so far.

        Raises ValueError when batch, heads or width differ from what is stored, TypeError when the dtype does.
        """
        if keys.shape[:-1] != values.shape[:-1]:
            raise ValueError(f"values: expected one a key, {tuple(keys.shape[:-1])}, got {tuple(values.shape[:-1])}")
        if self.keys is not None:
            keys = _extended("keys", self.keys, keys)
            values = _extended("values", self.values, values)
        self.keys, self.values = keys, values
        return keys, values

    def select(self, rows: Tensor) -> None:
        """Keep these batch rows, in this order (beam search keeps some hypotheses and drops others).

        rows: int64 (n). Raises TypeError or ValueError for anything else, IndexError for a row that does not exist.
        """
        if rows.dtype != torch.int64:
            raise TypeError(f"rows: expected int64 row numbers, got {rows.dtype}")
        if rows.ndim != 1:
            raise ValueError(f"rows: expected one axis, got shape {tuple(rows.shape)}")
        if self.keys is not None:
            # index_select, since indexing would count a negative row from the end
            self.keys, self.values = self.keys.index_select(0, rows), self.values.index_select(0, rows)


def _extended(name: str, stored: Tensor, new: Tensor) -> Tensor:
    before, after = stored.shape, new.shape
    if (before[:-2], before[-1]) != (after[:-2], after[-1]):
        raise ValueError(f"cache: expected {name} of shape {(*before[:-2], 'T', before[-1])}, got {tuple(after)}")
    if stored.dtype != new.dtype:
        raise TypeError(f"cache: expected {name} of {stored.dtype}, got {new.dtype}")
    return torch.cat([stored, new], -2)
