"""From an entry of a quiz file to an item: every expression evaluated, and the answers held against each other."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from faqbook.quiz import numbers
from faqbook.quiz.expressions import evaluate, is_literal
from faqbook.quiz.model import Bug, Item, Number, Option, Trap

COMMON = ("id", "kind", "level", "tests", "reread", "prompt")
EXACT = {"digits": None, "places": None}
At = Callable[..., AbstractContextManager]  # at("options", 1, "right") gives errors inside it that place


def item(entry: dict, at: At) -> Item:
    """An entry that fits the schema, evaluated. Raises ValueError, in `at` of the field where it is one field's."""
    common = {name: entry[name] for name in COMMON if name in entry}
    match entry["kind"]:
        case "number":
            return Item(**common, number=_number(entry, at))
        case "truth":
            with at("answer"):
                truth = _truth(entry["answer"])
            computed = isinstance(entry["answer"], str)
            options = (
                Option("True", truth, entry["to_true"], computed),
                Option("False", not truth, entry["to_false"], computed),
            )
            return Item(**common, options=options)
        case "order":
            return Item(**common, options=tuple(Option(right=True, **step) for step in entry["steps"]))
    bug = Bug(entry.get("setup", ""), entry["buggy"], entry["fixed"], entry["shows"]) if "buggy" in entry else None
    return Item(**common, options=_options(entry, at), bug=bug)


def _options(entry: dict, at: At) -> tuple[Option, ...]:
    options = []
    for i, option in enumerate(entry["options"]):
        with at("options", i, "right"):
            right, computed = _truth(option["right"]), isinstance(option["right"], str)
        options.append(Option(option["text"], right, option["feedback"], computed))
    right = sum(option.right for option in options)
    with at("options"):
        if entry["kind"] != "several" and right != 1:
            raise ValueError(f"expected exactly one to be right, got {right}")
        if entry["kind"] == "several" and right in (0, len(options)):
            raise ValueError(f"expected some to be right and some wrong, got {right} right of {len(options)}")
    return tuple(options)


def _number(entry: dict, at: At) -> Number:
    rounding = {"digits": entry.get("digits"), "places": entry.get("places")}
    with at("places"):
        if None not in rounding.values():
            raise ValueError("there is digits already, and a number is rounded in one way")
    with at("answer"):
        if is_literal(entry["answer"]):
            raise ValueError(f"{entry['answer']!r}: expected an expression that computes it, got the number itself")
        answer = _numeric(entry["answer"])
        if rounding == EXACT and not numbers.is_short(answer):
            raise ValueError(f"{answer} cannot be given exactly: say how to round it with digits or places")
        interval = numbers.accepted(answer, **rounding)
    traps: list[Trap] = []
    for i, trap in enumerate(entry.get("traps", [])):
        with at("traps", i, "value"):
            value = _numeric(trap["value"])
            traps.append(_trap(value, rounding, trap["feedback"]))
            for low, high in [interval, *(other.accepted for other in traps[:-1])]:
                if traps[-1].accepted[0] <= high and low <= traps[-1].accepted[1]:
                    raise ValueError(f"{value} cannot be told from {low:g} … {high:g}, which is answered otherwise")
    others = [trap.accepted for trap in traps]
    return Number(
        answer=answer,
        **rounding,
        accepted=interval,
        coarse=tuple(n for n in numbers.coarse(answer, **rounding) if not any(a <= n <= b for a, b in others)),
        shown=numbers.show(answer, **rounding),
        lacking=numbers.lacking(**rounding),
        unit=entry.get("unit", ""),
        feedback=entry["feedback"],
        otherwise=entry["otherwise"],
        traps=tuple(traps),
    )


def _trap(value: float, rounding: dict, feedback: str) -> Trap:
    """A trap is rounded as the answer is; where that is exact, a fraction or a root is known by three digits."""
    shown = rounding if value else EXACT
    rounding = shown
    if shown == EXACT and not numbers.is_whole(value):
        rounding = {"digits": 3, "places": None}
        shown = EXACT if numbers.is_short(value) else rounding
    return Trap(value, numbers.accepted(value, **rounding), numbers.show(value, **shown), feedback)


def _numeric(expression: str) -> int | float:
    value = evaluate(expression)
    if isinstance(value, bool):
        raise ValueError(f"{expression!r}: expected a number, got {value}")
    return value


def _truth(value: bool | str) -> bool:
    truth = evaluate(value) if isinstance(value, str) else value
    if not isinstance(truth, bool):
        raise ValueError(f"{value!r}: expected True or False, got {truth}")
    return truth
