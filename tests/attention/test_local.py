"""Attention within a window against attention under its mask."""

import pytest
import torch

from faqformer.attention import attention, local_attention
from faqformer.instruments import counted_macs
from faqformer.masks import local_mask

DRAW = torch.Generator().manual_seed(0)


def normal(*shape):
    return torch.randn(shape, generator=DRAW, dtype=torch.float64)


@pytest.mark.parametrize("radius", [0, 1, 3, 20])
@pytest.mark.parametrize("scale", [None, 2.0])
def test_the_same_output_as_under_the_mask(radius, scale):
    q, k, v = normal(2, 3, 9, 4), normal(2, 3, 9, 4), normal(2, 3, 9, 6)
    masked = attention(q, k, v, local_mask(9, radius), scale=scale)[0]
    torch.testing.assert_close(local_attention(q, k, v, radius, scale), masked)


def test_a_product_that_would_overflow_before_it_is_scaled():
    x = torch.full((3, 4), 250.0, dtype=torch.float16)  # q·k is 250,000, beyond float16; a tenth is not
    assert local_attention(x, x, x, 1, scale=0.1).isfinite().all()


def test_the_gradient_is_the_same():
    q, k, v = (normal(6, 4).requires_grad_() for _ in range(3))
    local = torch.autograd.grad(local_attention(q, k, v, 2).square().sum(), (q, k, v))
    masked = torch.autograd.grad(attention(q, k, v, local_mask(6, 2))[0].square().sum(), (q, k, v))
    torch.testing.assert_close(local, masked)


def test_its_products_are_linear_in_n():
    q, k, v = normal(3, 40, 4)
    assert counted_macs(local_attention, q, k, v, 3) == 2 * 40 * 7 * 4


@pytest.mark.bad_input
def test_refusals():
    q, k = normal(3, 4), normal(5, 4)
    with pytest.raises(ValueError, match="expected as many queries as keys, got 3 and 5"):
        local_attention(q, k, k, 1)
    with pytest.raises(ValueError, match="radius: expected an integer ≥ 0, got -1"):
        local_attention(k, k, k, -1)
    with pytest.raises(TypeError, match="radius: expected an integer, got"):
        local_attention(k, k, k, 1.5)
    with pytest.raises(ValueError, match="number of keys: expected an integer ≥ 1, got 0"):
        local_attention(k[:0], k[:0], k[:0], 1)
    with pytest.raises(ValueError, match="q, k: expected the same width"):
        local_attention(k, k[:, :3], k, 1)
