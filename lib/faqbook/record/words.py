"""Numbers as a reader sees them: rounded far above float noise, so that every machine prints the same."""

import math
from decimal import ROUND_HALF_UP, Context, Decimal

WHOLE = 10**9  # integers below it are printed whole
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def show(value: float, digits: int = 3) -> str:
    """value to so many significant digits: 0.313, 65,536, −2, 1.23·10⁻⁶.

    It is rounded twice: to 12 digits, which removes the noise, and from there half up, so that a tie such as 0.3125
    falls the same way with and without noise. Integers below a billion are printed whole.
    """
    if not math.isfinite(value):
        return "NaN" if value != value else "∞" if value > 0 else "−∞"
    quiet = Decimal(f"{value:.11e}")
    if abs(quiet) < WHOLE and quiet == quiet.to_integral_value():
        return whole(int(quiet))
    rounded = Context(prec=digits, rounding=ROUND_HALF_UP).plus(quiet)
    exponent = rounded.adjusted()
    if -5 < exponent < 6:
        return _signed(f"{rounded.normalize():,f}" if exponent >= 4 else f"{rounded.normalize():f}")
    return _power(rounded.scaleb(-exponent).normalize(), exponent)


def whole(value: int) -> str:
    """An integer in full; from five digits on in groups of three."""
    return _signed(f"{value:,}" if abs(value) >= 10_000 else str(value))


def bound(value: float) -> str:
    """A tiny positive number as the next power of ten above it, 10⁻¹²; from a thousandth on in two digits."""
    if value >= 1e-3:
        return show(value, 2)
    return _power(Decimal(1), math.ceil(Decimal(f"{value:.11e}").log10()))


def of_id(id: str) -> str:
    """The words of a check's id, for a check that does not say what it compares: `scaling.unit-variance`."""
    return id.partition(".")[2].replace("-", " ")


def _power(factor: Decimal, exponent: int) -> str:
    power = f"10{str(exponent).translate(RAISED)}"
    if abs(factor) == 1:
        return _signed(f"{'-' if factor < 0 else ''}{power}")
    return _signed(f"{factor:f}·{power}")


def _signed(text: str) -> str:
    return text.replace("-", "−")
