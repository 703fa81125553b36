"""Checks with chance: truth passes, a wrong value fails, and false alarms come as often as promised."""

import math
from functools import partial

import pytest
import torch

from faqbook import checks
from faqbook.checks import numbers, statistical
from faqbook.checks.binomial import allowed_hits
from faqbook.checks.numbers import false_alarm_rate, quantile
from faqformer import seeds


def normal(*shape, k=0):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=torch.float64)


def outcome(check, *args, **kwargs):
    with checks.recording() as records:
        check("a.b", *args, **kwargs)
    return records[0]


def test_mean_is():
    draws = normal(5000) + 3
    assert outcome(checks.mean_is, draws, 3).passed
    assert not outcome(checks.mean_is, draws, 3.1).passed  # seven standard errors
    assert outcome(checks.mean_is, draws, 3, se=1 / 5000**0.5).passed
    assert not outcome(checks.mean_is, draws, 3.1, se=1 / 5000**0.5).passed
    assert outcome(checks.mean_is, draws, 3.1, se=1.0).passed  # six of so large errors are wide
    assert outcome(checks.mean_is, draws.tolist(), 3).passed
    assert outcome(checks.mean_is, [2.0], 1, se=0.2).passed and not outcome(checks.mean_is, [2.0], 1, se=0.1).passed


def test_mean_is_with_few_draws_allows_the_t_quantile():
    draws = torch.tensor([-1.0, 0.0, 1.0], dtype=torch.float64)  # standard error 1/√3, two degrees of freedom
    edge = quantile(2) / 3**0.5
    assert outcome(checks.mean_is, draws, edge * 0.999).passed
    assert not outcome(checks.mean_is, draws, edge * 1.001).passed


def test_every_quantity_must_pass_and_the_worst_is_printed():
    draws = normal(4000, 2, 3)
    derived = torch.zeros(2, 3, dtype=torch.float64)
    assert outcome(checks.mean_is, draws, 0).passed and outcome(checks.mean_is, draws, derived).passed
    derived[1, 2] = 0.2
    result = outcome(checks.mean_is, draws, derived)
    assert not result.passed and result.numbers[1].text == "0.2" and result.count == 6
    assert result.sentence() == f"b: theory 0.2, measured {result.numbers[0].text} at worst"
    errors = torch.full((2, 3), 4000**-0.5, dtype=torch.float64)
    assert not outcome(checks.mean_is, draws, derived, errors).passed
    errors[1, 2] = 1
    assert outcome(checks.mean_is, draws, derived, errors).passed


def test_variance_is():
    draws = 2 * normal(20_000) + 100  # about its own mean
    theory = 4 * (2 / 20_000) ** 0.5
    assert outcome(checks.variance_is, draws, 4).passed and outcome(checks.variance_is, draws, 4, theory).passed
    assert (
        not outcome(checks.variance_is, draws, 4.5).passed
        and not outcome(checks.variance_is, draws, 4.5, theory).passed
    )
    result = outcome(checks.variance_is, draws, 4)
    assert result.numbers[0].value == pytest.approx(draws.var().item(), rel=1e-12)  # unbiased
    assert result.facts["se"] == pytest.approx(theory, rel=0.05)
    few = torch.tensor([0.0, 2.0], dtype=torch.float64)
    assert outcome(checks.variance_is, few, 2, se=1).numbers[0].value == 2


def test_rate_is():
    assert outcome(checks.rate_is, 1500, 10_000, 0.15).passed
    assert not outcome(checks.rate_is, 1500, 10_000, 0.12).passed
    fewest, most = allowed_hits(10_000, 0.15)
    for hits in (fewest, most, torch.tensor(most)):
        assert outcome(checks.rate_is, hits, 10_000, 0.15).passed
    for hits in (fewest - 1, most + 1, 0, 10_000):
        assert not outcome(checks.rate_is, hits, 10_000, 0.15).passed
    assert not outcome(checks.rate_is, 12, 1000, 0.001).passed  # a normal law would refuse 7 already
    assert outcome(checks.rate_is, 8, 1000, 0.001).passed


