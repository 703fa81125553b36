"""A vocabulary: subwords and their ids, both ways."""

from collections.abc import Iterable
from typing import Generic, TypeVar

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
            raise IndexError(f"id: expected 0 to {len(self.pieces) - 1}, got {i}")
        return self.pieces[i]
