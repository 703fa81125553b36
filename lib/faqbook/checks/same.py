"""`equal`: two values are the same, exactly; and how values and their difference read in one line."""

import math

from torch import Tensor

from faqbook.checks.numbers import show
from faqbook.checks.result import Result, conclude, require_id

WIDTH = 100  # characters of a value in a line


def equal(id: str, measured, derived, what: str = "") -> Result:
    """measured is derived, without tolerance: numbers, strings, shapes, lists and dictionaries of them, tensors.

    Values are compared, not types: 1, 1.0 and True are the same, a tuple is the same as a list, a tensor as the nested
    list of its numbers. Integers of any size are compared exactly. Raises ValueError for NaN anywhere and for empty
    tensors, which would be equal to nothing and to everything.
    """
    require_id(id)
    left, right = _plain("measured", measured), _plain("derived", derived)
    passed = bool(left == right)
    found, expected = _describe(left), _describe(right)
    if not passed and found == expected:
        found = _first_difference(left, right)
    values = {"measured": _exact(left), "derived": _exact(right)}
    return conclude(Result(id, "equal", what, expected, found, "exact", passed, values))


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


def _describe(value) -> str:
    if isinstance(value, list):
        text = "[" + ", ".join(_describe(item) for item in value[:WIDTH]) + "]"
        return text if len(text) <= WIDTH else f"{len(value)} values, {text[: WIDTH // 2]}…"
    if isinstance(value, dict):
        text = "{" + ", ".join(f"{key!r}: {_describe(item)}" for key, item in value.items()) + "}"
    elif isinstance(value, float):
        text = show(value)
    else:
        text = repr(value)
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"


def _first_difference(left, right, place: str = "") -> str:
    """Where two values that read alike differ."""
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        keys = range(len(left))
    elif isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        keys = left.keys()
    elif isinstance(left, str) and isinstance(right, str):
        at = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
        return f"{left[at : at + 20]!r}, not {right[at : at + 20]!r}, at {place}[{at}]"
    else:
        at_place = f" at {place}" if place else ""
        return f"{left!r:.{WIDTH}}, not {right!r:.{WIDTH}}{at_place}"
    key = next(key for key in keys if left[key] != right[key])
    return _first_difference(left[key], right[key], f"{place}[{key!r}]")


def _exact(value) -> float | int | str | bool:
    """value in full where JSON can hold it, else as it reads."""
    if isinstance(value, bool | int | str) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return _describe(value)