def test_slope_is():
    x = torch.arange(5, dtype=torch.float64)
    y = 3 * x + 7 + 0.1 * normal(200, 5)
    assert outcome(checks.slope_is, x, y, 3).passed
    assert not outcome(checks.slope_is, x, y, 3.05).passed
    # numpy's least squares, one replicate at a time
    slopes = [
        float(torch.linalg.lstsq(torch.stack([x, torch.ones(5)], 1).double(), row[:, None]).solution[0]) for row in y
    ]
    assert outcome(checks.slope_is, x, y, 3).numbers[0].value == pytest.approx(sum(slopes) / 200, rel=1e-12)
    assert outcome(checks.slope_is, [0, 1], [[0.0, 1.0], [0.0, 1.1]], 1).passed


@pytest.mark.parametrize(
    ("name", "run"),
    [
        ("mean of 5", lambda draws: checks.mean_is("a.b", draws[:5], 0)),
        ("mean of 5, known error", lambda draws: checks.mean_is("a.b", draws[:5], 0, se=5**-0.5)),
        ("mean of 2", lambda draws: checks.mean_is("a.b", draws[:2], 0)),
        ("slope of 4", lambda draws: checks.slope_is("a.b", [0.0, 1.0, 3.0], draws[:12].reshape(4, 3), 0)),
        ("less of 5, one side", lambda draws: checks.less("a.b", draws[:5], draws[5:10])),
    ],
)
def test_false_alarms_are_as_rare_as_promised(monkeypatch, name, run):
    """At two standard errors, where a thousand runs can count them; for `less`, what passes with equal means."""
    errors = 2
    monkeypatch.setattr(statistical, "STANDARD_ERRORS", errors)
    monkeypatch.setattr(numbers, "quantile", partial(quantile, standard_errors=errors))
    runs = 1000
    with checks.recording() as records:
        for draws in normal(runs, 12):
            run(draws)
    one_sided = name.startswith("less")
    alarms = sum(result.passed is one_sided for result in records)
    fewest, most = allowed_hits(runs, false_alarm_rate(errors) / (2 if one_sided else 1))
    assert fewest <= alarms <= most


