"""Checks without chance: each passes on the truth, fails on a wrong value, and refuses what it cannot decide."""

import json
import math
from dataclasses import asdict

import pytest
import torch

from faqbook import checks

F64 = torch.float64


def passes(check, *args, **kwargs):
    with checks.recording() as records:
        check("slug.words", *args, **kwargs)
    (result,) = records
    return result.passed


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
def test_rounding_bounds_a_long_sum(dtype):
    terms = torch.linspace(1, 2, 100, dtype=F64).to(dtype)
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    exact = terms.to(F64).sum()
    bound = checks.rounding(operations=99, scale=float(exact), dtype=dtype)
    assert abs(float(total) - float(exact)) <= bound
    unit = torch.finfo(dtype).eps / 2
    assert bound == pytest.approx(99 * unit / (1 - 99 * unit) * float(exact), rel=1e-12)


@pytest.mark.bad_input
def test_bounds_may_be_tensors_of_one_number():
    """A scale is often the largest of a tensor's entries. The record must be storable all the same."""
    bound = checks.rounding(torch.tensor(10), torch.tensor(2.0))
    assert bound == checks.rounding(10, 2) and type(bound) is float
    with checks.recording() as records:
        checks.close("slug.words", 1.0, 1.25, torch.tensor(0.5))
        checks.differs("slug.words", 1.0, 2.0, by=torch.tensor(0.5))
    assert all(json.loads(json.dumps(asdict(record))) == asdict(record) for record in records)
    with pytest.raises(ValueError, match="scale: expected one number"):
        checks.rounding(1, torch.ones(2))


@pytest.mark.bad_input
@pytest.mark.parametrize(
    "arguments", [(0, 1), (-1, 1), (1, 0), (math.nan, 1), (1, math.nan), (math.inf, 1), (1, math.inf)]
)
def test_rounding_refuses_what_bounds_nothing(arguments):
    with pytest.raises(ValueError, match="operations and scale: expected positive numbers"):
        checks.rounding(*arguments)


def test_rounding_refuses_more_operations_than_the_type_has_digits_for():
    assert checks.rounding(255, 1.0, torch.bfloat16) == 255
    with pytest.raises(ValueError, match=r"operations: expected fewer than 256 in torch\.bfloat16, got 256"):
        checks.rounding(256, 1.0, torch.bfloat16)
    with pytest.raises(TypeError, match=r"dtype: expected a floating-point type, got torch\.int64"):
        checks.rounding(1, 1.0, torch.int64)


@pytest.mark.parametrize(
    ("measured", "derived", "tolerance", "passed"),
    [
        (1.0, 1.0, 1e-300, True),
        (1.0, 1.5, 0.5, True),
        (1.0, 1.5, 0.4999, False),
        (1, 2, 0.5, False),
        (1e300, -1e300, 1e300, False),
        (5e-324, 0, 5e-324, True),
        (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.1], dtype=F64), 0.11, True),
        (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.1], dtype=F64), 0.09, False),
        ([0.1, 0.2], [0.1, 0.2 + 1e-10], 1e-12, False),  # would pass if lists were read as float32
        (0.1, torch.tensor(0.1, dtype=F64), 1e-16, True),
        (torch.tensor([True, False]), [1, 1], 0.5, False),
    ],
)
def test_close(measured, derived, tolerance, passed):
    assert passes(checks.close, measured, derived, tolerance) is passed
    assert passes(checks.close, derived, measured, tolerance) is passed


@pytest.mark.parametrize(
    ("measured", "bound", "passed"), [(2, 1, True), (1.0, 1, True), (1 - 1e-12, 1, False), (-2, -1, False)]
)
def test_at_least(measured, bound, passed):
    assert passes(checks.at_least, measured, bound) is passed


@pytest.mark.parametrize(
    ("a", "b", "by", "passed"),
    [
        (1, 2, 1.0, True),
        (1, 2, 1.001, False),
        (torch.zeros(3), torch.tensor([0.0, 0.0, 1.0]), 1.0, True),
        (torch.zeros(3), torch.zeros(3), 1e-300, False),
    ],
)
def test_differs(a, b, by, passed):
    assert passes(checks.differs, a, b, by) is passed


def test_raises():
    def refuse(value, *, error):
        raise error(value)

    assert passes(checks.raises, ValueError, refuse, "no", error=ValueError)
    assert passes(checks.raises, ArithmeticError, refuse, "no", error=ZeroDivisionError)  # a subclass
    assert not passes(checks.raises, ValueError, int, "7")
    with pytest.raises(TypeError, match="other"):
        checks.raises("slug.words", ValueError, refuse, "other", error=TypeError)


NOT_NUMBERS = [math.nan, math.inf, -math.inf, [], torch.tensor([1.0, math.nan]), torch.zeros(0)]


