"""What a task is: the only thing that training does not know itself."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from torch import Tensor, nn


@runtime_checkable
class Task(Protocol):
    """Something to learn from a fixed set of training examples, numbered from 0.

    What is drawn while a batch is made or a loss computed (masked words, dropout) comes from torch's global
    generators, which the training loop seeds and keeps in its checkpoints.
    """

    def __len__(self) -> int:
        """How many training examples there are."""

    def identity(self) -> dict[str, int | float | str]:
        """What it depends on beside its settings, such as a hash of its data; a resumed run must have the same."""

    def build(self) -> nn.Module:
        """The model, its weights drawn from torch's global generator."""

    def batch(self, rows: Sequence[int]) -> Any:
        """The examples with these numbers, as `loss` wants them."""

    def loss(self, model: nn.Module, batch: Any) -> tuple[Tensor, int | Tensor]:
        """The sum of the losses of the batch's real tokens, in nats, and how many there are.

        A sum, so that batches of unequal length add up to the mean over all tokens, which a mean of means is not.
        """

    def evaluate(self, model: nn.Module) -> dict[str, float]:
        """What the model, in evaluation mode, is worth on examples that are held out."""

    def vocabulary(self) -> dict[str, Any]:
        """What the model's ids stand for, as JSON can hold it."""

    def card(self, report: dict[str, float], steps: int, command: str) -> str:
        """The trained model's README, from what `evaluate` found, the steps made, and the command that repeats it."""
