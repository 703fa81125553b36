"""What the checks share: reading numbers, the t quantile, the binomial law."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import torch
from hypothesis import example, given
from hypothesis import strategies as st

from faqbook.checks.binomial import allowed_hits, at_least_hits
from faqbook.checks.numbers import STANDARD_ERRORS, false_alarm_rate, finite, number, quantile


def test_numbers_are_read_in_double_precision_whatever_the_default():
    assert torch.get_default_dtype() == torch.float32
    for value in (
        0.1,
        [0.1],
        (0.1,),
        [[0.1]],
        np.float64(0.1),
        np.array([0.1]),
        torch.tensor(0.1, dtype=torch.float64),
    ):
        assert finite("x", value).flatten()[0].item() == 0.1
    assert number("x", torch.tensor(3, requires_grad=False)) == 3.0
    assert finite("x", torch.ones(2, requires_grad=True)).requires_grad is False
    assert finite("x", True).item() == 1 and finite("x", 2**53).item() == 2**53


def test_the_rate_is_one_in_five_hundred_million():
    assert STANDARD_ERRORS == 6
    assert false_alarm_rate() == pytest.approx(1.973175290075e-9, rel=1e-9)
    assert 1 / false_alarm_rate() == pytest.approx(500e6, rel=0.02)


# Student's t, two-sided, from printed tables: P(|T| > t) for the degrees and t given.
TABLE = [
    (1, 0.05, 12.706),
    (2, 0.01, 9.925),
    (5, 0.05, 2.571),
    (10, 0.001, 4.587),
    (30, 0.01, 2.750),
    (120, 0.05, 1.980),
]


@pytest.mark.parametrize(("degrees", "rate", "value"), TABLE)
def test_quantile_equals_the_tables(degrees, rate, value):
    errors = float(mpmath.sqrt(2) * mpmath.erfinv(1 - rate))  # as rare for a normal law
    assert quantile(degrees, errors) == pytest.approx(value, abs=6e-4)


def test_quantile_equals_closed_forms():
    rate = mpmath.erfc(STANDARD_ERRORS / mpmath.sqrt(2))
    assert quantile(1) == pytest.approx(float(mpmath.cot(mpmath.pi * rate / 2)), rel=1e-12)
    assert quantile(2) == pytest.approx(float((1 - rate) * mpmath.sqrt(2 / (rate * (2 - rate)))), rel=1e-12)


@pytest.mark.parametrize("degrees", [3, 4, 7, 20, 100, 1000, 9_999])
def test_quantile_has_the_tail_that_it_promises(degrees):
    t = mpmath.mpf(quantile(degrees))
    # the density itself, integrated, not the incomplete beta function that the quantile inverts
    scale = mpmath.gamma((degrees + 1) / mpmath.mpf(2)) / mpmath.gamma(degrees / mpmath.mpf(2))
    density = lambda x: (1 + x * x / degrees) ** (-(degrees + 1) / mpmath.mpf(2))  # noqa: E731
    tail = 2 * scale / mpmath.sqrt(degrees * mpmath.pi) * mpmath.quad(density, [t, 2 * t, 8 * t, mpmath.inf])
    assert float(tail) == pytest.approx(false_alarm_rate(), rel=1e-6)


def test_quantile_falls_towards_six():
    values = [quantile(degrees) for degrees in (1, 2, 3, 5, 10, 100, 1000, 10_000, 10_001, 10**9)]
    assert values == sorted(values, reverse=True) and values[-1] == 6
    assert quantile(10_000) - 6 < 0.006
    with pytest.raises(ValueError, match="samples: expected at least two to estimate a standard error, got 1"):
        quantile(0)


@given(
    trials=st.integers(1, 60),
    rate=st.fractions(Fraction(1, 1000), Fraction(999, 1000)),
    errors=st.sampled_from([1, 2, 3]),
)
@example(trials=50, rate=Fraction(1, 1000), errors=2)
def test_allowed_hits_are_those_not_rarer_than_the_rate(trials, rate, errors):
    law = [math.comb(trials, h) * rate**h * (1 - rate) ** (trials - h) for h in range(trials + 1)]  # exact fractions
    fewest, most = allowed_hits(trials, float(rate), errors)
    side = Fraction(false_alarm_rate(errors)) / 2
    slack = Fraction(1, 10**9)  # for float's rounding of a tail
    assert sum(law[:fewest]) < side * (1 + slack) and sum(law[most + 1 :]) < side * (
        1 + slack
    )  # hits outside are rarer
    assert sum(law[: fewest + 1]) > side * (1 - slack) and sum(law[most:]) > side * (1 - slack)  # those at the edge not


def test_allowed_hits_far_out_and_for_extreme_rates():
    fewest, most = allowed_hits(10**7, 0.5)
    assert (fewest, most) == pytest.approx((5e6 - 6 * 2.5e6**0.5, 5e6 + 6 * 2.5e6**0.5), abs=2)
    assert fewest == 10**7 - most
    assert allowed_hits(1000, 1e-20) == (0, 0) and allowed_hits(1000, 1 - 2**-53) == (1000, 1000)
    # a Poisson law with mean 1: 12 hits or more are rarer than 10⁻⁹, 11 are not
    assert allowed_hits(10**6, 1e-6) == (0, 11)
    assert at_least_hits(12, 10**6, 1e-6, 1 - 1e-6) == pytest.approx(8.3e-10, rel=0.01)
