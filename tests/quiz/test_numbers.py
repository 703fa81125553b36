"""Typed numbers: what counts as right, and how the answer is written."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faqbook.quiz.numbers import accepted, is_short, show, wanted

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
    mantissa, exponent = f"{value:.17e}".split("e")
    unit = 10.0 ** (int(exponent) - digits + 1)
    assert low <= float(f"{mantissa[: (value < 0) + 1 + digits]}e{exponent}") <= high
    assert high - low < 1.6 * unit


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
    assert not any(map(is_short, (math.pi, math.sqrt(2), 0.1414213, 1 / 10_001)))


def test_the_reader_is_told():
    assert wanted(None, None) == "Exactly; a fraction will do."
    assert wanted(1, None) == "1 significant digit will do."
    assert wanted(2, None) == "2 significant digits will do."
    assert wanted(None, 1) == "Round to 1 decimal place."
    assert wanted(None, 0) == "Round to a whole number."
    assert wanted(None, 2) == "Round to 2 decimal places."
