"""Attention by blocks of keys against attention with all its weights."""

import pytest
import torch

from faqformer.attention import attention, tiled_attention

DRAW = torch.Generator().manual_seed(0)


def normal(*shape):
    return torch.randn(shape, generator=DRAW, dtype=torch.float64)


@pytest.mark.parametrize("block", [1, 3, 7, 100])
@pytest.mark.parametrize("scale", [None, 2.0])
def test_the_same_output(block, scale):
    q, k, v = normal(2, 3, 5, 4), normal(2, 3, 7, 4), normal(2, 3, 7, 6)
    torch.testing.assert_close(tiled_attention(q, k, v, block, scale), attention(q, k, v, scale=scale)[0])


def test_scores_beyond_the_range_of_exp():
    """A later block with a far larger score, and one with a far smaller one."""
    q, v = torch.ones(1, 1, dtype=torch.float64), normal(6, 2)
    k = torch.tensor([[-900.0], [0.0], [900.0], [899.0], [5.0], [-2000.0]], dtype=torch.float64)
    for block in (1, 2, 4):
        torch.testing.assert_close(tiled_attention(q, k, v, block), attention(q, k, v)[0])


def test_the_gradient_is_the_same():
    q, k, v = (normal(6, 4).requires_grad_() for _ in range(3))
    tiled = torch.autograd.grad(tiled_attention(q, k, v, 4).square().sum(), (q, k, v))
    whole = torch.autograd.grad(attention(q, k, v)[0].square().sum(), (q, k, v))
    torch.testing.assert_close(tiled, whole)


@pytest.mark.bad_input
def test_refusals():
    q, k = normal(3, 4), normal(5, 4)
    with pytest.raises(ValueError, match="block: expected an integer ≥ 1, got 0"):
        tiled_attention(q, k, k, 0)
    with pytest.raises(ValueError, match="number of keys: expected an integer ≥ 1, got 0"):
        tiled_attention(q, k[:0], k[:0], 2)
    with pytest.raises(ValueError, match="q, k: expected the same width"):
        tiled_attention(q, k[:, :3], k, 2)
