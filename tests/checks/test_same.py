"""`equal`: exact, whatever it is given, and readable when it fails."""

import copy
import math
from functools import partial

import numpy as np
import pytest
import torch

from faqbook import checks


def result(measured, derived, what="", **sides):
    with checks.recording() as records:
        checks.equal("a.b", measured, derived, what, **sides)
    return records[0]


@pytest.mark.parametrize(
    ("measured", "derived"),
    [
        (3, 3),
        (3, 3.0),
        (True, 1),
        (0.0, -0.0),
        (math.inf, math.inf),
        (10**30, 10**30),
        ("ab c", "ab c"),
        ("中文", "中文"),
        (None, None),
        ([], []),
        ((1, 2), [1, 2]),
        (torch.Size([2, 3]), (2, 3)),
        ([["a"], "b"], (["a"], "b")),
        ({"a": (1, 2)}, {"a": [1, 2]}),
        ({1, 2}, {2, 1}),
        (torch.float64, torch.float64),
        (torch.tensor(3), 3),
        (torch.tensor([1, 2]), [1, 2]),
        (torch.tensor([1.5, 2.0]), torch.tensor([1.5, 2.0], dtype=torch.float64)),
        (torch.tensor([True, False]), torch.tensor([1, 0])),
        (torch.tensor([-torch.inf, 0.0]), torch.tensor([-torch.inf, 0.0])),
        (torch.tensor([2**62 + 1]), torch.tensor([2**62 + 1])),
        ([torch.tensor(1), torch.tensor([2])], [1, [2]]),
        (torch.ones(2, requires_grad=True), [1, 1]),
        (np.array([1, 2]), torch.tensor([1, 2])),
        (np.float64(0.5), 0.5),
    ],
)
def test_the_same(measured, derived):
    assert result(measured, derived).passed and result(derived, measured).passed


@pytest.mark.parametrize(
    ("measured", "derived"),
    [
        (3, 4),
        (0.1 + 0.2, 0.3),
        (2**62 + 1, 2**62),
        (2**53 + 1, float(2**53)),
        (torch.tensor([2**62 + 1]), torch.tensor([2**62])),  # the same in float64
        (torch.tensor([0.1]), torch.tensor([0.1], dtype=torch.float64)),
        ("ab c", "a bc"),
        ("ab", ["a", "b"]),
        ("3", 3),
        (None, 0),
        ([], [0]),
        ((1, 2), (1, 2, 3)),
        ({"a": 1}, {"a": 1, "b": 2}),
        (torch.float64, torch.float32),
        (torch.zeros(2), torch.zeros(3)),
        (torch.zeros(2, 1), torch.zeros(1, 2)),
        (torch.zeros(1), 0),
        (torch.zeros(2), "zeros"),
        (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0 + 2**-22])),
        (math.inf, -math.inf),
    ],
)
def test_not_the_same(measured, derived):
    for outcome in (result(measured, derived), result(derived, measured)):
        assert not outcome.passed
        found, given = (number.text for number in outcome.numbers)
        assert found != given or outcome.off  # the panel shows a difference


@pytest.mark.parametrize(
    "bad",
    [
        math.nan,
        [math.nan],
        {"a": (1, math.nan)},
        torch.tensor([1.0, math.nan]),
        np.array([math.nan]),
        complex(math.nan, 0),
        torch.zeros(0),
        torch.zeros(2, 0),
        np.zeros(0),
        [torch.zeros(0)],
    ],
    ids=str,
)
def test_nan_and_empty_tensors_never_pass(bad):
    for measured, derived in ((bad, copy.deepcopy(bad)), (bad, 1), (1, bad)):
        with pytest.raises(ValueError, match=r"expected (a value, got NaN|at least one value)"):
            checks.equal("a.b", measured, derived)