def test_false_alarms_of_a_variance_are_rare_from_a_thousand_draws_on():
    # One-sided at four standard errors: 3·10⁻⁵ for a normal law; skewness √8 makes it about exp(64 √8 / (3 √1000)) = 7
    # times that, and at two hundred draws 70 times: hence the least number of draws.
    draws = normal(10_000, 1000)
    squares = (draws - draws.mean(1, keepdim=True)) ** 2 * (1000 / 999)
    distance = (squares.mean(1) - 1) / (squares.std(1) / 1000**0.5)
    fewest, most = allowed_hits(10_000, 7 * false_alarm_rate(4) / 2)
    assert fewest <= int((distance < -4).sum()) <= most


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("message", "check", "arguments"),
    [
        ("samples: expected finite values, got NaN", checks.mean_is, ([0.0, math.nan], 0)),
        ("samples: expected finite values", checks.variance_is, ([0.0, math.inf] * 500, 0)),
        ("samples: expected at least one value, got none", checks.mean_is, ([], 0)),
        ("samples: expected at least one value, got none", checks.mean_is, (torch.zeros(0, 3), 0)),
        ("samples: expected draws along a first dimension", checks.mean_is, (1.0, 1.0)),
        ("samples: expected at least two", checks.mean_is, ([1.0], 1.0)),
        ("samples: expected at least 1000, or with se at least 2, got 999", checks.variance_is, (normal(999), 1.0)),
        ("samples: expected at least 2, or with se at least 2, got 1", checks.variance_is, ([1.0], 1.0, 0.1)),
        ("se: expected more than 0", checks.mean_is, ([1.0, 1.0], 1.0)),
        ("se: expected more than 0", checks.mean_is, ([0.1] * 7, 0.1)),  # whose mean is not 0.1 in floating point
        ("se: expected more than 0", checks.mean_is, (torch.stack([normal(9), torch.ones(9)], 1), 1.0)),
        ("se: expected more than 0", checks.mean_is, ([1.0, 2.0], 1.0, 0)),
        ("se: expected more than 0", checks.mean_is, ([1.0, 2.0], 1.0, -1)),
        ("se: expected finite values", checks.mean_is, ([1.0, 2.0], 1.0, math.nan)),
        ("se: expected one value or the shape", checks.mean_is, (normal(9, 2), 0, [1.0, 1.0, 1.0])),
        ("derived: expected finite values", checks.mean_is, (normal(9), math.nan)),
        ("derived: expected one value or the shape", checks.mean_is, (normal(9, 2), [0.0, 0.0, 0.0])),
        ("derived: expected one value or the shape", checks.mean_is, (normal(9), [0.0])),
        ("hits: expected a whole number", checks.rate_is, (11, 10, 0.5)),
        ("hits: expected a whole number", checks.rate_is, (-1, 10, 0.5)),
        ("hits: expected a whole number", checks.rate_is, (0.15, 1000, 0.15)),
        ("hits: expected a whole number", checks.rate_is, (0, 0, 0.5)),
        ("hits: expected finite values", checks.rate_is, (math.nan, 10, 0.5)),
        ("derived: expected a rate between 0 and 1", checks.rate_is, (0, 10, 0)),
        ("derived: expected a rate between 0 and 1", checks.rate_is, (10, 10, 1)),
        ("derived: expected finite values", checks.rate_is, (1, 10, math.nan)),
        ("trials: expected enough to tell 0.5 from another rate, got 10", checks.rate_is, (5, 10, 0.5)),
        ("y: expected", checks.slope_is, ([0.0, 1.0], normal(4, 3), 0)),
        ("y: expected", checks.slope_is, ([0.0], normal(4, 1), 0)),
        ("y: expected", checks.slope_is, ([[0.0, 1.0]], normal(4, 2), 0)),
        ("y: expected", checks.slope_is, ([0.0, 1.0], normal(2), 0)),
        ("x: expected at least two different values", checks.slope_is, ([0.1] * 3, normal(4, 3), 0)),
        ("samples: expected at least two", checks.slope_is, ([0.0, 1.0], [[0.0, 1.0]], 1)),
    ],
)
def test_what_cannot_be_decided_is_refused(message, check, arguments):
    with checks.recording() as records, pytest.raises(ValueError, match=message):
        check("a.b", *arguments)
    assert records == []


def test_lines(capsys):
    checks.mean_is("a.b", [-1.0, 0.0, 1.0 + 1e-16], 0.5, what="mean of three")
    checks.rate_is("a.b", 1512, 10_000, 0.15, "share of hidden pieces")
    checks.slope_is("a.slope-of-y", [0, 1], [[0.0, 1.0], [0.0, 1.1]], 1)
    checks.mean_is("a.b", normal(100, 3), 0, what="three means")
    assert capsys.readouterr().out.splitlines() == [
        "✓ mean of three: theory 0.5, measured 0",
        "✓ share of hidden pieces: theory 0.15, measured 0.151",
        "✓ slope of y: theory 1, measured 1.05",
        "✓ three means: theory 0, measured −0.093 at worst",
    ]
    with pytest.raises(checks.CheckFailed) as failure:
        checks.rate_is("a.b", 2000, 10_000, 0.15, "share")
    assert str(failure.value).splitlines() == [
        "✗ a.b failed",
        "  claimed   share",
        "  theory    0.15",
        "  measured  0.2",
        "  tolerance 0.129 to 0.172, 1,290 to 1,718 hits of 10,000",
        "  but       2,000 hits, not 1,290 to 1,718",
    ]


def test_what_the_line_leaves_out_is_in_the_details():
    rows = dict(outcome(checks.mean_is, normal(10_001, 2), 0, what="two means").details())
    assert rows["checked"] == "a mean, within the error that chance allows"
    assert (rows["theory"], rows["values"], rows["id"]) == ("0", "worst of 2", "a.b")
    assert rows["tolerance"] == "±0.06, 6 standard errors" and rows["distance"].endswith(" standard errors")
