"""What a typed number is compared with, and how the answer is written."""

import math
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction

ROUND_OFF = 1e-9  # of the value or of the last digit: what parsing a decimal, or dividing a fraction, may lose


def accepted(value: float, digits: int | None = None, places: int | None = None) -> tuple[float, float]:
    """The interval of typed numbers that count as value.

    Rounded to significant digits or decimal places, that is half a unit of the last one on either side, and the value
    cut off there; with neither, the value alone. Raises ValueError for significant digits of zero.
    """
    unit = _unit(value, digits, places)
    if unit is None:
        slack = ROUND_OFF * abs(value)
        return value - slack, value + slack
    half, cut = float(unit) * (0.5 + ROUND_OFF), float(Decimal(value).quantize(unit, ROUND_DOWN))
    return min(value - half, cut), max(value + half, cut)


def is_short(value: float) -> bool:
    """Can a reader give it exactly, as an integer or a small fraction?"""
    if isinstance(value, int) or value == int(value):
        return True
    return math.isclose(Fraction(value).limit_denominator(10_000), value, rel_tol=1e-13)


def wanted(digits: int | None, places: int | None) -> str:
    """What the reader is told about rounding."""
    if digits is not None:
        return f"{digits} significant digit{'s' if digits > 1 else ''} will do."
    if places is not None:
        return f"Round to {places} decimal place{'s' if places > 1 else ''}." if places else "Round to a whole number."
    return "Exactly; a fraction will do."


def show(value: float, digits: int | None = None, places: int | None = None) -> str:
    """The answer as the reader would write it: 109,482,240; 0.125; 1/3; 0.14; 1.4·10⁻⁷."""
    if isinstance(value, bool):
        raise ValueError("value: expected a number, got a bool")
    unit = _unit(value, digits, places)
    if unit is not None:
        rounded = Decimal(value).quantize(unit, ROUND_HALF_UP)
        if digits is not None and not -5 < rounded.adjusted() < 7:
            mantissa = rounded.scaleb(-rounded.adjusted())
            power = str(rounded.adjusted()).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
            return f"{mantissa:f}·10{power}".replace("-", "−")
        return f"{rounded:,f}".replace("-", "−")
    if value == int(value):
        return f"{int(value):,}".replace("-", "−")
    fraction = Fraction(value).limit_denominator(10_000)
    text = f"{value:.6g}"
    return (text if float(text) == value and "e" not in text else str(fraction)).replace("-", "−")


def _unit(value: float, digits: int | None, places: int | None) -> Decimal | None:
    """One in the last wanted digit of value."""
    if places is not None:
        return Decimal(1).scaleb(-places)
    if digits is None:
        return None
    if not value:
        raise ValueError("digits: zero has no significant digits; use places, or ask for it exactly")
    return Decimal(1).scaleb(Decimal(value).adjusted() - digits + 1)
