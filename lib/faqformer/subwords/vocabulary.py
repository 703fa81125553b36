"""A vocabulary: subwords and their ids, both ways."""

from collections.abc import Iterable, Sequence
from operator import index
from typing import Generic, TypeVar

from torch import Tensor

Piece = TypeVar("Piece", str, bytes)


class Vocabulary(Generic[Piece]):
    """Subwords in the order of their ids: `v[id]` is the subword, `v.ids[subword]` the id.

    Raises ValueError for no subword at all, an empty one, or one that comes twice.
    """

    def __init__(self, pieces: Iterable[Piece]):
        self.pieces = list(pieces)
        self.ids = {piece: i for i, piece in enumerate(self.pieces)}
        if not self.pieces or not all(self.pieces):
            raise ValueError("pieces: expected at least one subword, none empty")
        if len(self.ids) < len(self.pieces):
            twice = next(piece for i, piece in enumerate(self.pieces) if self.ids[piece] != i)
            raise ValueError(f"pieces: expected every subword once, got {twice!r} again")

    def __len__(self) -> int:
        return len(self.pieces)

    def __contains__(self, piece: Piece) -> bool:
        return piece in self.ids

    def __getitem__(self, i: int) -> Piece:
        """The subword with id i. Raises IndexError outside 0…len−1: a negative id does not count from the end."""
        if not 0 <= i < len(self.pieces):
            raise IndexError(f"ids: expected 0 to {len(self.pieces) - 1}, got {i}")
        return self.pieces[i]

    def spell(self, ids: Sequence[int] | Tensor) -> list[Piece]:
        """The subwords of a sequence of ids. Raises TypeError for what is no integer, IndexError for an unknown id."""
        try:
            numbers = [index(i) for i in (ids.tolist() if isinstance(ids, Tensor) else ids)]
        except TypeError:
            raise TypeError(f"ids: expected a sequence of integers, got {ids!r}") from None
        return [self[i] for i in numbers]
