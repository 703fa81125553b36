"""Checks without chance: identities, orders, bounds, refusals."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from faqformer.checks.numbers import finite, show
from faqformer.checks.result import Result, conclude, require_id

UNIT_ROUNDOFF = {torch.float64: 2.0**-53, torch.float32: 2.0**-24, torch.float16: 2.0**-11, torch.bfloat16: 2.0**-8}


def rounding(operations: int, scale: float, dtype: torch.dtype = torch.float64) -> float:
    """The most that rounding can make of an identity: operations · u · scale.

    operations: rounded operations on the longest path; scale: the sum of the terms' absolute values (the result's
    unit); u: dtype's unit round-off. Raises ValueError unless operations and scale are positive.
    """
    if not (operations > 0 and scale > 0):
        raise ValueError(f"operations and scale: expected positive numbers, got {operations} and {scale}")
    if dtype not in UNIT_ROUNDOFF:
        raise TypeError(f"dtype: expected a floating-point type, got {dtype}")
    return operations * UNIT_ROUNDOFF[dtype] * scale


def equal(id: str, measured, derived, what: str = "") -> Result:
    """measured is derived: numbers, strings, shapes, lists, or tensors of the same shape, without tolerance.

    Raises ValueError for NaN on either side, and for empty tensors.
    """
    require_id(id)
    if isinstance(measured, Tensor) or isinstance(derived, Tensor):
        left, right = finite("measured", measured), finite("derived", derived)
        passed = left.shape == right.shape and bool((left == right).all())
    else:
        for name, value in (("measured", measured), ("derived", derived)):
            if isinstance(value, float) and math.isnan(value):
                raise ValueError(f"{name}: expected a value, got NaN")
        passed = bool(measured == derived)
    found, expected = _describe(measured), _describe(derived)
    values = {"measured": found, "derived": expected}
    return conclude(Result(id, "equal", what, expected, found, "exact", passed, values))


def close(id: str, measured, derived, tolerance: float, what: str = "") -> Result:
    """|measured − derived| ≤ tolerance in every element; tolerance in the values' own unit, see `rounding`.

    Raises ValueError for shapes that differ, NaN, ±∞, empty tensors, or a tolerance that is not a positive number.
    """
    require_id(id)
    left, right = finite("measured", measured), finite("derived", derived)
    if left.shape != right.shape:
        raise ValueError(f"measured: expected the shape of derived, {tuple(right.shape)}, got {tuple(left.shape)}")
    if not 0 < tolerance < math.inf:
        raise ValueError(f"tolerance: expected a positive number, got {tolerance}")
    error = (left - right).abs().max().item()
    passed = error <= tolerance
    if left.ndim == 0 and tolerance > 1e-6 * abs(right.item()):  # worth reading as a number
        shown = show(right.item()), show(left.item())
        allowed = f"±{show(tolerance, 2)} allowed"
    else:
        shown = (
            show(right.item()) if right.numel() == 1 else f"{right.numel()} values",
            "the same" if passed else f"off by {show(error)}",
        )
        allowed = f"within {show(tolerance, 2)}"
    return conclude(Result(id, "close", what, *shown, allowed, passed, {"error": error, "tolerance": tolerance}))


def at_least(id: str, measured: float, bound: float, what: str = "") -> Result:
    """measured ≥ bound. Raises ValueError for NaN or ±∞."""
    require_id(id)
    value, least = finite("measured", measured).item(), finite("bound", bound).item()
    return conclude(
        Result(
            id,
            "at_least",
            what,
            f"at least {show(least)}",
            show(value),
            "",
            value >= least,
            {"measured": value, "bound": least},
        )
    )


def differs(id: str, a, b, by: float, what: str = "") -> Result:
    """|a − b| ≥ by in at least one element. Raises ValueError for shapes that differ, NaN, ±∞, or by ≤ 0."""
    require_id(id)
    left, right = finite("a", a), finite("b", b)
    if left.shape != right.shape:
        raise ValueError(f"a: expected the shape of b, {tuple(right.shape)}, got {tuple(left.shape)}")
    if not 0 < by < math.inf:
        raise ValueError(f"by: expected a positive number, got {by}")
    gap = (left - right).abs().max().item()
    return conclude(
        Result(
            id,
            "differs",
            what,
            f"apart by at least {show(by)}",
            f"apart by {show(gap)}",
            "",
            gap >= by,
            {"gap": gap, "by": by},
        )
    )


def raises(id: str, exception: type[Exception], function: Callable, *args, **kwargs) -> Result:
    """function(*args, **kwargs) raises exception (or a subclass). Another exception passes through."""
    require_id(id)
    try:
        function(*args, **kwargs)
    except exception as error:
        measured, passed = type(error).__name__, True
    else:
        measured, passed = "no exception", False
    return conclude(Result(id, "raises", "", exception.__name__, measured, "", passed, {"measured": measured}))


def _describe(value) -> str:
    if isinstance(value, Tensor):
        return repr(value.tolist()) if value.numel() <= 8 else f"a tensor of shape {tuple(value.shape)}"
    return show(value) if isinstance(value, float) else str(value)