@pytest.mark.bad_input
@pytest.mark.parametrize("bad", NOT_NUMBERS, ids=str)
def test_nan_infinity_and_nothing_never_pass(bad):
    for check, arguments in [
        (checks.close, (bad, bad, 1.0)),
        (checks.close, (bad, 0.0, 1.0)),
        (checks.at_least, (bad, 0.0)),
        (checks.at_least, (0.0, bad)),
        (checks.differs, (bad, bad, 1.0)),
        (checks.differs, (0.0, bad, 1.0)),
    ]:
        with pytest.raises(ValueError):
            check("slug.words", *arguments)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("error", "message", "check", "arguments"),
    [
        (ValueError, r"measured: expected the shape of derived, \(\), got \(1,\)", checks.close, ([1.0], 1.0, 0.1)),
        (ValueError, r"measured: .* \(2, 1\), got \(2,\)", checks.close, ([1.0, 2.0], [[1.0], [2.0]], 0.1)),
        (ValueError, r"a: expected the shape of b, \(2,\), got \(\)", checks.differs, (1.0, [1.0, 2.0], 0.1)),
        (ValueError, r"measured: expected one number, got shape \(1,\)", checks.at_least, ([1.0], 0.0)),
        (ValueError, r"bound: expected one number, got shape \(2,\)", checks.at_least, (1.0, [0.0, 1.0])),
        (ValueError, "tolerance: expected a positive number, got 0", checks.close, (1.0, 1.0, 0)),
        (ValueError, "tolerance: expected a positive number, got -1", checks.close, (1.0, 1.0, -1)),
        (ValueError, "tolerance: expected a positive number, got nan", checks.close, (1.0, 1.0, math.nan)),
        (ValueError, "tolerance: expected a positive number, got inf", checks.close, (1.0, 1.0, math.inf)),
        (ValueError, "by: expected a positive number, got 0", checks.differs, (1.0, 1.0, 0)),
        (ValueError, "measured: expected integers up to 2⁵³", checks.close, (2**53 + 2, 2.0**53, 0.5)),
        (TypeError, "measured: expected real numbers, got torch.complex64", checks.close, (torch.ones(1) + 0j, [1], 1)),
        (TypeError, "measured: expected numbers, got 1j", checks.close, (1j, 1.0, 1)),
        (TypeError, "derived: expected numbers, got 'one'", checks.close, (1.0, "one", 1)),
        (TypeError, "measured: expected numbers, got None", checks.at_least, (None, 1.0)),
        (ValueError, "measured: expected rows of the same length", checks.close, ([[1.0, 2.0], [3.0]], [1.0], 1)),
        (TypeError, "exception: expected a class of exceptions, got 'ValueError'", checks.raises, ("ValueError", int)),
        (TypeError, "exception: expected a class of exceptions", checks.raises, ((ValueError, TypeError), int)),
    ],
)
def test_what_cannot_be_decided_is_refused(error, message, check, arguments):
    with pytest.raises(error, match=message):
        check("slug.words", *arguments)


def lines(capsys):
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("measured", "derived", "tolerance", "line"),
    [
        (0.5 + 1e-16, 0.5, 1e-15, "✓ a.b — derived 0.5, measured the same (within 1e-15)"),
        (1.3e-17, 0.0, 1e-12, "✓ a.b — derived 0, measured the same (within 1e-12)"),  # a bound, not the noise
        (4e-6, 0.0, 2e-5, "✓ a.b — derived 0, measured the same (within 2e-05)"),
        (0.3125, 0.3, 0.05, "✓ a.b — derived 0.3, measured 0.313 (±0.05)"),
        (0.3125 - 5e-17, 0.3, 0.05, "✓ a.b — derived 0.3, measured 0.313 (±0.05)"),
        (-1e-17, 0.0, 0.05, "✓ a.b — derived 0, measured -1e-17 (±0.05)"),
        (torch.zeros(2, 3), torch.zeros(2, 3), 0.1, "✓ a.b — derived 6 values, measured the same (within 0.1)"),
        ([1e9], [1e9], 1.0, "✓ a.b — derived 1 values, measured the same (within 1)"),
    ],
)
def test_close_prints_far_above_float_noise(measured, derived, tolerance, line, capsys):
    checks.close("a.b", measured, derived, tolerance)
    assert lines(capsys) == [line]


def test_a_failure_that_would_read_like_the_truth_says_how_far_it_is_off():
    with pytest.raises(checks.CheckFailed, match=r"measured  off by 2e-12\n  allowed   within 1e-12"):
        checks.close("a.b", 0.5 + 2e-12, 0.5, 1e-12)
    with pytest.raises(checks.CheckFailed, match=r"measured  0\.9999999"):
        checks.at_least("a.b", 0.9999999, 1)
    with pytest.raises(checks.CheckFailed, match=r"measured  apart by 0\.99999999"):
        checks.differs("a.b", 0.0, 0.99999999, 1)


def test_the_record_keeps_full_precision():
    with checks.recording() as (records):
        checks.close("a.b", 0.1 + 0.2, 0.3, 1e-15)
        checks.at_least("a.b", 0.1 + 0.2, 0.3)
        checks.differs("a.b", 1 / 3, 0, 0.1)
        checks.raises("a.b", ValueError, int, "x")
    assert [result.values for result in records] == [
        {"error": 0.1 + 0.2 - 0.3, "tolerance": 1e-15, "measured": 0.1 + 0.2, "derived": 0.3},
        {"measured": 0.1 + 0.2, "bound": 0.3},
        {"gap": 1 / 3, "by": 0.1},
        {"measured": "ValueError", "message": "invalid literal for int() with base 10: 'x'"},
    ]
