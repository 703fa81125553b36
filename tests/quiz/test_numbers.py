"""Typed numbers: what counts as right, and how the answer is written."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faqbook.quiz.numbers import accepted, coarse, is_short, lacking, show

FINITE = st.floats(1e-6, 1e9) | st.floats(-1e9, -1e-6)


@pytest.mark.parametrize(
    ("value", "rounding", "right", "wrong"),
    [
        (8, {}, [8, 8.0], [7.9999, 8.0001, -8]),
        (1 / 3, {}, [1 / 3, 0.333333333333], [0.333333, 0.34]),
        (0, {}, [0.0], [1e-12]),
        (2 / 3, {"digits": 2}, [0.67, 0.66, 0.667, 0.6667, 2 / 3], [0.65, 0.68, 0.7]),
        (-2 / 3, {"digits": 2}, [-0.67, -0.66, -0.667], [-0.65, -0.68, 0.67]),
        (0.125, {"digits": 2}, [0.12, 0.13, 0.125], [0.119, 0.131]),
        (8.0, {"digits": 1}, [8, 8.4], [7, 9]),
        (199.6, {"digits": 3}, [200, 199, 199.6], [198, 201]),
        (12.344, {"places": 1}, [12.3, 12.34, 12.344], [12.2, 12.4]),
        (87.7, {"places": 0}, [87, 88, 87.7], [86, 89]),
        (2.9999999999999996, {"digits": 2}, [3, 2.97, 3.04], [2.9, 3.1]),
    ],
)
def test_sensible_roundings(value, rounding, right, wrong):
    low, high = accepted(value, **rounding)
    assert all(low <= x <= high for x in right)
    assert not any(low <= x <= high for x in wrong)


@settings(deadline=None)
@given(FINITE, st.integers(1, 8))
def test_any_careful_rounding_is_accepted(value, digits):
    """Rounded to the wanted digits or to more, to even or up, or cut off."""
    low, high = accepted(value, digits=digits)
    for n in range(digits, 12):
        assert low <= float(f"{value:.{n - 1}e}") <= high
    mantissa, exponent = f"{value:.11e}".split("e")  # float noise is none of the reader's
    unit = 10.0 ** (int(exponent) - digits + 1)
    assert low <= float(f"{mantissa[: (value < 0) + 1 + digits]}e{exponent}") <= high
    assert high - low < 1.6 * unit


@pytest.mark.parametrize(
    ("value", "rounding", "right", "wrong"),
    [
        (2**0.5 / 10, {"digits": 2}, [0.1], [0.2, 0.14, 0]),
        (2 / 3, {"digits": 3}, [0.67, 0.66], [0.7, 0.6, 0.65]),
        (1809.04, {"digits": 2}, [2000], [1000]),
        (87.65, {"places": 1}, [88, 87], [90, 80]),
        (12.5, {"places": 0}, [10], [12, 13]),
        (0.04, {"places": 1}, [], [0, 0.1]),
        (4.7, {"digits": 1}, [], [4, 5]),
        (1 / 3, {}, [0.33, 0.333, 0.33333333], [0.3, 0.34, 1 / 3]),
        (-0.125, {}, [-0.13, -0.12], [-0.1, 0.13]),
        (0.25, {}, [], [0.3, 0.2]),
        (64, {}, [], [60]),
        (9_999, {}, [], [10_000]),
        (109_482_240, {}, [110e6, 109e6, 109.48e6, 109_482_200], [105e6, 108e6, 109_482_241]),
        (0, {}, [], [0]),
    ],
)
def test_what_is_only_not_precise_enough(value, rounding, right, wrong):
    found = coarse(value, **rounding)
    assert all(any(math.isclose(x, c, rel_tol=1e-12) for c in found) for x in right)
    assert not any(x in found for x in wrong)


@settings(deadline=None)
@given(FINITE, st.integers(2, 8))
def test_any_rounding_to_fewer_digits_is_right_and_only_too_coarse(value, digits):
    """Rounded by Python's own formatting, to two digits or more, or to one where two are wanted."""
    low, high = accepted(value, digits=digits)
    found = coarse(value, digits=digits)
    assert not any(low <= x <= high for x in found)
    for n in range(min(2, digits - 1), digits):
        rounded = float(f"{value:.{n - 1}e}")
        assert low <= rounded <= high or any(math.isclose(rounded, x, rel_tol=1e-12) for x in found)
    assert all(abs(x - value) <= abs(value) / (2 if digits == 2 else 10) for x in found)


def test_who_is_not_precise_enough_is_told_what_is_wanted():
    assert lacking(None, None) == "Right, but not precise enough: it is wanted exactly; a fraction will do."
    assert lacking(2, None) == "Right, but not precise enough: 2 significant digits are wanted."
    assert lacking(None, 1) == "Right, but not precise enough: 1 decimal place is wanted."
    assert lacking(None, 2) == "Right, but not precise enough: 2 decimal places are wanted."
    assert lacking(None, 0) == "Right, but not precise enough: round to a whole number."


@settings(deadline=None)
@given(FINITE)
def test_the_shown_answer_is_accepted(value):
    text = show(value, digits=3).replace(",", "").replace("−", "-")
    if "·" not in text:
        low, high = accepted(value, digits=3)
        assert low <= float(text) <= high


@pytest.mark.parametrize(
    ("value", "rounding", "text"),
    [
        (109482240, {}, "109,482,240"),
        (8.0, {}, "8"),
        (0.125, {}, "0.125"),
        (1 / 3, {}, "1/3"),
        (0.7000000000000001, {}, "0.7"),
        (1000.0000000000002, {}, "1,000"),
        (12345.5, {}, "12,345.5"),
        (1e15 + 1, {}, "1,000,000,000,000,001"),
        (-0.5, {}, "−0.5"),
        (0.1414, {"digits": 2}, "0.14"),
        (0.02, {"digits": 2}, "0.020"),
        (12345.678, {"places": 1}, "12,345.7"),
        (87.5, {"places": 0}, "88"),
        (1.4142e-7, {"digits": 2}, "1.4·10⁻⁷"),
        (-1.25e9, {"digits": 3}, "−1.25·10⁹"),
        (1.26e9, {"places": 0}, "1,260,000,000"),
    ],
)
def test_shown(value, rounding, text):
    assert show(value, **rounding) == text


def test_a_truth_value_is_no_number():
    with pytest.raises(ValueError, match="value: expected a number, got a bool"):
        show(True)


def test_what_can_be_given_exactly():
    assert all(map(is_short, (8, 8.0, 10**20, 0.125, 1 / 3, 0.0, -2 / 7, 1e-4)))
    assert not any(map(is_short, (math.pi, math.sqrt(2), 0.1414213, 1 / 10_001, 2337346358593875 / 2048)))


@pytest.mark.parametrize("value", [1e-300, 1e300, 10**300, -(10**40), 5e-324, 123456789.123456789])
@pytest.mark.parametrize("rounding", [{}, {"digits": 10}, {"places": 10}, {"places": 0}])
def test_numbers_of_any_size_are_written_and_compared(value, rounding):
    low, high = accepted(value, **rounding)
    assert (
        low <= float(value) <= high
        and show(value, **rounding)
        and lacking(**{"digits": None, "places": None} | rounding)
    )
    assert all(math.isfinite(x) for x in coarse(value, **rounding))
