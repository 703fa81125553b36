"""What a check compares: two different things, under a tolerance and a bound that could fail it, named in words."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from faqbook.record import ranges
from tools.chapters import Chapter
from tools.rules.code import trees
from tools.rules.ledger import records
from tools.rules.names import Names, resolved

PARAMETERS = {  # of each check, after its id; the first two are what it compares
    "equal": ("measured", "derived", "what", "sides"),
    "close": ("measured", "derived", "tolerance", "what", "sides"),
    "less": ("smaller", "larger", "what", "sides"),
    "differs": ("a", "b", "by", "what", "sides"),
    "at_least": ("measured", "theory", "required"),
    "at_most": ("measured", "theory", "required"),
    "mean_is": ("samples", "derived", "se", "what"),
    "variance_is": ("samples", "derived", "se", "what"),
    "rate_is": ("hits", "trials", "derived", "what"),
    "slope_is": ("x", "y", "derived", "what"),
    "raises": ("exception", "function"),
}
LONGEST = 10  # words of what a check compares


@dataclass(frozen=True)
class Comparison:
    """A check in the code: its kind, and its arguments by name."""

    place: str
    kind: str
    arguments: dict[str, ast.expr]

    def __str__(self) -> str:
        return f"{self.place}: {self.kind} of {ast.unparse(self.arguments['id']) if 'id' in self.arguments else '?'}"

    def some(self, *names: str) -> list[ast.expr]:
        return [self.arguments[name] for name in names if name in self.arguments]


def comparisons(chapter: Chapter) -> Iterator[Comparison]:
    """Every check in the notebook's code; those that must fail compare what is broken, and are left out."""
    for place, tree in trees(chapter):
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="checks"), attr=kind)) if kind in PARAMETERS:
                    plain = takewhile(lambda argument: not isinstance(argument, ast.Starred), node.args)
                    placed = dict(zip(("id", *PARAMETERS[kind]), plain, strict=False))
                    yield Comparison(place, kind, placed | {k.arg: k.value for k in node.keywords if k.arg})


def two_things(chapter: Chapter) -> list[str]:
    """No check compares an expression with itself, be it under two names. Two draws may well be asked to differ."""
    names, found = Names(chapter), []
    for check in comparisons(chapter):
        if check.kind in ("differs", "raises"):
            continue
        sides = check.some(*PARAMETERS[check.kind][: 3 if "theory" in PARAMETERS[check.kind] else 2])
        shapes = [ast.dump(resolved(side, names.steady)) for side in sides]
        if shapes and shapes[0] in shapes[1:] and not isinstance(sides[0], ast.Constant):
            found.append(f"{check}: compares {ast.unparse(sides[0])} with itself")
    return found


def tolerances(chapter: Chapter) -> list[str]:
    """No tolerance is made of the very value that it judges. The scale of a rounding error may be."""
    names, found = Names(chapter), []
    for check in comparisons(chapter):
        judged = check.some("measured")
        allowed = check.some("tolerance")
        if not judged or not allowed or isinstance(judged[0], ast.Constant):
            continue
        value, tolerance = (resolved(side, names.value) for side in (*judged, *allowed))
        if ast.dump(value) in {ast.dump(node) for node in _outside_rounding(tolerance)}:
            found.append(f"{check}: the tolerance is made of the measured value: derive it")
    return found


def _outside_rounding(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="checks"), attr="rounding")):
            return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _outside_rounding(child)


def bounds(chapter: Chapter) -> list[str]:
    """No stored check has a bound that every possible value of its quantity meets, or none."""
    found = []
    for record in records(chapter):
        if record["kind"] in ("at_least", "at_most") and "numbers" in record:
            measured, bound = (number["value"] for number in record["numbers"])
            possible = ranges.named(record["what"], measured)
            if possible and (reason := ranges.empty(record["kind"], bound, possible)):
                found.append(f"check {record['id']}: {record['what']}: a bound of {bound:g} {reason}")
    return found


def without_sides(chapter: Chapter) -> list[str]:
    """Where `less` orders two measured numbers and does not say what they are."""
    return [
        f"{check}: expected sides=(…, …): which measured number is less than which"
        for check in comparisons(chapter)
        if check.kind == "less" and "sides" not in check.arguments
    ]


def wordy(chapter: Chapter) -> list[str]:
    """Where `what` is no short phrase: a colon in it, the check's id, or too many words."""
    names, found = Names(chapter), []
    for check in comparisons(chapter):
        what, id = (next(map(names.text, check.some(name)), None) or "" for name in ("what", "id"))
        if ":" in what or (id and id in what):
            found.append(f"{check}: what: {what!r}: expected the quantity in words, without a colon and without the id")
        if len(what.split()) > LONGEST:
            found.append(f"{check}: what: {what!r}: expected {LONGEST} words at most")
    return found


RULES = [two_things, tolerances, bounds, without_sides, wordy]
