"""Checks of order: one number less than another, or beyond a bound that theory gives or that we require."""

from faqbook.checks.conclude import begin, conclude
from faqbook.checks.exact import short_of
from faqbook.checks.numbers import estimated, finite, is_noise, number, two_things
from faqbook.record import Number, Result, ranges
from faqbook.record.words import show

NOISE = 1e-9  # beside a number so many times larger, digits differ from machine to machine


def less(id: str, smaller, larger, what: str = "", sides: tuple[str, str] | None = None) -> Result:
    """smaller < larger: two measured numbers, or paired samples (n) whose mean difference must exceed six standard
    errors. sides: what the two are called.

    Raises ValueError for shapes that differ, NaN, ±∞, a single pair, or a difference that never varies.
    """
    what, *names = begin(id, what, sides)
    two_things(smaller=smaller, larger=larger)
    low, high = finite("smaller", smaller), finite("larger", larger)
    if low.shape != high.shape or low.ndim > 1:
        shapes = f"{tuple(low.shape)} and {tuple(high.shape)}"
        raise ValueError(f"smaller: expected the shape of larger, () or (n), got {shapes}")
    gap, margin, tolerance, off = high - low, 0.0, "", ""
    if gap.ndim:
        se, factor = estimated(gap)
        margin = factor * se.item()
        tolerance = f"a gap of more than {show(factor, 2)} standard errors, {show(margin, 2)}"
        if is_noise(se, low.abs().max() + high.abs().max()):
            raise ValueError("smaller and larger: their difference never varies; compare two numbers instead")
    means = low.mean().item(), high.mean().item()
    passed = gap.mean().item() > margin
    if not passed and means[0] < means[1]:
        off = f"not by {show(factor, 2)} standard errors"
    texts = _told_apart(*means)
    numbers = tuple(Number("measured", *side) for side in zip(texts, means, names, strict=True))
    return conclude(Result(id, "less", what, passed, numbers, tolerance=tolerance, off=off, facts={"margin": margin}))


def at_least(id: str, measured, *, theory=None, required=None, what: str = "", within=None) -> Result:
    """measured ≥ theory, the least that theory allows, or ≥ required, a threshold of ours: exactly one of the two.

    within: the least and the greatest value that the quantity can have; by default what the words of `what` say (share,
    probability, accuracy, cosine …). Raises ValueError for NaN, ±∞, several values, or a bound that every possible
    value meets, or none; TypeError unless one bound is given.
    """
    return _bounded(id, "at_least", measured, theory, required, what, within)


def at_most(id: str, measured, *, theory=None, required=None, what: str = "", within=None) -> Result:
    """measured ≤ theory, the most that theory allows, or ≤ required, a threshold of ours; raises as `at_least` does."""
    return _bounded(id, "at_most", measured, theory, required, what, within)


def _bounded(id: str, kind: str, measured, theory, required, what: str, within) -> Result:
    what, *_ = begin(id, what)
    if (theory is None) == (required is None):
        given = "none" if theory is None else "both"
        raise TypeError(f"{kind}: expected theory=… (what follows) or required=… (what we ask for), got {given}")
    role, name, limit = ("bound", "theory", theory) if required is None else ("required", "required", required)
    value, limit = number("measured", measured), number(name, limit)
    possible = ranges.named(what, value) if within is None else ranges.given(within, value)
    if possible and (reason := ranges.empty(kind, limit, possible)):
        raise ValueError(f"{name}: expected a bound that can fail and can hold, got {limit:g}, which {reason}")
    passed = value >= limit if kind == "at_least" else value <= limit
    text = "about 0" if abs(value) < NOISE * abs(limit) else show(value) if passed else short_of(value, limit)
    return conclude(Result(id, kind, what, passed, (Number("measured", text, value), Number(role, show(limit), limit))))


def _told_apart(low: float, high: float) -> tuple[str, str]:
    """Two numbers with as many digits as tell them apart, three to six; noise beside a larger one is about 0."""
    if abs(low) < NOISE * abs(high):
        return "about 0", show(high)
    for digits in range(3, 7):
        texts = show(low, digits), show(high, digits)
        if texts[0] != texts[1]:
            break
    return texts
