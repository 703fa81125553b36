"""What a run is told: one frozen dataclass, whose fields are the options of the command line."""

import argparse
import math
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from faqformer import seeds

OUT = Path("build/train")
STREAMS = 1000  # numbers of `seeds` that one run has for itself


def setting(default: Any, help: str, free: bool = False) -> Any:
    """A field with its line of help. free: it may differ when a run is resumed, since no weight depends on it."""
    return field(default=default, metadata={"help": help, "free": free})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What every task needs; a task adds its own fields. Raises ValueError for a value that makes no sense."""

    out: Path = setting(OUT, "folder of the checkpoint and the trained model", free=True)  # noqa: RUF009
    steps: int = setting(3000, "updates of the weights, those before a resumption included", free=True)
    minutes: float = setting(math.inf, "stop after so many minutes of this run, if the steps last longer", free=True)
    every: int = setting(100, "steps from one checkpoint to the next", free=True)
    batch: int = setting(64, "examples an update, over all processes")
    accumulate: int = setting(1, "micro-batches in which each process works off its share of a batch")
    warmup: int = setting(800, "steps until the learning rate is at its peak")
    rate: float = setting(1.0, "factor on the learning rate of the paper")
    seed: int = setting(0, "which of the runs that differ by chance alone")
    device: str = setting("cpu", "cpu or cuda")

    def __post_init__(self):
        for name in ("steps", "every", "batch", "accumulate", "warmup"):
            self.require(name, getattr(self, name) >= 1, "at least 1")
        for name in ("minutes", "rate"):
            self.require(name, getattr(self, name) > 0, "a number above 0")
        self.require("seed", 0 <= self.seed < STREAMS, f"0 to {STREAMS - 1}")
        self.require("device", self.device in ("cpu", "cuda"), "cpu or cuda")

    def require(self, name: str, holds: bool, expected: str) -> None:
        if not holds:
            raise ValueError(f"{name}: expected {expected}, got {getattr(self, name)}")

    def stream(self, number: int) -> int:
        """The number under which this run gets its number-th stream of random numbers from `seeds`."""
        return self.seed * STREAMS + number

    @staticmethod
    def shift() -> int:
        """What the environment's FAQFORMER_SEED says, on which all weights depend, too."""
        return seeds.seed(0) // seeds.STRIDE

    def fixed(self) -> dict[str, int | float | str]:
        """The settings on which the weights depend: a resumed run must have the same."""
        return {f.name: getattr(self, f.name) for f in fields(self) if not f.metadata["free"]}

    def arguments(self, steps: int) -> list[str]:
        """The options that give the same weights after so many steps, as far as they are not the defaults."""
        defaults = {f.name: f.default for f in fields(self)}
        chosen = {"steps": steps, **self.fixed()}
        return [w for name, value in chosen.items() if value != defaults[name] for w in (option(name), str(value))]


@dataclass(frozen=True, kw_only=True)
class ModelSettings(Settings):
    """Besides, the sizes that both models have. Raises, too, as the model's own configuration does."""

    d_model: int = setting(128, "width")
    n_heads: int = setting(4, "heads of each attention")
    d_ff: int = setting(512, "width inside the feed-forward layers")

    def __post_init__(self):
        super().__post_init__()
        self.config(1)  # which looks at the sizes

    def config(self, vocab_size: int) -> Any:
        """The model's configuration for a vocabulary of that size; a task's own settings say which."""
        raise NotImplementedError


S = TypeVar("S", bound=Settings)


def option(name: str) -> str:
    return "--" + name.replace("_", "-")


def add_arguments(parser: argparse.ArgumentParser, kind: type[Settings]) -> None:
    """Give the parser one option for each field of kind."""
    for f in fields(kind):
        parser.add_argument(
            option(f.name), type=f.type, default=f.default, help=f"{f.metadata['help']} (default: {f.default})"
        )


def from_arguments(kind: type[S], arguments: argparse.Namespace) -> S:
    """The settings that the parsed options say. Raises as kind does."""
    return kind(**{f.name: getattr(arguments, f.name) for f in fields(kind)})
