"""In which order the training examples come."""

import torch

from faqformer import seeds


class Order:
    """All n examples in a random order, then all in another, and so on; `next(size)` cuts the stream into batches.

    k: the number of its generator. A batch may reach over the end of one order into the next, so that all are full.
    Raises ValueError for n < 1.
    """

    def __init__(self, n: int, k: int):
        if n < 1:
            raise ValueError(f"n: expected at least one example, got {n}")
        self.n, self.generator = n, seeds.generator(k)
        self._draw()

    def _draw(self) -> None:
        self.before = self.generator.get_state()  # from which the present order can be drawn again
        self.rows, self.position = torch.randperm(self.n, generator=self.generator).tolist(), 0

    def next(self, size: int) -> list[int]:
        """The next `size` examples."""
        taken: list[int] = []
        while len(taken) < size:
            if self.position == self.n:
                self._draw()
            new = self.rows[self.position : self.position + size - len(taken)]
            self.position += len(new)
            taken += new
        return taken

    def state(self) -> dict[str, torch.Tensor | int]:
        """What `restore` needs to go on from here."""
        return {"before": self.before, "position": self.position}

    def restore(self, state: dict[str, torch.Tensor | int]) -> None:
        """Go on from where `state` was taken."""
        self.generator.set_state(state["before"])
        self._draw()
        self.position = state["position"]
