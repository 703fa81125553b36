"""What a typed number is compared with, and how the answer is written."""

import math
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

ROUND_OFF = 1e-9  # of the value or of the last digit: what parsing a decimal, or dividing a fraction, may lose
NOISE = 12  # significant digits that float arithmetic leaves: 2.9999999999999996 is 3, and not cut off to 2.9
CERTAIN = 1e9  # below it, what is whole within the noise is whole
SMALL = 10_000  # integers below are counted on fingers, so to speak: rounding one is an error, no lack of precision
DECIMALS = 9  # digits from which a fraction written as a decimal is as good as exact


def accepted(value: float, digits: int | None = None, places: int | None = None) -> tuple[float, float]:
    """The interval of typed numbers that count as value.

    Rounded to significant digits or decimal places, that is half a unit of the last one on either side, and the value
    cut off there; with neither, the value alone. Raises ValueError for significant digits of zero.
    """
    unit = _unit(value, digits, places)
    if unit is None:
        slack = ROUND_OFF * abs(value)
        return value - slack, value + slack
    half, cut = float(unit) * (0.5 + ROUND_OFF), float(_quantize(_decimal(value), unit, ROUND_DOWN))
    return min(value - half, cut), max(value + half, cut)


def coarse(value: float, digits: int | None = None, places: int | None = None) -> tuple[float, ...]:
    """The numbers that are right and only not precise enough: value to fewer digits than are wanted.

    To two digits or more, rounded or cut off; to one, rounded, where two are wanted. What is wanted exactly can be
    given too coarsely when it is a fraction or a large integer.
    """
    exact = _decimal(value).normalize()
    low, high = accepted(value, digits, places)
    found = []
    for n in _fewer(exact, digits, places):
        ways = (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN) if n > 1 else (ROUND_HALF_UP, ROUND_HALF_EVEN)
        found += [float(_quantize(exact, Decimal(1).scaleb(exact.adjusted() - n + 1), way)) for way in ways]
    return tuple(number for number in dict.fromkeys(found) if not low <= number <= high)


def _fewer(exact: Decimal, digits: int | None, places: int | None) -> range:
    """The numbers of significant digits that are too few, and not so few that nobody would call it right."""
    if digits is None and places is None:
        if exact != exact.to_integral_value():
            return range(2, DECIMALS + 1)
        return range(2, len(exact.as_tuple().digits)) if abs(exact) >= SMALL else range(0)
    wanted = digits if digits is not None else exact.adjusted() + places + 1
    return range(min(2, max(1, wanted - 1)), wanted)


def is_whole(value: float) -> bool:
    return value == int(value) or (abs(value) < CERTAIN and _decimal(value) == _decimal(value).to_integral_value())


def is_short(value: float) -> bool:
    """Can a reader give it exactly, as an integer or a small fraction?"""
    return is_whole(value) or (
        abs(value) < SMALL and math.isclose(Fraction(value).limit_denominator(SMALL), value, rel_tol=1e-13)
    )


def lacking(digits: int | None, places: int | None) -> str:
    """What a reader is told whose number is right and too coarse."""
    need = "it is wanted exactly; a fraction will do"
    if digits is not None:
        need = f"{digits} significant digits are wanted"
    elif places is not None:
        need = (
            f"{places} decimal place{'s are' if places > 1 else ' is'} wanted" if places else "round to a whole number"
        )
    return f"Right, but not precise enough: {need}."


def show(value: float, digits: int | None = None, places: int | None = None) -> str:
    """The answer as the reader would write it: 109,482,240; 0.125; 1/3; 0.14; 1.4·10⁻⁷."""
    if isinstance(value, bool):
        raise ValueError("value: expected a number, got a bool")
    unit = _unit(value, digits, places)
    if unit is not None:
        rounded = _quantize(_decimal(value), unit, ROUND_HALF_UP)
        if digits is not None and not -5 < rounded.adjusted() < 7:
            mantissa = rounded.scaleb(-rounded.adjusted())
            power = str(rounded.adjusted()).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
            return f"{mantissa:f}·10{power}".replace("-", "−")
        return f"{rounded:,f}".replace("-", "−")
    short = Decimal(f"{value:.6g}")
    if is_whole(value):
        text = f"{int(_decimal(value)):,}"
    elif short == _decimal(value) and short.adjusted() > -5:
        text = f"{short.normalize():,f}"
    else:
        text = str(Fraction(value).limit_denominator(SMALL))
    return text.replace("-", "−")


def _decimal(value: float) -> Decimal:
    """value without the noise of float arithmetic; an integer as it is."""
    return Decimal(int(value)) if value == int(value) else Decimal(f"{value:.{NOISE}g}")


def _quantize(number: Decimal, unit: Decimal, way: str) -> Decimal:
    return number.quantize(unit, way, Context(prec=400))  # enough for every float


def _unit(value: float, digits: int | None, places: int | None) -> Decimal | None:
    """One in the last wanted digit of value."""
    if places is not None:
        return Decimal(1).scaleb(-places)
    if digits is None:
        return None
    if not value:
        raise ValueError("digits: zero has no significant digits; use places, or ask for it exactly")
    return Decimal(1).scaleb(_decimal(value).adjusted() - digits + 1)
