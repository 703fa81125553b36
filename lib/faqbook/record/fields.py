"""The record of one check: which number is what. It travels as plain JSON in the metadata of the output it printed."""

import re
from dataclasses import asdict, dataclass, field

from faqbook.record import details, sentence

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*")  # slug.words
METADATA = "faqformer"  # the key of a check's record in its output's metadata
ROLES = {
    "measured": "what was computed or counted",
    "theory": "the value that theory gives",
    "bound": "the least or the most that theory allows",
    "required": "a threshold of ours",
}


@dataclass(frozen=True)
class Number:
    """One side of a comparison. `text` is as printed, empty where it would say nothing; `value` is in full precision.

    name: what this side is called, where both sides were measured.
    """

    role: str
    text: str
    value: float | int | str | bool
    name: str = ""

    def __post_init__(self):
        if self.role not in ROLES:
            raise ValueError(f"role: expected one of {', '.join(ROLES)}, got {self.role!r}")


@dataclass(frozen=True)
class Result:
    """One check's outcome.

    what: the quantity, in words. numbers: what was measured, then what it is compared with (for `less`, the smaller and
    the larger side). count: how many values were compared, where they are more than a line prints. tolerance, and how
    far off a failure is: in words, empty where there is none. facts: further numbers in full precision. meant_to_fail:
    shown to break, so that its failure is no verdict.
    """

    id: str
    kind: str
    what: str
    passed: bool
    numbers: tuple[Number, ...]
    count: int = 1
    tolerance: str = ""
    off: str = ""
    facts: dict[str, float | int | str] = field(default_factory=dict)
    meant_to_fail: bool = False

    @property
    def mark(self) -> str:
        return "✓" if self.passed else "✗"

    def sentence(self) -> str:
        """What was compared, in one line of words, without a mark."""
        lead = "fails, as it should: " if self.meant_to_fail else ""
        return lead + sentence.of(self)

    def line(self) -> str:
        return f"{self.mark} {self.sentence()}"

    def details(self) -> list[tuple[str, str]]:
        """What the line leaves out, as (label, text): kind, each number, tolerance, standard errors, worst of n, id."""
        return details.of(self)

    def panel(self) -> str:
        """The failure in a few lines: what was claimed, what theory gives or we require, what was measured."""
        return "\n".join([f"✗ {self.id} failed", *(f"  {name:<9} {text}" for name, text in details.claim(self))])

    def _ipython_display_(self) -> None:
        """Show nothing: the check has shown its line already, and a cell that ends in a check would show it twice."""

    def to_json(self) -> dict:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict) -> "Result":
        """Raises ValueError for what is no record of this version."""
        try:
            return cls(**data | {"numbers": tuple(Number(**number) for number in data["numbers"])})
        except (TypeError, KeyError) as error:
            raise ValueError(f"record: expected the fields of a check, got {data!r:.80}: {error}") from None


def stored(output: dict) -> dict | None:
    """A check's record among a stored output's metadata, as JSON; None where no check wrote the output."""
    return output.get("metadata", {}).get(METADATA)


def passed(notebook: dict) -> list[Result]:
    """The records of the checks that passed in a stored notebook, in its order. notebook: its JSON."""
    outputs = (output for cell in notebook["cells"] for output in cell.get("outputs", []))
    records = (Result.from_json(record) for output in outputs if (record := stored(output)))
    return [record for record in records if record.passed]
