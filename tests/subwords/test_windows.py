"""Windows over a long text."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faqformer.subwords.windows import starts


def test_by_hand():
    assert starts(10, 4, 3) == [0, 3, 6]
    assert starts(11, 4, 3) == [0, 3, 6, 7]  # the last is moved back
    assert starts(4, 4, 3) == [0] == starts(2, 4, 1)


@given(n=st.integers(1, 200), width=st.integers(1, 50), data=st.data())
def test_every_token_is_covered_by_full_windows(n, width, data):
    step = data.draw(st.integers(1, width))
    begin = starts(n, width, step)
    assert begin == sorted(set(begin))
    assert {i for a in begin for i in range(a, a + min(width, n))} == set(range(n))
    assert len(begin) == (1 + math.ceil((n - width) / step) if n > width else 1)


@pytest.mark.bad_input
def test_refusals():
    with pytest.raises(ValueError, match="step: expected at most width = 4, or tokens are left out, got 5"):
        starts(10, 4, 5)
    with pytest.raises(ValueError, match="width: expected an integer ≥ 1, got 0"):
        starts(10, 0, 1)
    with pytest.raises(TypeError, match="n: expected an integer, got"):
        starts(9.0, 4, 2)
