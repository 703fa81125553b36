"""Checks without chance: each passes on the truth, fails on a wrong value, and refuses what it cannot decide."""

import json
import math

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
    assert all(type(record).from_json(json.loads(json.dumps(record.to_json()))) == record for record in records)
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
        (ValueError, "tolerance: expected a positive number, got 0", checks.close, (1.0, 1.0, 0)),
        (ValueError, "tolerance: expected a positive number, got -1", checks.close, (1.0, 1.0, -1)),
        (ValueError, "tolerance: expected a positive number, got nan", checks.close, (1.0, 1.0, math.nan)),
        (ValueError, "tolerance: expected a positive number, got inf", checks.close, (1.0, 1.0, math.inf)),
        (ValueError, "by: expected a positive number, got 0", checks.differs, (1.0, 1.0, 0)),
        (ValueError, "measured: expected integers up to 2⁵³", checks.close, (2**53 + 2, 2.0**53, 0.5)),
        (TypeError, "measured: expected real numbers, got torch.complex64", checks.close, (torch.ones(1) + 0j, [1], 1)),
        (TypeError, "measured: expected numbers, got 1j", checks.close, (1j, 1.0, 1)),
        (TypeError, "derived: expected numbers, got 'one'", checks.close, (1.0, "one", 1)),
        (TypeError, "a: expected numbers, got None", checks.differs, (None, 1.0, 1)),
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


E, ONES, T = "✓ a thing: ", torch.ones, torch.tensor


@pytest.mark.parametrize(
    ("measured", "derived", "tolerance", "line"),
    [
        (0.5 + 1e-16, 0.5, 1e-15, E + "0.5, as derived, to 10⁻¹⁵"),
        (1.3e-17, 0.0, 1e-12, E + "0, as derived, to 10⁻¹²"),  # a bound, not the noise
        (4e-6, 0.0, 2e-5, E + "0, as derived, to 10⁻⁴"),
        (0.3125, 0.3, 0.05, E + "theory 0.3, measured 0.313"),
        (0.3125 - 5e-17, 0.3, 0.05, E + "theory 0.3, measured 0.313"),
        (torch.zeros(2, 3), torch.zeros(2, 3), 0.1, E + "all 6 are 0, within 0.1"),
        (ONES(2000) + 1e-9, ONES(2000), 2e-8, E + "all 2,000 are 1, to 10⁻⁷"),
        (T([1.0, 2.0]), T([1.0, 2.0]), 2e-12, E + "all 2 as derived, to 10⁻¹¹"),
        ([1e9], [1e9], 1.0, E + "10⁹, as derived, within 1"),
    ],
)
def test_close_speaks_far_above_float_noise(measured, derived, tolerance, line, capsys):
    checks.close("a.b", measured, derived, tolerance, "a thing")
    assert lines(capsys) == [line]


@pytest.mark.parametrize(
    ("measured", "derived", "tolerance", "line"),
    [
        (0.5, 0.5, 1e-12, E + "ours = torch's = 0.5, to 10⁻¹²"),
        (0.5, 0.48, 0.05, E + "ours 0.5, torch's 0.48"),
        (ONES(402), ONES(402), 1e-12, E + "ours = torch's, all 402, to 10⁻¹²"),
    ],
)
def test_close_names_two_measured_sides(measured, derived, tolerance, line, capsys):
    result = checks.close("a.b", measured, derived, tolerance, "a thing", sides=("ours", "torch's"))
    assert lines(capsys) == [line] and {number.role for number in result.numbers} == {"measured"}


def test_a_what_that_says_equal_is_the_whole_sentence(capsys):
    checks.close("a.b", ONES(402), ONES(402), 1e-12, "weights equal torch's")
    checks.close("a.b", 0.5, 0.5, 1e-12, "both equal")
    checks.close("a.b", 0.5, 0.5, 1e-12, "an equaliser")  # another word
    assert lines(capsys) == [
        "✓ weights equal torch's, all 402, to 10⁻¹²",
        "✓ both equal: 0.5, to 10⁻¹²",
        "✓ an equaliser: 0.5, as derived, to 10⁻¹²",
    ]


def test_differs_and_raises_speak(capsys):
    checks.differs("a.b", 1.0, 1.25, 0.1, "logits", sides=("with", "without"))
    checks.differs("a.b", 1.0, 1.25, 1.1e-6, "logits")
    checks.raises("a.b", ValueError, int, "x", what="x as a number")
    assert lines(capsys) == [
        "✓ logits: with and without apart by 0.25, required 0.1",
        "✓ logits: apart by 0.25, required 1.1·10⁻⁶",
        "✓ x as a number: refused, as it should be (ValueError)",
    ]


FAILURES = [
    ((0.5 + 2e-12, 0.5, 1e-12), {}, "off by 2·10⁻¹²", ["theory    0.5", "but       off by 2·10⁻¹²"]),
    ((0.5, 1, 1e-12), {}, "theory 1, measured 0.5", ["theory    1", "measured  0.5", "tolerance to 10⁻¹²"]),
    ((ONES(3), torch.zeros(3), 0.1), {}, "off by up to 1", ["theory    0", "but       off by up to 1"]),
    ((0.5, 1, 0.1), {"sides": ("p", "q")}, "p 0.5, q 1", ["measured  p 0.5", "measured  q 1"]),
    ((ONES(3), torch.zeros(3), 0.1), {"sides": ("p", "q")}, "p and q off by up to 1", ["measured  p 3 values"]),
]


@pytest.mark.parametrize(("arguments", "sides", "line", "rows"), FAILURES)
def test_a_failed_close_says_what_is_off(arguments, sides, line, rows, capsys):
    with pytest.raises(checks.CheckFailed) as failure:
        checks.close("a.b", *arguments, "a thing", **sides)
    panel = str(failure.value).splitlines()
    assert panel[:2] == ["✗ a.b failed", "  claimed   a thing"] and {f"  {row}" for row in rows} <= set(panel)
    checks.must_fail(checks.close, "a.b", *arguments, "a thing", **sides)
    assert lines(capsys) == [f"✗ fails, as it should: a thing: {line}"]


def test_other_failures_speak(capsys):
    checks.must_fail(checks.differs, "a.b", 0.0, 0.99999999, 1, "logits")
    checks.must_fail(checks.raises, "a.b", ValueError, int, "7", what="7 as a number")
    assert lines(capsys) == [
        "✗ fails, as it should: logits: apart by 0.99999999, required 1",  # not "apart by 1"
        "✗ fails, as it should: 7 as a number: not refused, ValueError expected",
    ]


def test_the_record_keeps_full_precision_and_says_which_number_is_what():
    with checks.recording() as records:
        checks.close("a.b", 0.1 + 0.2, 0.3, 1e-15)
        checks.differs("a.b", 1 / 3, 0, 0.1)
        checks.raises("a.b", ValueError, int, "x")
    assert [[(n.role, n.value) for n in result.numbers] for result in records] == [
        [("measured", 0.1 + 0.2), ("theory", 0.3)],
        [("measured", 1 / 3), ("required", 0.1)],
        [("measured", "ValueError"), ("required", "ValueError")],
    ]
    assert records[0].facts == {"error": 0.1 + 0.2 - 0.3, "tolerance": 1e-15}
    assert records[2].facts == {"message": "invalid literal for int() with base 10: 'x'"}
