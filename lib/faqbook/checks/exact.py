"""Checks without chance: identities, differences, refusals."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from faqbook.checks.conclude import begin, conclude
from faqbook.checks.numbers import finite, number, two_things
from faqbook.record import Number, Result
from faqbook.record.words import bound, show

UNIT_ROUNDOFF = {torch.float64: 2.0**-53, torch.float32: 2.0**-24, torch.float16: 2.0**-11, torch.bfloat16: 2.0**-8}


def rounding(operations: float, scale: float, dtype: torch.dtype = torch.float64) -> float:
    """The most that rounding can make of an identity: scale · nu / (1 − nu), for n rounded operations.

    operations: n, those on the longest path; scale: the sum of the terms' absolute values (the result's unit); u:
    dtype's unit round-off. The bound is Higham's (Accuracy and Stability of Numerical Algorithms, 2002, lemma 3.1).
    Raises ValueError unless n and scale are positive and finite and nu < 1, TypeError for another dtype.
    """
    operations, scale = _plain("operations", operations), _plain("scale", scale)
    if not (0 < operations < math.inf and 0 < scale < math.inf):
        raise ValueError(f"operations and scale: expected positive numbers, got {operations} and {scale}")
    if dtype not in UNIT_ROUNDOFF:
        raise TypeError(f"dtype: expected a floating-point type, got {dtype}")
    relative = operations * UNIT_ROUNDOFF[dtype]
    if relative >= 1:
        raise ValueError(f"operations: expected fewer than {1 / UNIT_ROUNDOFF[dtype]:.3g} in {dtype}, got {operations}")
    return scale * relative / (1 - relative)


def close(id: str, measured, derived, tolerance: float, what: str = "", sides: tuple[str, str] | None = None) -> Result:
    """|measured − derived| ≤ tolerance in every element; tolerance in the values' own unit, see `rounding`.

    sides: what the two are called, where both were measured. Raises ValueError for shapes that differ, NaN, ±∞, empty
    tensors, a thing and itself, or a tolerance that is not a positive number.
    """
    what, *names = begin(id, what, sides)
    two_things(measured=measured, derived=derived)
    left, right = _alike(measured=measured, derived=derived)
    tolerance = _positive("tolerance", tolerance)
    error = (left - right).abs().max().item()
    passed = error <= tolerance
    allowed = f"{'to' if tolerance < 1e-3 else 'within'} {bound(tolerance)}"
    found, given, off = _values(left, right, tolerance, error)
    if passed:
        off = ""
    numbers = Number("measured", *found, names[0]), Number("measured" if sides else "theory", *given, names[1])
    facts = {"error": error, "tolerance": tolerance}
    return conclude(Result(id, "close", what, passed, numbers, right.numel(), allowed, off, facts))


def _values(left: Tensor, right: Tensor, tolerance: float, error: float) -> tuple[tuple, tuple, str]:
    """Each side as (text, value), and how far apart they are where the texts do not show it.

    Of many values the text is the one that all of `right` are, if they are. Digits below the tolerance are noise, which
    differs from machine to machine: then the measured text is empty, and the tolerance, a bound, says all there is.
    """
    first, apart = right.flatten()[0].item(), f"off by {show(error)}"
    if right.numel() > 1:
        constant = show(first) if (right == first).all() else ""
        return ("", f"{left.numel()} values"), (constant, f"{right.numel()} values"), apart.replace("by", "by up to")
    value = left.flatten()[0].item()
    if error <= tolerance and not _coarse(tolerance, first):
        return ("", value), (show(first), first), ""
    if error > tolerance and show(value) == show(first):
        return ("", value), (show(first), first), apart
    return (show(value), value), (show(first), first), ""


def _coarse(tolerance: float, derived: float) -> bool:
    """Whether the tolerance is so far above float noise that the measured digits say something."""
    return tolerance > (1e-6 * abs(derived) if abs(derived) > tolerance else 1e-4)


def differs(id: str, a, b, by: float, what: str = "", sides: tuple[str, str] | None = None) -> Result:
    """|a − b| ≥ by in at least one element.

    Raises ValueError for shapes that differ, NaN, ±∞, a thing and itself, or by ≤ 0.
    """
    what, *names = begin(id, what, sides)
    two_things(a=a, b=b)
    left, right = _alike(a=a, b=b)
    by = _positive("by", by)
    gap = (left - right).abs().max().item()
    both = Number("measured", short_of(gap, by), gap, " and ".join(filter(None, names)))
    numbers = both, Number("required", show(by), by)
    return conclude(Result(id, "differs", what, gap >= by, numbers))


def raises(id: str, exception: type[Exception], function: Callable, *args, what: str = "", **kwargs) -> Result:
    """function(*args, **kwargs) raises exception (or a subclass). Another exception passes through.

    Raises TypeError when exception is no class of exceptions.
    """
    what, *_ = begin(id, what)
    if not (isinstance(exception, type) and issubclass(exception, Exception)):
        raise TypeError(f"exception: expected a class of exceptions, got {exception!r}")
    try:
        function(*args, **kwargs)
    except exception as error:
        measured, message, passed = type(error).__name__, str(error), True
    else:
        measured, message, passed = "no error", "", False
    numbers = Number("measured", measured, measured), Number("required", exception.__name__, exception.__name__)
    return conclude(Result(id, "raises", what, passed, numbers, facts={"message": message}))


def short_of(value: float, least: float) -> str:
    """value; where it misses a bound but would read like it, in full."""
    return repr(value) if value != least and show(value) == show(least) else show(value)


def _plain(name: str, value: float | Tensor) -> float:
    """A tensor's one number, so that a record of the check holds nothing that JSON does not know."""
    return number(name, value) if isinstance(value, Tensor) else value


def _positive(name: str, value: float | Tensor) -> float:
    value = _plain(name, value)
    if not 0 < value < math.inf:
        raise ValueError(f"{name}: expected a positive number, got {value}")
    return float(value)


def _alike(**values) -> list[Tensor]:
    """Two values as finite tensors of one shape; their names are for the errors."""
    (first, second), (left, right) = values, [finite(name, value) for name, value in values.items()]
    if left.shape != right.shape:
        raise ValueError(f"{first}: expected the shape of {second}, {tuple(right.shape)}, got {tuple(left.shape)}")
    return [left, right]
