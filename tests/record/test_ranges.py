"""What a quantity can be: by the words of `what`, or as the check states it; a bound that says nothing is refused."""

import math

import pytest

from faqbook import checks
from faqbook.record import ranges


@pytest.mark.parametrize(
    ("what", "measured", "within"),
    [
        ("share of the weight", 0.5, (0, 1)),
        ("Probability of a hit", 0.5, (0, 1)),
        ("accuracies, the least", 1, (0, 1)),
        ("fractions kept", 0, (0, 1)),
        ("rate of misses", 0.5, (0, 1)),
        ("mean cosine of two heads", -0.5, (-1, 1)),
        ("share lost, %", 50, (0, 100)),
        ("share lost, in per cent", 0.5, (0, 100)),
        ("share over share", 3, None),  # the word means something else here
        ("learning rate at the peak", 0.5, None),
        ("largest learning rates", 0.5, None),
        ("shared table", 0.5, None),
        ("cosines' law", 2, None),
        ("loss", 0.5, None),
    ],
)
def test_words_name_a_range(what, measured, within):
    assert ranges.named(what, measured) == within


NOTHING = [
    (checks.at_least, 0.5, 0, "which cannot fail: the quantity lies within 0 to 1"),
    (checks.at_least, 0.5, -1, "cannot fail"),
    (checks.at_least, 0.5, 1.01, "cannot hold"),
    (checks.at_most, 0.5, 1, "cannot fail"),
    (checks.at_most, 0.5, 2, "cannot fail"),
    (checks.at_most, 0.5, -0.1, "cannot hold"),
]


@pytest.mark.parametrize(("check", "measured", "bound", "message"), NOTHING)
@pytest.mark.parametrize("role", ["theory", "required"])
@pytest.mark.parametrize("said", [{"what": "accuracy"}, {"within": (0, 1)}])
def test_a_bound_that_says_nothing_is_refused(check, measured, bound, message, role, said):
    with checks.recording() as records, pytest.raises(ValueError, match=f"{role}: expected a bound .*{message}"):
        check("a.b", measured, **{role: bound}, **said)
    assert records == []


def test_it_is_refused_where_a_failure_is_meant_too():
    with pytest.raises(ValueError, match="cannot hold"):
        checks.must_fail(checks.at_least, "a.b", 0.5, required=1.5, what="accuracy")


@pytest.mark.parametrize(
    ("check", "measured", "bound"), [(checks.at_least, 1, 1), (checks.at_most, 0, 0), (checks.at_least, 0.5, 1e-9)]
)
def test_a_bound_on_the_far_edge_says_all(check, measured, bound):
    assert check("a.b", measured, required=bound, what="accuracy").passed


def test_a_stated_range_goes_before_words_and_may_be_open():
    assert checks.at_least("a.b", 3, required=2, what="share", within=(0, math.inf)).passed
    with pytest.raises(ValueError, match="the quantity lies within 0 to any"):
        checks.at_least("a.b", 3, required=0, within=(0, math.inf))


@pytest.mark.parametrize(
    ("within", "message"),
    [
        (1, "within: expected the least and the greatest possible value, got 1"),
        ((0,), "within: expected the least and the greatest"),
        (("a", "b"), "within: expected the least and the greatest"),
        ((1, 0), "within: expected the least value before the greatest"),
        ((0, math.nan), "within: expected the least value before the greatest"),
        ((0, 1), r"measured: expected a value within \(0, 1\), got 3"),
    ],
)
def test_a_range_that_is_none_is_refused(within, message):
    with pytest.raises(ValueError, match=message):
        checks.at_least("a.b", 3, required=0.5, within=within)
