"""A quiz in memory: every expression evaluated, every text still Markdown."""

import hashlib
from dataclasses import dataclass

ASKS = {
    "one": "Choose one.",
    "several": "Tick all that are right.",
    "truth": "True or false?",
    "order": "Put in order.",
    "bug": "Choose one.",
    "number": "Write a number.",
}


@dataclass(frozen=True)
class Option:
    """An answer to choose. computed: its truth came from an expression."""

    text: str
    right: bool
    feedback: str
    computed: bool = False


@dataclass(frozen=True)
class Trap:
    """A wrong number that a misconception leads to; accepted is the interval in which it is recognised."""

    value: float
    accepted: tuple[float, float]
    shown: str
    feedback: str


@dataclass(frozen=True)
class Number:
    """A number to type, rounded to significant digits or decimal places, or exact where both are None.

    accepted: the closed interval that counts as right. coarse: what is right and only not precise enough; lacking: what
    is said to that.
    """

    answer: float
    digits: int | None
    places: int | None
    accepted: tuple[float, float]
    coarse: tuple[float, ...]
    shown: str
    lacking: str
    unit: str
    feedback: str
    otherwise: str
    traps: tuple[Trap, ...]


@dataclass(frozen=True)
class Bug:
    """Code with a bug and without it, and an expression that is False after the first and True after the second."""

    setup: str
    buggy: str
    fixed: str
    shows: str


@dataclass(frozen=True)
class Item:
    """A question. kind is one, several, truth, number, order or bug; level is lesson or depth.

    options: in the file's order, which is the right one for `order`; `truth` has True and False; `number` has none.
    """

    id: str
    kind: str
    tests: str
    reread: str
    prompt: str
    options: tuple[Option, ...] = ()
    number: Number | None = None
    bug: Bug | None = None
    level: str = "lesson"

    @property
    def ask(self) -> str:
        """What the reader is to do."""
        return ASKS[self.kind]

    def shuffled(self) -> list[int]:
        """The options' positions in the file, in the order in which every reader sees them, on every machine.

        True and False stay as they are; steps to be put in order never come in the right order.
        """
        places = list(range(len(self.options)))
        if self.kind == "truth":
            return places
        order = sorted(places, key=lambda i: hashlib.sha256(f"{self.id}/{i}".encode()).digest())
        return order if self.kind != "order" or order != places else [*order[1:], order[0]]


@dataclass(frozen=True)
class Quiz:
    """A chapter's questions, in order."""

    slug: str
    items: tuple[Item, ...]
