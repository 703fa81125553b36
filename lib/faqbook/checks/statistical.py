"""Checks with chance: the tolerance is six standard errors, from theory when `se` is given, else from the data.

A standard error that is itself estimated from few samples is multiplied by the t quantile of the same false-alarm rate
instead of by six. Samples are independent draws along the first dimension: average whatever is dependent within a draw
first. Further dimensions hold several quantities; then every one must pass, and the worst is printed.

The false-alarm rate, one in 500 million for each quantity, is exact for normal draws and for `rate_is`. Other draws
approach it as their number n grows: a skewness γ raises it by a factor of about exp(72 γ/√n), the square root of that
where the standard error is known. So a thousand draws do for averages, and squares or losses want ten thousand.
"""

import torch
from torch import Tensor

from faqbook.checks.binomial import allowed_hits
from faqbook.checks.conclude import begin, conclude
from faqbook.checks.numbers import STANDARD_ERRORS, estimated, finite, is_noise, number
from faqbook.record import Number, Result
from faqbook.record.words import show

FEWEST_FOR_VARIANCE = 1000  # squares of normal draws have skewness √8; fewer and false alarms pass one in a million


def mean_is(id: str, samples, derived, se=None, what: str = "") -> Result:
    """The mean of samples (n, …) is derived (…). se: the mean's standard error if theory gives it.

    Raises ValueError for NaN, ±∞, an empty sample, a single one without se, shapes that differ, a standard error of 0.
    """
    begin(id, what)
    draws = _draws("samples", samples)
    return _judge(id, "mean_is", what, draws, derived, se)


def variance_is(id: str, samples, derived, se=None, what: str = "") -> Result:
    """The variance of samples (n, …), about their own mean, is derived (…). se: its standard error if theory gives it,
    σ²·√((κ − 1)/n) for kurtosis κ (3 for a normal law); else it is estimated from the fourth moment.

    Raises ValueError as `mean_is` does, and for fewer than 1000 samples without se.
    """
    begin(id, what)
    draws = _draws("samples", samples)
    fewest = FEWEST_FOR_VARIANCE if se is None else 2
    if len(draws) < fewest:
        raise ValueError(f"samples: expected at least {fewest}, or with se at least 2, got {len(draws)}")
    squares = (draws - draws.mean(0)) ** 2 * (len(draws) / (len(draws) - 1))  # their mean is the unbiased variance
    return _judge(id, "variance_is", what, squares, derived, se)


def rate_is(id: str, hits: int | Tensor, trials: int | Tensor, derived: float, what: str = "") -> Result:
    """hits of trials independent trials is a share of derived, 0 < derived < 1 (use `equal` for 0 and 1).

    The hits allowed are those of the binomial law itself, so that few trials or a rare hit are judged as well as many.
    Raises ValueError for hits and trials that are no counts, for derived outside (0, 1), and where so few trials could
    not fail.
    """
    what, *_ = begin(id, what)
    counts = number("hits", hits), number("trials", trials)
    if not 0 <= counts[0] <= counts[1] or counts[1] < 1 or not all(count.is_integer() for count in counts):
        raise ValueError(f"hits: expected a whole number of trials, at least one trial; got {hits} of {trials}")
    hits, trials, rate = int(counts[0]), int(counts[1]), number("derived", derived)
    if not 0 < rate < 1:
        raise ValueError(f"derived: expected a rate between 0 and 1 (at 0 or 1 use equal), got {derived}")
    fewest, most = allowed_hits(trials, rate)
    if (fewest, most) == (0, trials):
        raise ValueError(f"trials: expected enough to tell {rate} from another rate, got {trials}: any hits would do")
    passed = fewest <= hits <= most
    share = hits / trials
    tolerance = f"{show(fewest / trials)} to {show(most / trials)}, {fewest:,} to {most:,} hits of {trials:,}"
    numbers = Number("measured", show(share), share), Number("theory", show(rate), rate)
    facts = {"hits": hits, "trials": trials, "fewest": fewest, "most": most}
    off = "" if passed else f"{hits:,} hits, not {fewest:,} to {most:,}"
    return conclude(Result(id, "rate_is", what, passed, numbers, tolerance=tolerance, off=off, facts=facts))


def slope_is(id: str, x, y, derived: float, what: str = "") -> Result:
    """The slope of the least-squares line of y over x. x (points); y (replicates, points), one line a replicate.

    Raises ValueError for shapes that differ, NaN, ±∞, an x without two different values, or a single replicate.
    """
    begin(id, what)
    positions, replicates = finite("x", x), _draws("y", y)
    if positions.ndim != 1 or replicates.shape[1:] != positions.shape or len(positions) < 2:
        wanted = f"(replicates, {len(positions)}) over at least 2 points"
        raise ValueError(f"y: expected {wanted}, got {tuple(replicates.shape)}")
    if (positions == positions[0]).all():
        raise ValueError("x: expected at least two different values, got one")
    centred = positions - positions.mean()
    return _judge(id, "slope_is", what, replicates @ centred / (centred @ centred), derived, None)


def _draws(name: str, samples) -> Tensor:
    draws = finite(name, samples)
    if draws.ndim == 0:
        raise ValueError(f"{name}: expected draws along a first dimension, got one number")
    return draws


def _judge(id: str, kind: str, what: str, draws: Tensor, derived, se) -> Result:
    """Conclude: the draws' mean within the allowed number of standard errors of derived, in every quantity."""
    what, *_ = begin(id, what)
    measured, target = draws.mean(0), finite("derived", derived)
    error, allowed = estimated(draws) if se is None else (finite("se", se), float(STANDARD_ERRORS))
    for name, value in (("derived", target), ("se", error)):
        if value.ndim and value.shape != measured.shape:
            shape = tuple(measured.shape)
            raise ValueError(f"{name}: expected one value or the shape {shape}, got {tuple(value.shape)}")
    measured, target, error = (value.flatten() for value in torch.broadcast_tensors(measured, target, error))
    if is_noise(error, measured.abs()):
        raise ValueError("se: expected more than 0; what never varies is for equal or close")
    distances = (measured - target).abs() / error
    worst = int(distances.argmax())
    value, expected, unit, distance = (x[worst].item() for x in (measured, target, error, distances))
    passed = distance <= allowed
    tolerance = f"±{show(allowed * unit, 2)}, {show(allowed, 2)} standard errors"
    off = "" if passed else f"off by {show(distance, 2)} standard errors"
    numbers = Number("measured", show(value), value), Number("theory", show(expected), expected)
    facts = {"se": unit, "standard_errors": distance, "allowed": allowed}
    return conclude(Result(id, kind, what, passed, numbers, len(distances), tolerance, off, facts))
