"""Entropy and divergence, against values by hand and an independent implementation."""

import math

import torch
from torch.nn.functional import kl_div

from faqformer.instruments import between_heads, divergence, entropy


def rows(*shape, seed=0):
    draw = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=draw, dtype=torch.float64).mul(2).softmax(-1)


def test_entropy_by_hand():
    p = torch.tensor([[0.25] * 4, [1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0]], dtype=torch.float64)
    wanted = torch.tensor([math.log(4), 0.0, math.log(2)], dtype=torch.float64)
    torch.testing.assert_close(entropy(p), wanted, rtol=0, atol=1e-15)


def test_divergence_is_the_mean_distance_from_the_middle():
    p, q = rows(20, 7), rows(20, 7, seed=1)
    middle = ((p + q) / 2).log()
    wanted = (kl_div(middle, p, reduction="none") + kl_div(middle, q, reduction="none")).sum(-1) / 2
    torch.testing.assert_close(divergence(p, q), wanted, rtol=0, atol=1e-14)


def test_divergence_without_a_common_key_is_ln_2():
    p, q = torch.eye(2, dtype=torch.float64)
    assert math.isclose(divergence(p, q).item(), math.log(2))


def test_between_heads_compares_each_with_each():
    weights = rows(2, 3, 5, 6)  # B H T S
    found = between_heads(weights)
    assert found.shape == (2, 3, 3, 5)
    for i in range(3):
        for j in range(3):
            torch.testing.assert_close(found[:, i, j], divergence(weights[:, i], weights[:, j]), rtol=0, atol=1e-14)
    assert (found.diagonal(dim1=1, dim2=2).abs() < 1e-14).all()
