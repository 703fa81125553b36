"""Checks with chance: the tolerance is six standard errors, from theory when `se` is given, else from the data.

A standard error that is itself estimated from few samples is multiplied by the t quantile of the same false-alarm rate
instead of by six. Samples are independent draws along the first dimension: average whatever is dependent within a draw
first. Further dimensions hold several quantities; then every one must pass, and the worst is printed.
"""

import math

import torch
from torch import Tensor

from faqformer.checks.numbers import STANDARD_ERRORS, finite, quantile, show
from faqformer.checks.result import Result, conclude, require_id


def mean_is(id: str, samples, derived, se=None, what: str = "mean") -> Result:
    """The mean of samples (n, …) is derived (…). se: the mean's standard error if theory gives it."""
    require_id(id)
    draws = _draws("samples", samples)
    if se is None:
        _at_least_two(draws)
        se, allowed = draws.std(0) / math.sqrt(len(draws)), quantile(len(draws) - 1)
    else:
        allowed = float(STANDARD_ERRORS)
    return _judge(id, "mean_is", what, draws.mean(0), derived, se, allowed)


def variance_is(id: str, samples, derived, se=None, what: str = "variance") -> Result:
    """The variance of samples (n, …), about their own mean, is derived (…). se: its standard error if theory gives it,
    σ²·√((κ − 1)/n) for kurtosis κ (3 for a normal law); else it is estimated from the fourth moment.
    """
    require_id(id)
    draws = _draws("samples", samples)
    _at_least_two(draws)
    squares = (draws - draws.mean(0)) ** 2 * (len(draws) / (len(draws) - 1))  # their mean is the unbiased variance
    if se is None:
        se, allowed = squares.std(0) / math.sqrt(len(draws)), quantile(len(draws) - 1)
    else:
        allowed = float(STANDARD_ERRORS)
    return _judge(id, "variance_is", what, squares.mean(0), derived, se, allowed)


def rate_is(id: str, hits: int, trials: int, derived: float, what: str = "rate") -> Result:
    """hits of trials independent trials is a share of derived, 0 < derived < 1 (use `equal` for 0 and 1)."""
    require_id(id)
    if not 0 <= hits <= trials or trials < 1:
        raise ValueError(f"hits: expected 0 to trials, trials ≥ 1; got {hits} of {trials}")
    if not 0 < derived < 1:
        raise ValueError(f"derived: expected a rate between 0 and 1 (at 0 or 1 use equal), got {derived}")
    se = math.sqrt(derived * (1 - derived) / trials)
    return _judge(id, "rate_is", what, hits / trials, derived, se, float(STANDARD_ERRORS))


def slope_is(id: str, x, y, derived: float, what: str = "slope") -> Result:
    """The slope of the least-squares line of y over x. x (points); y (replicates, points), one line a replicate."""
    require_id(id)
    positions, replicates = finite("x", x), _draws("y", y)
    if positions.ndim != 1 or replicates.shape[1:] != positions.shape or len(positions) < 2:
        wanted = f"(replicates, {len(positions)}) over at least 2 points"
        raise ValueError(f"y: expected {wanted}, got {tuple(replicates.shape)}")
    centred = positions - positions.mean()
    if not centred.any():
        raise ValueError("x: expected at least two different values, got one")
    return mean_is(id, replicates @ centred / (centred @ centred), derived, what=what)


def less(id: str, smaller, larger, what: str = "") -> Result:
    """smaller < larger: two numbers, or paired samples (n) whose mean difference must exceed six standard errors."""
    require_id(id)
    low, high = finite("smaller", smaller), finite("larger", larger)
    if low.shape != high.shape or low.ndim > 1:
        shapes = f"{tuple(low.shape)} and {tuple(high.shape)}"
        raise ValueError(f"smaller: expected the shape of larger, () or (n), got {shapes}")
    gap, margin, allowed = high - low, 0.0, ""
    if gap.ndim:
        _at_least_two(gap)
        factor = quantile(len(gap) - 1)
        margin = factor * (gap.std() / math.sqrt(len(gap))).item()
        allowed = f"the gap must exceed {show(factor, 2)} standard errors, {show(margin, 2)}"
        if margin == 0:
            raise ValueError("smaller and larger: their difference never varies; compare two numbers instead")
    means = low.mean().item(), high.mean().item()
    passed = gap.mean().item() > margin
    values = {"smaller": means[0], "larger": means[1], "margin": margin}
    return conclude(Result(id, "less", what, f"less than {show(means[1])}", show(means[0]), allowed, passed, values))


def _draws(name: str, samples) -> Tensor:
    draws = finite(name, samples)
    if draws.ndim == 0:
        raise ValueError(f"{name}: expected draws along a first dimension, got one number")
    return draws


def _at_least_two(draws: Tensor) -> None:
    if len(draws) < 2:
        raise ValueError(f"samples: expected at least two to estimate a standard error, got {len(draws)}")


def _judge(id: str, kind: str, what: str, measured, derived, se, allowed: float) -> Result:
    """Conclude: measured within `allowed` standard errors of derived, in every quantity."""
    measured, target, error = finite("measured", measured), finite("derived", derived), finite("se", se)
    for name, value in (("derived", target), ("se", error)):
        if value.ndim and value.shape != measured.shape:
            shape = tuple(measured.shape)
            raise ValueError(f"{name}: expected one value or the shape {shape}, got {tuple(value.shape)}")
    measured, target, error = (value.flatten() for value in torch.broadcast_tensors(measured, target, error))
    if not (error > 0).all():
        raise ValueError(
            "se: expected a positive standard error, got 0 or less; for a value that never varies use equal"
        )
    distances = (measured - target).abs() / error
    worst = int(distances.argmax())
    value, expected, unit, distance = (x[worst].item() for x in (measured, target, error, distances))
    passed = distance <= allowed
    tolerance = f"±{show(allowed * unit, 2)} = {show(allowed, 2)} standard errors"
    if not passed:
        tolerance += f"; off by {show(distance)}"
    if len(distances) > 1:
        what = f"worst of {len(distances)}, {what}"
    values = {"measured": value, "derived": expected, "se": unit, "standard_errors": distance, "allowed": allowed}
    return conclude(Result(id, kind, what, show(expected), show(value), tolerance, passed, values))
