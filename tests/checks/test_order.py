"""Checks of order: two measured numbers, a bound from theory, a threshold of ours."""

import math

import pytest

from faqbook import checks
from tests.checks.test_statistical import normal, outcome


def test_less():
    assert outcome(checks.less, 1, 2).passed
    assert not outcome(checks.less, 2, 2).passed and not outcome(checks.less, 2, 1).passed
    low, high = normal(400), normal(400, k=1) + 1  # independent: the gap's standard error is √(2/400) = 0.07
    assert outcome(checks.less, low, high).passed
    assert not outcome(checks.less, high, low).passed
    assert not outcome(checks.less, low, high - 0.7).passed  # lower in the mean, but not by six standard errors
    paired = low + 0.1 + 0.01 * normal(400, k=2)  # pairs share their noise
    assert outcome(checks.less, low, paired).passed


AT_LEAST = [(2, 1, True), (1.0, 1, True), (1 - 1e-12, 1, False), (-2, -1, False)]


@pytest.mark.parametrize(("measured", "bound", "passed"), AT_LEAST)
@pytest.mark.parametrize("role", ["theory", "required"])
def test_bounds(measured, bound, passed, role):
    assert outcome(checks.at_least, measured, **{role: bound}).passed is passed
    assert outcome(checks.at_most, -measured, **{role: -bound}).passed is passed


def lines(capsys):
    return capsys.readouterr().out.splitlines()


def test_theory_and_requirement_are_told_apart(capsys):
    results = [
        checks.at_least("a.b", 0.71, theory=0.64, what="two picks agree"),
        checks.at_least("a.b", 0.99, required=0.95, what="right on held-out strings"),
        checks.at_most("a.b", 0.71, theory=0.75, what="error"),
        checks.at_most("a.b", 3e-17, required=0.05, what="error"),  # below noise there are no digits
    ]
    assert lines(capsys) == [
        "✓ two picks agree: 0.71, theory says at least 0.64",
        "✓ right on held-out strings: 0.99, required 0.95",
        "✓ error: 0.71, theory says at most 0.75",
        "✓ error: about 0, required at most 0.05",
    ]
    assert [result.numbers[1].role for result in results] == ["bound", "required", "bound", "required"]
    assert [result.numbers[1].value for result in results] == [0.64, 0.95, 0.75, 0.05]


def test_less_names_what_it_compares(capsys):
    checks.less("a.b", 0.176, 1.43, "mean gradient at d_k = 64", sides=("scaled", "unscaled"))
    checks.less("a.gradient", 0.176, 1.43)
    checks.less("a.b", 1.3e-17, 0.5, "ratio")
    checks.less("a.b", 0.12341, 0.12342, "loss")  # more digits where three would read the same
    checks.less("a.b", [0.0, 1.0, 2.0, 3.0] * 3, [100.1, 101.0, 102.2, 103.0] * 3, "pairs")
    assert lines(capsys) == [
        "✓ mean gradient at d_k = 64: scaled 0.176 < unscaled 1.43",
        "✓ gradient: 0.176 < 1.43",
        "✓ ratio: about 0 < 0.5",
        "✓ loss: 0.12341 < 0.12342",
        "✓ pairs: 1.5 < 102",
    ]


def test_failures_speak(capsys):
    low = normal(400)
    checks.must_fail(checks.less, "a.b", 2, 1, "loss", sides=("short", "long"))
    checks.must_fail(checks.less, "a.b", low, low + 0.01 * normal(400, k=1).abs().pow(9), "loss")
    checks.must_fail(checks.at_least, "a.b", 0.9999999, required=1, what="share of n")
    checks.must_fail(checks.at_most, "a.b", 2, theory=1, what="loss")
    first, second, *rest = lines(capsys)
    assert first == "✗ fails, as it should: loss: short 2 is not < long 1"
    assert second.startswith("✗ fails, as it should: loss: ") and second.endswith("but not by 6.1 standard errors")
    assert rest == [
        "✗ fails, as it should: share of n: 0.9999999, required 1",  # not "1, required 1"
        "✗ fails, as it should: loss: 2, theory says at most 1",
    ]
    with pytest.raises(checks.CheckFailed) as failure:
        checks.less("a.b", 2, 1, "loss", sides=("short", "long"))
    assert str(failure.value).splitlines() == [
        "✗ a.b failed", "  claimed   loss: short < long", "  measured  short 2", "  measured  long 1",
    ]  # fmt: skip
    with pytest.raises(checks.CheckFailed) as failure:
        checks.at_least("a.b", 1, theory=2, what="loss")
    assert str(failure.value).splitlines()[1:] == ["  claimed   loss", "  theory    at least 2", "  measured  1"]


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("error", "message", "check", "arguments", "bound"),
    [
        (ValueError, "smaller: expected the shape of larger", checks.less, ([1.0], 2.0), {}),
        (ValueError, "smaller: expected the shape of larger", checks.less, ([[1.0]], [[2.0]]), {}),
        (ValueError, "samples: expected at least two", checks.less, ([1.0], [2.0]), {}),
        (ValueError, "their difference never varies", checks.less, ([1.0, 2.0], [2.0, 3.0]), {}),
        (ValueError, "their difference never varies", checks.less, ([0.1, 0.2, 0.3], [0.2, 0.3, 0.4]), {}),
        (ValueError, "smaller: expected finite values", checks.less, (math.nan, 1.0), {}),
        (ValueError, "larger: expected finite values", checks.less, (0.0, math.inf), {}),
        (ValueError, "measured: expected finite values", checks.at_least, (math.nan,), {"theory": 0.0}),
        (ValueError, "theory: expected finite values", checks.at_least, (0.0,), {"theory": math.nan}),
        (ValueError, "required: expected finite values", checks.at_most, (0.0,), {"required": math.inf}),
        (ValueError, r"measured: expected one number, got shape \(1,\)", checks.at_least, ([1.0],), {"theory": 0.0}),
        (ValueError, r"required: expected one number, got shape \(2,\)", checks.at_most, (1.0,), {"required": [0, 1]}),
        (TypeError, "measured: expected numbers, got None", checks.at_least, (None,), {"theory": 1.0}),
        (TypeError, r"at_least: expected theory=… .* or required=… .*, got none", checks.at_least, (1.0,), {}),
        (TypeError, "at_most: .*, got both", checks.at_most, (1.0,), {"theory": 1, "required": 1}),
    ],
)
def test_what_cannot_be_decided_is_refused(error, message, check, arguments, bound):
    with checks.recording() as records, pytest.raises(error, match=message):
        check("a.b", *arguments, **bound)
    assert records == []


def test_a_bound_does_not_come_by_its_place():
    with pytest.raises(TypeError, match="positional"):
        checks.at_least("a.b", 1, 0.5)
