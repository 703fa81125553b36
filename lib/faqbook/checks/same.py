"""`equal`: two values are the same, exactly; and how values and their difference read in one line."""

import math

from torch import Tensor

from faqbook.checks.conclude import begin, conclude
from faqbook.checks.numbers import two_things
from faqbook.record import Number, Result
from faqbook.record.words import show, whole

WIDTH = 72  # characters of a value in a line; what is longer is counted
CUT = 100  # of a value in a record or a difference
REPEATED = 4  # so many times the same is counted, too


def equal(id: str, measured, derived, what: str = "", sides: tuple[str, str] | None = None) -> Result:
    """measured is derived, without tolerance: numbers, strings, shapes, lists and dictionaries of them, tensors.

    Values are compared, not types: 1, 1.0 and True are the same, a tuple is the same as a list, a tensor as the nested
    list of its numbers. Integers of any size are compared exactly. sides: what the two are called, where both were
    measured. Raises ValueError for NaN anywhere, for empty tensors, and for a thing and itself, which would be equal to
    nothing, to everything, and always.
    """
    what, *names = begin(id, what, sides)
    two_things(measured=measured, derived=derived)
    left, right = _plain("measured", measured), _plain("derived", derived)
    passed = bool(left == right)
    texts, count, off = [_words(left), _words(right)], 1, ""
    if passed:
        texts, count = _counted(left, right, texts)
    elif max(map(len, texts)) > WIDTH or texts[0] == texts[1]:
        texts, off = ["", ""], _first_difference(left, right)
    roles = "measured", "measured" if sides else "theory"
    numbers = tuple(Number(*side) for side in zip(roles, texts, (_exact(left), _exact(right)), names, strict=True))
    return conclude(Result(id, "equal", what, passed, numbers, count, off=off))


def _plain(name: str, value):
    """value with tensors, arrays, tuples as nested lists of Python's numbers, which compare exactly."""
    if hasattr(value, "tolist"):  # a tensor or an array
        if 0 in value.shape:
            raise ValueError(f"{name}: expected at least one value, got shape {tuple(value.shape)}")
        value = value.detach().tolist() if isinstance(value, Tensor) else value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(name, item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(name, item) for key, item in value.items()}
    if isinstance(value, float | complex) and value != value:
        raise ValueError(f"{name}: expected a value, got NaN")
    return value


def _counted(left, right, texts: list[str]) -> tuple[list[str], int]:
    """Both sides as text, and how many values they hold: many times the same, or too many for a line, are counted."""
    leaves, which = list(_leaves(left)), list(_leaves(right))
    same = len(leaves) == len(which) > 1 and all(type(leaf) is type(which[0]) and leaf == which[0] for leaf in which)
    if same and len(which) >= (2 if isinstance(which[0], bool) else REPEATED):
        return ["", _words(which[0])], len(which)
    if max(map(len, texts)) <= WIDTH:
        return texts, 1
    return (["", ""], len(which)) if len(which) > 1 else ([_cut(text, WIDTH) for text in texts], 1)


def _leaves(value):
    if isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _leaves(item)
    else:
        yield value


def _words(value, inside: bool = False) -> str:
    """value as one reads it: 65,536; yes; 1, 2, 3; W_q = 6."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        text = ", ".join(_words(item, inside=True) for item in value) or ("" if inside else "none")
        return f"[{text}]" if inside or len(value) == 1 else text
    if isinstance(value, dict):
        return ", ".join(f"{key} = {_words(item, inside=True)}" for key, item in value.items()) or "none"
    if isinstance(value, int):
        return whole(value)
    return show(value) if isinstance(value, float) else repr(value)


def _first_difference(left, right, place: str = "") -> str:
    """Where two values that read alike, or are too long for a line, differ."""
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        keys = range(len(left))
    elif isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        keys = left.keys()
    elif isinstance(left, str) and isinstance(right, str):
        at = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
        return f"{left[at : at + 20]!r}, not {right[at : at + 20]!r}, at {place}[{at}]"
    else:
        return f"{left!r:.{CUT}}, not {right!r:.{CUT}}{f' at {place}' if place else ''}"
    key = next(key for key in keys if left[key] != right[key])
    return _first_difference(left[key], right[key], f"{place}[{key!r}]")


def _exact(value) -> float | int | str | bool:
    """value in full where JSON can hold it, else as it reads, cut."""
    if isinstance(value, bool | int | str) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return _cut(_words(value), CUT)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
