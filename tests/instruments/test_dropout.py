"""Which masks are drawn: modules, functional calls and fused attention alike, and none that is not."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from faqformer import seeds
from faqformer.instruments import dropout_masks
from faqformer.layers import FeedForward, Residual


@pytest.fixture(autouse=True)
def fixed():
    with seeds.fixed(0):
        yield


@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5])
def test_shape_and_rate_of_each_mask_in_order(rate):
    x = torch.ones(2, 3, 8)
    assert dropout_masks(nn.Dropout(rate), x) == [((2, 3, 8), rate)]
    assert dropout_masks(FeedForward(8, 16, dropout=rate), x) == [((2, 3, 16), rate)]
    two = nn.Sequential(nn.Dropout(rate), nn.Linear(8, 4), nn.Dropout(0.2))
    assert dropout_masks(two, x) == [((2, 3, 8), rate), ((2, 3, 4), 0.2)]


def test_fused_attention_hides_no_mask():
    q = torch.ones(1, 2, 5, 4)
    assert dropout_masks(F.scaled_dot_product_attention, q, q, q, dropout_p=0.25) == [((1, 2, 5, 5), 0.25)]
    assert dropout_masks(F.scaled_dot_product_attention, q, q, q) == []


def test_evaluation_mode_draws_none_and_other_random_numbers_do_not_count():
    x = torch.ones(2, 8)
    assert dropout_masks(nn.Dropout(0.5).eval(), x) == []
    assert dropout_masks(Residual(0.5).eval(), x, torch.tanh) == []
    assert dropout_masks(Residual(0.0), x, torch.tanh) == []
    assert dropout_masks(torch.randn, 3) == []


def test_the_function_runs_as_without_looking():
    x, drop = torch.ones(4, 8, requires_grad=True), nn.Dropout(0.5)
    outputs = []
    for _ in range(2):
        with seeds.fixed(1):
            dropout_masks(lambda: outputs.append(drop(x)))
    assert torch.equal(*outputs) and outputs[0].requires_grad
    with seeds.fixed(1):
        assert torch.equal(outputs[0], drop(x))
