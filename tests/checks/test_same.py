"""`equal`: exact, whatever it is given, and readable when it fails."""

import math

import numpy as np
import pytest
import torch

from faqbook import checks


def result(measured, derived):
    with checks.recording() as records:
        checks.equal("a.b", measured, derived)
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
        assert outcome.measured != outcome.derived  # the panel shows a difference


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
    for measured, derived in ((bad, bad), (bad, 1), (1, bad)):
        with pytest.raises(ValueError, match=r"expected (a value, got NaN|at least one value)"):
            checks.equal("a.b", measured, derived)


@pytest.mark.parametrize(
    ("measured", "derived", "found", "expected"),
    [
        (1 / 3, 0.25, "0.333", "0.25"),
        (0.1 + 0.2, 0.3, "0.30000000000000004, not 0.3", "0.3"),
        ([1, 2.0, 1 / 3], [1, 2, 3], "[1, 2, 0.333]", "[1, 2, 3]"),
        (torch.zeros(2), torch.zeros(3), "[0, 0]", "[0, 0, 0]"),
        ("ab c", "a bc", "'ab c'", "'a bc'"),
        ("two\nlines", "x", r"'two\nlines'", "'x'"),
        ([0.1 + 0.2] * 2, [0.1 + 0.2, 0.3], "0.30000000000000004, not 0.3 at [1]", "[0.3, 0.3]"),
        ({"a": [1, 1e-30 + 1]}, {"a": [2, 1]}, "{'a': [1, 1]}", "{'a': [2, 1]}"),
        ({"a": [0.1 + 0.2]}, {"a": [0.3]}, "0.30000000000000004, not 0.3 at ['a'][0]", "{'a': [0.3]}"),
    ],
)
def test_a_failure_shows_the_difference(measured, derived, found, expected):
    outcome = result(measured, derived)
    assert (outcome.measured, outcome.derived, outcome.passed) == (found, expected, False)


def test_long_values_are_cut_and_their_first_difference_is_found():
    words = ["token"] * 200
    changed = [*words[:150], "taken", *words[151:]]
    outcome = result(words, changed)
    assert outcome.measured == "'oken', not 'aken', at [150][1]"
    assert outcome.derived.startswith("200 values, ['token', ") and len(outcome.derived) < 80
    text = "x" * 500
    assert result(text, text).measured == "'" + "x" * 98 + "…"
    assert result(text + "a", text + "b").measured == "'a', not 'b', at [500]"
    assert result(text, text + "b").measured == "'', not 'b', at [500]"
    assert (
        result(torch.arange(1000), torch.arange(1000) + (torch.arange(1000) == 700)).measured == "700, not 701 at [700]"
    )


def test_the_line_and_the_record(capsys):
    checks.equal("a.b", torch.Size([2, 3]), (2, 3), "shape")
    checks.equal("a.b", 1e-3, 0.001)
    checks.equal("a.b", True, True)
    assert capsys.readouterr().out.splitlines() == [
        "✓ a.b — shape: derived [2, 3], measured [2, 3] (exact)",
        "✓ a.b — derived 0.001, measured 0.001 (exact)",
        "✓ a.b — derived True, measured True (exact)",
    ]
    assert result(1 / 3, 1 / 3).values == {"measured": 1 / 3, "derived": 1 / 3}
    assert result(10**30, 10**30).values["measured"] == 10**30
    assert result(math.inf, math.inf).values["measured"] == "inf"  # JSON holds no infinity
