"""Checks without chance: identities, orders, bounds, refusals."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from faqbook.checks.numbers import finite, number, show
from faqbook.checks.result import Result, conclude, require_id

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


def close(id: str, measured, derived, tolerance: float, what: str = "") -> Result:
    """|measured − derived| ≤ tolerance in every element; tolerance in the values' own unit, see `rounding`.

    Raises ValueError for shapes that differ, NaN, ±∞, empty tensors, or a tolerance that is not a positive number.
    """
    require_id(id)
    left, right = _alike(measured=measured, derived=derived)
    tolerance = _plain("tolerance", tolerance)
    if not 0 < tolerance < math.inf:
        raise ValueError(f"tolerance: expected a positive number, got {tolerance}")
    error = (left - right).abs().max().item()
    passed = error <= tolerance
    values = {"error": error, "tolerance": float(tolerance)}
    expected, found, allowed = f"{right.numel()} values", "the same", f"within {show(tolerance, 2)}"
    if left.ndim == 0:
        values |= {"measured": left.item(), "derived": right.item()}
        expected = show(right.item())
        if _coarse(tolerance, right.item()):
            found, allowed = show(left.item()), f"±{show(tolerance, 2)}"
    if not passed and found in ("the same", expected):
        found = f"off by {show(error)}"
    return conclude(Result(id, "close", what, expected, found, allowed, passed, values))


def _plain(name: str, value: float | Tensor) -> float:
    """A tensor's one number, so that a record of the check holds nothing that JSON does not know."""
    return number(name, value) if isinstance(value, Tensor) else value


def _alike(**values) -> list[Tensor]:
    """Two values as finite tensors of one shape; their names are for the errors."""
    (first, second), (left, right) = values, [finite(name, value) for name, value in values.items()]
    if left.shape != right.shape:
        raise ValueError(f"{first}: expected the shape of {second}, {tuple(right.shape)}, got {tuple(left.shape)}")
    return [left, right]


def _coarse(tolerance: float, derived: float) -> bool:
    """Whether the tolerance is so far above float noise that the measured digits say something.

    Below it they are noise, which differs from machine to machine: then the tolerance, a bound, says all there is.
    """
    return tolerance > (1e-6 * abs(derived) if abs(derived) > tolerance else 1e-4)


def at_least(id: str, measured, bound, what: str = "") -> Result:
    """measured ≥ bound, two numbers. Raises ValueError for NaN, ±∞, or several values."""
    require_id(id)
    value, least = number("measured", measured), number("bound", bound)
    values = {"measured": value, "bound": least}
    expected = f"at least {show(least)}"
    return conclude(Result(id, "at_least", what, expected, _shown(value, least), "", value >= least, values))


def differs(id: str, a, b, by: float, what: str = "") -> Result:
    """|a − b| ≥ by in at least one element. Raises ValueError for shapes that differ, NaN, ±∞, or by ≤ 0."""
    require_id(id)
    left, right = _alike(a=a, b=b)
    by = _plain("by", by)
    if not 0 < by < math.inf:
        raise ValueError(f"by: expected a positive number, got {by}")
    gap = (left - right).abs().max().item()
    expected, found = f"apart by at least {show(by)}", f"apart by {_shown(gap, by)}"
    return conclude(Result(id, "differs", what, expected, found, "", gap >= by, {"gap": gap, "by": float(by)}))


def _shown(value: float, least: float) -> str:
    """value; where it falls short but would read like the bound, in full."""
    return repr(value) if value < least and show(value) == show(least) else show(value)


def raises(id: str, exception: type[Exception], function: Callable, *args, **kwargs) -> Result:
    """function(*args, **kwargs) raises exception (or a subclass). Another exception passes through.

    Raises TypeError when exception is no class of exceptions.
    """
    require_id(id)
    if not (isinstance(exception, type) and issubclass(exception, Exception)):
        raise TypeError(f"exception: expected a class of exceptions, got {exception!r}")
    try:
        function(*args, **kwargs)
    except exception as error:
        measured, message, passed = type(error).__name__, str(error), True
    else:
        measured, message, passed = "no exception", "", False
    values = {"measured": measured, "message": message}
    return conclude(Result(id, "raises", "", exception.__name__, measured, "", passed, values))
