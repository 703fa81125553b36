"""Sizes, rates and choices: what is refused, and that the message names the argument and what came."""

import math

import pytest

from faqformer.require import (
    require_at_least,
    require_even,
    require_heads,
    require_one_of,
    require_positive,
    require_share,
    require_size,
    require_sizes,
    require_step,
)

pytestmark = pytest.mark.bad_input


def test_what_fits_passes():
    require_size("n", 1)
    require_size("n", 0, least=0)
    require_sizes(least=0, n=0, radius=7)
    require_even("d_k", 2, "pairs")
    require_heads(12, 3)
    require_at_least("eps", 0.0, 0)
    require_positive("std", 1e-300)
    require_share("dropout", 0)
    require_one_of("norm", "pre", {"pre": 1})
    require_step(1.5, 1)
    require_step(3, 2, 3)


@pytest.mark.parametrize("size", [1.0, True, "1", None])
def test_a_size_is_an_integer(size):
    with pytest.raises(TypeError, match=f"n: expected an integer, got {size!r}"):
        require_size("n", size)


def test_the_one_that_does_not_fit_is_named():
    with pytest.raises(ValueError, match="radius: expected an integer ≥ 0, got -1"):
        require_sizes(least=0, n=3, radius=-1)


@pytest.mark.parametrize(("d_model", "n_heads", "named"), [(0, 1, "d_model"), (8, 0, "n_heads"), (8, 3, "d_model")])
def test_heads_share_the_width_evenly(d_model, n_heads, named):
    with pytest.raises(ValueError, match=f"^{named}: expected .*got {d_model if named == 'd_model' else n_heads}$"):
        require_heads(d_model, n_heads)


@pytest.mark.parametrize("size", [0, 1, 7, -2])
def test_an_even_number_and_why(size):
    with pytest.raises(ValueError, match=rf"d_k: expected an even number ≥ 2 \(channels turn in pairs\), got {size}"):
        require_even("d_k", size, "channels turn in pairs")


@pytest.mark.parametrize(
    ("require", "refused"),
    [
        (lambda x: require_at_least("x", x, 1), [0.999, -math.inf, math.nan]),
        (lambda x: require_positive("x", x), [0, -1, math.inf, math.nan]),
        (lambda x: require_share("x", x), [1, 1.0, -0.1, math.nan]),
    ],
)
def test_a_number_outside_and_no_number_at_all(require, refused):
    for x in refused:
        with pytest.raises(ValueError, match=f"x: expected .*got {x}"):
            require(x)


def test_a_choice_lists_what_there_is():
    with pytest.raises(ValueError, match="norm: expected one of post, pre, got 'Pre'"):
        require_one_of("norm", "Pre", ("post", "pre"))


@pytest.mark.parametrize(
    ("step", "warmup", "total", "named"),
    [(0.5, 1, None, "step"), (1, 0, None, "warmup"), (1, 2, 2, "total"), (4, 2, 3, "step")],
)
def test_a_step_lies_on_its_schedule(step, warmup, total, named):
    with pytest.raises(ValueError, match=f"^{named}: .*got"):
        require_step(step, warmup, total)
