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

        Raises ValueError when batch, heads or width differ from what is stored.
        """
        if self.keys is not None:
            stored, new = self.keys.shape, keys.shape
            if (stored[:-2], stored[-1]) != (new[:-2], new[-1]):
                raise ValueError(f"cache: expected keys of shape {(*stored[:-2], 'T', stored[-1])}, got {tuple(new)}")
            keys, values = torch.cat([self.keys, keys], -2), torch.cat([self.values, values], -2)
        self.keys, self.values = keys, values
        return keys, values

    def select(self, rows: Tensor) -> None:
        """Keep these batch rows, in this order (beam search keeps some hypotheses and drops others)."""
        if self.keys is not None:
            self.keys, self.values = self.keys[rows], self.values[rows]
