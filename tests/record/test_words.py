"""Numbers as a reader sees them: the same on every machine, integers whole and grouped, tiny ones as powers of ten."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faqbook.record.words import RAISED, bound, of_id, show, whole


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-3, "−3"),
        (True, "1"),
        (1024, "1024"),
        (9999, "9999"),
        (10_000, "10,000"),
        (123456, "123,456"),
        (123456.4, "123,000"),
        (999_999, "999,999"),
        (3_150_336, "3,150,336"),
        (1e9, "10⁹"),
        (1.26e10, "1.26·10¹⁰"),
        (1e300, "10³⁰⁰"),
        (5e-324, "4.94·10⁻³²⁴"),
        (1e-17, "10⁻¹⁷"),
        (-1e-6, "−10⁻⁶"),
        (0.000123456, "0.000123"),
        (0.0000123456, "1.23·10⁻⁵"),
        (-0.00000123456, "−1.23·10⁻⁶"),
        (2.675, "2.68"),
        (0.3125, "0.313"),
        (-0.3125, "−0.313"),
        (9.995, "10"),
        (999.5, "1000"),
        (1234.5, "1230"),
        (99949.9, "99,900"),
        (999999.9, "10⁶"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "NaN"),
    ],
)
def test_show(value, text):
    assert show(value) == text


POWER = re.compile(r"(?P<sign>−?)(?:(?P<factor>[\d.]+)·)?10(?P<power>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")


def read(text: str) -> float:
    """The number that a text shows."""
    if found := POWER.fullmatch(text):
        power = found["power"].translate({new: old for old, new in RAISED.items()})
        text = f"{found['sign']}{found['factor'] or 1}e{power}"
    return float(text.replace("−", "-").replace(",", ""))


@given(st.integers(-9999, 9999), st.integers(-6, 6), st.sampled_from([-3, -1, 1, 3]))
def test_float_noise_prints_the_same(digits, exponent, steps):
    value = float(f"{digits}e{exponent}")  # among them every tie of four digits
    noisy = value
    for _ in range(abs(steps)):
        noisy = math.nextafter(noisy, math.copysign(math.inf, steps)) if value else 0.0
    assert show(noisy) == show(value)


@given(st.floats(-1e300, 1e300))
def test_show_is_near_and_symmetric(value):
    assert read(show(value)) == pytest.approx(value, rel=0.0051, abs=1e-320)
    assert show(-value).removeprefix("−") == show(value).removeprefix("−")


@pytest.mark.parametrize(
    ("value", "text"),
    [(1e-12, "10⁻¹²"), (1.1e-12, "10⁻¹¹"), (9.9e-13, "10⁻¹²"), (1e-4, "10⁻⁴"), (0.000999, "10⁻³"), (0.0253, "0.025")],
)
def test_a_bound_is_never_smaller_than_what_it_bounds(value, text):
    assert bound(value) == text


def test_integers_of_any_size_are_whole():
    assert whole(-(2**70)) == "−1,180,591,620,717,411,303,424"


def test_the_words_of_an_id():
    assert of_id("scaling.unit-variance") == "unit variance"
