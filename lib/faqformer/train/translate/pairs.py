"""Pairs of texts: which are held out, the joint vocabulary, and batches.

Letters: B batch, S source positions, T target positions.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from faqformer.masks import padding_mask
from faqformer.subwords import BPE

Pair = tuple[str, str]  # source, target
ONE_IN = 10  # is held out


def held_out(source: str) -> bool:
    """Whether the pairs with this source are held out: one source in ten, by a hash of its words in lower case.

    It depends on the source alone: whatever else is in the data, and in whatever order, a source never changes sides.
    """
    words = " ".join(source.casefold().split())
    return int.from_bytes(hashlib.sha256(words.encode()).digest()) % ONE_IN == 0


def split(pairs: Iterable[Pair]) -> tuple[list[Pair], list[Pair]]:
    """The pairs to train on, and those that are held out."""
    sides: tuple[list[Pair], list[Pair]] = [], []
    for pair in pairs:
        sides[held_out(pair[0])].append(pair)
    return sides


class Batch(NamedTuple):
    """Ids, and masks (True = a token); a target begins with the start symbol and ends with the end symbol."""

    source: Int[Tensor, "B S"]
    source_mask: Bool[Tensor, "B S"]
    target: Int[Tensor, "B T"]
    target_mask: Bool[Tensor, "B T"]

    def to(self, device: torch.device) -> "Batch":
        return Batch(*(tensor.to(device) for tensor in self))


class Codec:
    """Texts to ids and back: one vocabulary for both languages, and two symbols more, start and end."""

    def __init__(self, bpe: BPE):
        self.bpe = bpe
        self.start, self.end = len(bpe), len(bpe) + 1

    @classmethod
    def train(cls, pairs: Iterable[Pair], n_merges: int) -> "Codec":
        """Learn the merges on both sides of the pairs together (Sennrich et al. 2016, 3.2: joint BPE)."""
        counts = Counter(word for pair in pairs for text in pair for word in text.split())
        return cls(BPE.train(counts, n_merges, glued=True))

    def __len__(self) -> int:
        return len(self.bpe) + 2

    def decode(self, ids: Sequence[int]) -> str:
        """The text that the ids spell, up to the first end symbol."""
        ids = list(ids)
        ids = ids[: ids.index(self.end)] if self.end in ids else ids
        return self.bpe.decode([i for i in ids if i != self.start])

    def sources(self, texts: Sequence[str]) -> tuple[Int[Tensor, "B S"], Bool[Tensor, "B S"]]:
        """The texts' ids and their mask. Raises ValueError for a text without a word."""
        rows = [self.bpe.encode(text) for text in texts]
        if not rows or not all(rows):
            raise ValueError("texts: expected at least one, none without a word")
        return self._padded(rows)

    def batch(self, pairs: Sequence[Pair]) -> Batch:
        """The pairs as a model reads them."""
        targets = [[self.start, *self.bpe.encode(target), self.end] for _, target in pairs]
        return Batch(*self.sources([source for source, _ in pairs]), *self._padded(targets))

    def _padded(self, rows: list[list[int]]) -> tuple[Tensor, Tensor]:
        n = max(map(len, rows))
        ids = torch.tensor([row + [self.end] * (n - len(row)) for row in rows])  # any id would do: nothing reads it
        return ids, padding_mask([len(row) for row in rows])

    def to_json(self) -> dict[str, Any]:
        """What `from_json` needs: the merges in their order, and the characters."""
        return {"merges": [list(pair) for pair in self.bpe.merges], "alphabet": self.bpe.alphabet}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Codec":
        return cls(BPE([(a, b) for a, b in stored["merges"]], stored["alphabet"], glued=True))
