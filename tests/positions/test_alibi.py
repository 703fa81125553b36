"""ALiBi's slopes against the authors' rule, for any number of heads, and the bias against a loop."""

import math

import pytest
import torch

from faqformer.positions import AlibiBias, alibi_slopes


def by_the_authors_rule(n):
    """A geometric row for a power of two; otherwise the row of the power below, and every other one of twice that."""
    if math.log2(n).is_integer():
        start = 2 ** (-(2 ** -(math.log2(n) - 3)))
        return [start * start**i for i in range(n)]
    below = 2 ** math.floor(math.log2(n))
    return by_the_authors_rule(below) + by_the_authors_rule(2 * below)[0::2][: n - below]


@pytest.mark.parametrize("n_heads", [*range(1, 41), 63, 64, 65, 96, 100])
def test_the_slopes_follow_the_authors_rule(n_heads):
    assert alibi_slopes(n_heads) == pytest.approx(by_the_authors_rule(n_heads), rel=1e-13)


def test_the_slopes_of_the_paper():
    assert alibi_slopes(8) == [2.0**-i for i in range(1, 9)]
    assert alibi_slopes(12) == [2.0**-i for i in range(1, 9)] + [2**-0.5, 2**-1.5, 2**-2.5, 2**-3.5]


@pytest.mark.parametrize("n_heads", [1, 3, 8, 12])
def test_the_slopes_are_blooms(n_heads):
    bloom = pytest.importorskip("transformers.models.bloom.modeling_bloom", reason="compares with transformers' Bloom")
    theirs = bloom.build_alibi_tensor(torch.ones(1, 2, dtype=torch.long), n_heads, torch.float32)  # heads, 1, keys
    torch.testing.assert_close(torch.tensor(alibi_slopes(n_heads)), theirs[:, 0, 1], rtol=1e-6, atol=0)


def test_the_bias_falls_by_the_slope_a_step_on_either_side():
    bias = AlibiBias(4)(torch.tensor([3, 5]), torch.arange(8))
    for h, slope in enumerate(alibi_slopes(4)):
        for t, i in enumerate((3, 5)):
            assert bias[0, h, t].tolist() == [-slope * abs(i - j) for j in range(8)]


def test_half_precision_reaches_far():
    far = AlibiBias(8).half()(torch.tensor([0]), torch.tensor([100_000, 200_000]))
    # The distance itself would be infinite in float16.
    assert far[0, -1, 0, 1].item() == pytest.approx(-200_000 / 256, rel=2**-11)


def test_it_has_no_parameters_and_saves_nothing():
    assert not list(AlibiBias(4).parameters())
    assert not AlibiBias(4).state_dict()


@pytest.mark.bad_input
def test_bad_sizes_are_named():
    for make in (AlibiBias, alibi_slopes):
        with pytest.raises(ValueError, match=r"n_heads: expected an integer ≥ 1, got 0"):
            make(0)
