"""From an entry of a quiz file to an item: every expression evaluated, and the answers held against each other."""

from collections.abc import Iterator
from contextlib import contextmanager

from faqbook.quiz import numbers
from faqbook.quiz.expressions import evaluate, is_literal
from faqbook.quiz.model import Bug, Item, Number, Option, Trap

COMMON = ("id", "kind", "tests", "reread", "prompt")
EXACT = {"digits": None, "places": None}


def item(entry: dict) -> Item:
    """An entry that fits the schema, evaluated. Raises ValueError naming the field."""
    common = {name: entry[name] for name in COMMON}
    match entry["kind"]:
        case "number":
            return Item(**common, number=_number(entry))
        case "truth":
            truth = _truth("answer", entry["answer"])
            computed = isinstance(entry["answer"], str)
            options = (
                Option("True", truth, entry["to_true"], computed),
                Option("False", not truth, entry["to_false"], computed),
            )
            return Item(**common, options=options)
        case "order":
            return Item(**common, options=tuple(Option(right=True, **step) for step in entry["steps"]))
    options = tuple(
        Option(o["text"], _truth(f"options[{i}].right", o["right"]), o["feedback"], isinstance(o["right"], str))
        for i, o in enumerate(entry["options"])
    )
    right = sum(option.right for option in options)
    if entry["kind"] != "several" and right != 1:
        raise ValueError(f"options: expected exactly one to be right, got {right}")
    if entry["kind"] == "several" and right in (0, len(options)):
        raise ValueError(f"options: expected some to be right and some wrong, got {right} right of {len(options)}")
    bug = (
        Bug(entry.get("setup", ""), entry["buggy"], entry["fixed"], entry["shows"]) if entry["kind"] == "bug" else None
    )
    return Item(**common, options=options, bug=bug)


def _number(entry: dict) -> Number:
    rounding = {"digits": entry.get("digits"), "places": entry.get("places")}
    with field("answer"):
        if is_literal(entry["answer"]):
            raise ValueError(f"{entry['answer']!r}: expected an expression that computes it, got the number itself")
        answer = _numeric(entry["answer"])
        if rounding == EXACT and not numbers.is_short(answer):
            raise ValueError(f"{answer} cannot be given exactly: say how to round it with digits or places")
        interval = numbers.accepted(answer, **rounding)
    traps: list[Trap] = []
    for i, trap in enumerate(entry.get("traps", [])):
        with field(f"traps[{i}].value"):
            value = _numeric(trap["value"])
            traps.append(_trap(value, rounding, trap["feedback"]))
            for low, high in [interval, *(other.accepted for other in traps[:-1])]:
                if traps[-1].accepted[0] <= high and low <= traps[-1].accepted[1]:
                    raise ValueError(f"{value} cannot be told from {low:g} … {high:g}, which is answered otherwise")
    return Number(
        answer=answer,
        accepted=interval,
        shown=numbers.show(answer, **rounding),
        wanted=numbers.wanted(**rounding),
        unit=entry.get("unit", ""),
        feedback=entry["feedback"],
        otherwise=entry["otherwise"],
        traps=tuple(traps),
    )


def _trap(value: float, rounding: dict, feedback: str) -> Trap:
    """A trap is rounded as the answer is; where that is exact, the trap may still be a root."""
    if rounding == EXACT and not numbers.is_short(value):
        rounding = {"digits": 3, "places": None}
    elif not value:
        rounding = EXACT
    return Trap(value, numbers.accepted(value, **rounding), numbers.show(value, **rounding), feedback)


def _numeric(expression: str) -> int | float:
    value = evaluate(expression)
    if isinstance(value, bool):
        raise ValueError(f"{expression!r}: expected a number, got {value}")
    return value


def _truth(name: str, value: bool | str) -> bool:
    with field(name):
        truth = evaluate(value) if isinstance(value, str) else value
        if not isinstance(truth, bool):
            raise ValueError(f"{value!r}: expected True or False, got {truth}")
    return truth


@contextmanager
def field(name: str) -> Iterator[None]:
    """Say in a ValueError of which field it speaks."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
