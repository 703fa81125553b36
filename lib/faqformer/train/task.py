"""What a task is: the only thing that training does not know itself."""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from torch import Tensor, nn

from faqformer.train.settings import Settings


class Task(ABC):
    """Something to learn from examples, numbered from 0, and to be judged by others, which are held out.

    What is drawn while a batch is made or a loss computed (masked words, dropout) comes from torch's global
    generators, which the training loop seeds and keeps in its checkpoints.
    training, held_out: the examples of each side, as JSON can hold them. Raises ValueError for a side without any.
    """

    def __init__(self, settings: Settings, training: Sequence[Any], held_out: Sequence[Any]):
        if not training or not held_out:
            counts = f"{len(training)} and {len(held_out)}"
            raise ValueError(f"examples: expected some to train on and some to hold out, got {counts}")
        self.settings, self.training, self.held_out = settings, training, held_out

    def __len__(self) -> int:
        """How many training examples there are."""
        return len(self.training)

    def identity(self) -> dict[str, str]:
        """What it depends on beside its settings, a hash of its data; a resumed run must have the same."""
        return {"data": hashlib.sha256(json.dumps([self.training, self.held_out]).encode()).hexdigest()[:16]}

    @classmethod
    @abstractmethod
    def of(cls, settings: Settings) -> "Task":
        """The task on the data that come with `make real`. Raises MissingPackage."""

    @abstractmethod
    def build(self) -> nn.Module:
        """The model, its weights drawn from torch's global generator."""

    @abstractmethod
    def batch(self, rows: Sequence[int]) -> Any:
        """The examples with these numbers, as `loss` wants them."""

    @abstractmethod
    def loss(self, model: nn.Module, batch: Any) -> tuple[Tensor, int | Tensor]:
        """The sum of the losses of the batch's real tokens, in nats, and how many there are.

        A sum, so that batches of unequal length add up to the mean over all tokens, which a mean of means is not.
        """

    @abstractmethod
    def evaluate(self, model: nn.Module) -> dict[str, float]:
        """What the model, in evaluation mode, is worth on the examples that are held out."""

    @abstractmethod
    def vocabulary(self) -> dict[str, Any]:
        """What the model's ids stand for, as JSON can hold it."""

    @abstractmethod
    def card(self, report: dict[str, float], steps: int, command: str) -> str:
        """The trained model's README, from what `evaluate` found, the steps made, and the command that repeats it."""
