"""What decoding has already computed, for a whole decoder."""

from typing import NamedTuple

import torch
from torch import Tensor

from faqformer.attention import KVCache


class LayerCache(NamedTuple):
    """Keys and values of one decoder layer: of the target so far, and of the memory, which never change."""

    target: KVCache
    memory: KVCache


class DecoderCache:
    """One `LayerCache` a layer, and which of the positions so far hold a token (None: all do)."""

    def __init__(self, n_layers: int):
        self.layers = [LayerCache(KVCache(), KVCache()) for _ in range(n_layers)]
        self.mask: Tensor | None = None

    def __len__(self) -> int:
        """How many target positions are stored."""
        return len(self.layers[0].target)

    def require_memory(self, memory: Tensor) -> None:
        """Raise ValueError unless memory, (B, S, D), fits the one that the cache was begun with."""
        if len(self):
            batch, _, n_source, _ = self.layers[0].memory.keys.shape
            if memory.shape[:2] != (batch, n_source):
                expected = f"the one that the cache was begun with, ({batch}, {n_source}, d_model)"
                raise ValueError(f"memory: expected {expected}, got {tuple(memory.shape)}")

    def mask_with(self, mask: Tensor | None, ids: Tensor) -> Tensor | None:
        """The padding mask of all positions, the stored ones and those of ids; mask is that of ids alone."""
        if self.mask is None and mask is None:
            return None
        past = ids.new_ones(len(ids), len(self), dtype=torch.bool) if self.mask is None else self.mask
        return torch.cat([past, torch.ones_like(ids, dtype=torch.bool) if mask is None else mask], -1)

    def select(self, rows: Tensor) -> None:
        """Keep these batch rows, in this order."""
        for layer in self.layers:
            layer.target.select(rows)
            layer.memory.select(rows)
        if self.mask is not None:
            self.mask = self.mask[rows]
