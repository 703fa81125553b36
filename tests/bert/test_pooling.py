"""One vector for a text: padding cannot matter."""

import pytest
import torch

from faqformer import seeds
from faqformer.bert import mean_pool
from faqformer.masks import padding_mask


def test_the_mean_is_over_tokens():
    x = torch.randn(3, 5, 4, generator=seeds.generator(0), dtype=torch.float64)
    pooled = mean_pool(x, padding_mask([5, 2, 0], 5))
    for row, n in enumerate([5, 2]):
        torch.testing.assert_close(pooled[row], x[row, :n].mean(0), rtol=0, atol=1e-15)
    assert pooled[2].eq(0).all()
    assert mean_pool(x).equal(x.mean(1))


def test_padding_cannot_matter_even_when_it_is_not_finite():
    x = torch.ones(1, 3, 2)
    x[0, 2] = torch.nan
    assert mean_pool(x, padding_mask([2], 3)).eq(1).all()


@pytest.mark.bad_input
@pytest.mark.parametrize("mask", [torch.ones(1, 3), torch.ones(1, 2).bool(), torch.ones(1, 3, 1).bool()])
def test_bad_mask(mask):
    with pytest.raises((TypeError, ValueError), match=r"mask: expected (bool|shape \(1, 3\))"):
        mean_pool(torch.ones(1, 3, 2), mask)