@pytest.mark.parametrize(
    ("measured", "derived", "line"),
    [
        (1 / 3, 0.25, "theory 0.25, measured 0.333"),
        (True, False, "theory no, measured yes"),
        (3830, 32058, "theory 32,058, measured 3830"),
        (0.1 + 0.2, 0.3, "0.30000000000000004, not 0.3"),
        ([1, 2.0, 1 / 3], [1, 2, 3], "theory 1, 2, 3, measured 1, 2, 0.333"),
        (torch.zeros(2), torch.zeros(3), "theory 0, 0, 0, measured 0, 0"),
        ("ab c", "a bc", "theory 'a bc', measured 'ab c'"),
        ("two\nlines", "x", r"theory 'x', measured 'two\nlines'"),
        ([0.1 + 0.2] * 2, [0.1 + 0.2, 0.3], "0.30000000000000004, not 0.3 at [1]"),
        ({"a": [1, 1e-30 + 1]}, {"a": [2, 1]}, "theory a = [2, 1], measured a = [1, 1]"),
        ({"a": [0.1 + 0.2]}, {"a": [0.3]}, "0.30000000000000004, not 0.3 at ['a'][0]"),
        (["token"] * 150 + ["taken"], ["token"] * 151, "'aken', not 'oken', at [150][1]"),
        ("x" * 500 + "a", "x" * 500 + "b", "'a', not 'b', at [500]"),
        ("x" * 500, "x" * 500 + "b", "'', not 'b', at [500]"),
        (torch.arange(1000), torch.arange(1000) + (torch.arange(1000) == 700), "700, not 701 at [700]"),
    ],
)
def test_a_failure_shows_the_difference(measured, derived, line):
    outcome = result(measured, derived, "it")
    assert (outcome.sentence(), outcome.passed) == (f"it: {line}", False)


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (7, "it: 7, as derived"),
        (65536, "it: 65,536, as derived"),
        (10**30, "it: 1,000,000,000,000,000,000,000,000,000,000, as derived"),
        (1e-3, "it: 0.001, as derived"),
        (True, "it: yes"),
        (False, "it: no, as it should be"),
        (torch.tensor([True, True]), "it: yes, all 2"),
        ([False] * 5, "it: no, all 5"),
        ([True, False], "it: yes, no, as derived"),
        (torch.Size([2, 3]), "it: 2, 3, as derived"),
        ([[3], [5]], "it: [3], [5], as derived"),
        ([36], "it: [36], as derived"),
        ([], "it: none, as derived"),
        (torch.zeros(2, 3), "it: all 6 are 0"),
        (torch.arange(400), "it: all 400 as derived"),
        (["ab", "##c"], "it: 'ab', '##c', as derived"),
        ("x" * 500, f"it: '{'x' * 70}…, as derived"),
        ({"W_q": 6, "W_k": [1, 2]}, "it: W_q = 6, W_k = [1, 2], as derived"),
        ({str(i): f"the value of {i}" for i in range(9)}, "it: all 9 as derived"),
        (math.inf, "it: ∞, as derived"),
        (None, "it: None, as derived"),
        (torch.float64, "it: torch.float64, as derived"),
    ],
)
def test_a_value_reads_as_one_says_it(value, line):
    assert result(value, copy.deepcopy(value), "it").sentence() == line


def test_what_takes_the_number_in_or_says_it_all():
    assert result(3150336, 3150336, "counted parameters").line() == "✓ counted 3,150,336 parameters, as derived"
    assert result([1] * 6, [1] * 6, "counted heads").sentence() == "counted heads: all 6 are 1"
    assert result([1, 2], [1, 2], "ids equal torch's").sentence() == "ids equal torch's: 1, 2"
    assert result(list(range(99)), list(range(99)), "ids equal torch's").sentence() == "ids equal torch's, all 99"


def test_two_measured_sides_are_named():
    assert result(12, 12, "steps", sides=("ours", "torch's")).sentence() == "steps: ours = torch's = 12"
    assert result([1] * 99, [1] * 99, "ids", sides=("p", "q")).sentence() == "ids: p = q, all 99"
    assert result(12, 13, "steps", sides=("ours", "torch's")).sentence() == "steps: ours 12, torch's 13"
    assert result([1] * 99, [1] * 98 + [2], "ids", sides=("p", "q")).sentence() == "ids: p and q 1, not 2 at [98]"


def test_the_record():
    assert [n.value for n in result(1 / 3, 1 / 3).numbers] == [1 / 3, 1 / 3]
    assert [n.role for n in result(10**30, 10**30).numbers] == ["measured", "theory"]
    assert result(10**30, 10**30).numbers[0].value == 10**30
    assert result(math.inf, math.inf).numbers[0].value == "∞"  # JSON holds no infinity
    long = result("x" * 500, "x" * 500).numbers[0].value
    assert long == "x" * 500
    assert len(result(torch.arange(400), torch.arange(400)).numbers[0].value) == 100


@pytest.mark.parametrize("thing", [torch.arange(3), [1, 2], {"a": 1}, np.arange(3), {1, 2}], ids=str)
def test_a_thing_is_not_compared_with_itself(thing):
    with pytest.raises(ValueError, match="derived: expected another value than measured, got the same object"):
        checks.equal("a.b", thing, thing)


def test_one_memory_is_one_thing_and_equal_values_are_two():
    x = torch.arange(6.0).reshape(2, 3)
    for other in (x.view(2, 3), x[:], x.detach()):
        for check in (checks.equal, partial(checks.close, tolerance=1), partial(checks.differs, by=1)):
            with pytest.raises(ValueError, match="got the same object: it is equal to itself"):
                check("a.b", x, other)
    with pytest.raises(ValueError, match="larger: expected another value than smaller, got the same object"):
        checks.less("a.b", x[0], x[0])
    assert result(x, x.clone()).passed and not result(x, x.reshape(3, 2)).passed
    assert result(x[0], torch.arange(3.0)).passed and not result(x[0], x[1]).passed
    assert result((1, 2), (1, 2)).passed and result("a", "a").passed and result(7, 7).passed  # one object by chance
