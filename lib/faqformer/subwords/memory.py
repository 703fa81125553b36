"""Words that were cut before are not cut again."""

from collections.abc import Callable, Sequence


class Memory(dict):
    """word → its pieces, worked out by cut when a word is first met. Full, it starts anew: memory stays bounded."""

    def __init__(self, cut: Callable[[str], Sequence], limit: int = 100_000):
        super().__init__()
        self.cut, self.limit = cut, limit

    def __missing__(self, word: str) -> tuple:
        if len(self) >= self.limit:
            self.clear()
        self[word] = pieces = tuple(self.cut(word))
        return pieces
