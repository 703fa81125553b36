"""The formulas of attention's theory, against enumeration, autograd and an independent quadrature."""

import itertools
import math

import mpmath
import pytest
import torch

from faqformer.attention import attention
from faqformer.attention.theory import (
    expected_maximum,
    expected_own_weight,
    moments,
    query_gradient,
    score_variance,
    softmax_jacobian,
)


def normal(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@pytest.mark.parametrize("shift", [0.0, 3.0])
def test_score_variance_is_that_of_all_pairs(shift):
    q, k = normal(50, 8) + shift, (normal(60, 8, seed=1) - shift) @ normal(8, 8, seed=2)  # correlated, with a mean
    (M_q, mu_q), (M_k, mu_k) = moments(q), moments(k)
    scores = q @ k.mT
    torch.testing.assert_close(score_variance(M_q, M_k, mu_q, mu_k), scores.var(correction=0), rtol=1e-12, atol=0)


@pytest.mark.parametrize("width", [1, 2, 4])
def test_score_variance_of_fair_coins_is_the_width(width):
    coins = torch.tensor(list(itertools.product([-1.0, 1.0], repeat=width)), dtype=torch.float64)
    M, mu = moments(coins)
    assert score_variance(M, M, mu, mu) == width == (coins @ coins.mT).var(correction=0)


def test_moments_of_a_hand_made_population():
    M, mu = moments(torch.tensor([[1.0, 0.0], [3.0, 2.0]]))
    assert M.tolist() == [[5.0, 3.0], [3.0, 2.0]] and mu.tolist() == [2.0, 1.0]


def test_softmax_jacobian_is_autograds():
    scores = normal(3, 5)
    found = softmax_jacobian(scores.softmax(-1))
    for row, expected in zip(scores, found, strict=True):
        derived = torch.autograd.functional.jacobian(lambda s: s.softmax(-1), row)
        torch.testing.assert_close(expected, derived, rtol=1e-12, atol=1e-15)
    torch.testing.assert_close(found.sum(-1), torch.zeros(3, 5, dtype=torch.float64), rtol=0, atol=1e-15)


def test_the_largest_eigenvalue_of_the_jacobian_is_one_half_between_two_equal_keys():
    p = torch.tensor([0.5, 0.5, 0.0], dtype=torch.float64)
    assert torch.linalg.eigvalsh(softmax_jacobian(p)).max().item() == pytest.approx(0.5, rel=1e-14)


@pytest.mark.parametrize("scale", [1.0, 0.25])
def test_query_gradient_is_autograds(scale):
    q, k, v, upstream = (
        normal(2, 3, 6).requires_grad_(),
        normal(2, 5, 6, seed=1),
        normal(2, 5, 4, seed=2),
        normal(2, 3, 4),
    )
    output, weights = attention(q, k, v, scale=scale)
    (derived,) = torch.autograd.grad((output * upstream).sum(), q)
    torch.testing.assert_close(query_gradient(weights, k, upstream @ v.mT, scale), derived, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(("n", "derived"), [(1, 0.0), (2, 1 / math.sqrt(math.pi)), (3, 1.5 / math.sqrt(math.pi))])
def test_expected_maximum_of_few(n, derived):
    assert expected_maximum(n) == pytest.approx(derived, abs=1e-12)


@pytest.mark.parametrize("n", [64, 1024, 10**6])
def test_expected_maximum_of_many(n):
    density = lambda x: n * x * mpmath.npdf(x) * mpmath.ncdf(x) ** (n - 1)  # noqa: E731
    derived = float(mpmath.quad(density, [-12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 12]))
    assert expected_maximum(n) == pytest.approx(derived, abs=1e-11)
    assert expected_maximum(n) < math.sqrt(2 * math.log(n))


@pytest.mark.parametrize(("d", "n", "scale"), [(5, 7, None), (64, 128, 0.05)])
def test_expected_own_weight_is_the_double_integral(d, n, scale):
    c, power = d**-0.5 if scale is None else scale, mpmath.mpf(d - 4) / 2
    law = lambda u: (1 - u * u) ** power  # noqa: E731
    cosines = [-1, -0.5, 0, 0.5, 1]
    total = mpmath.quad(law, cosines)
    one = lambda t: mpmath.quad(lambda u: law(u) * mpmath.exp(-t * mpmath.exp(c * d * (u - 1))), cosines)  # noqa: E731
    derived = mpmath.quad(lambda t: mpmath.exp(-t) * (one(t) / total) ** (n - 1), [0, 0.1, 1, 5, 20], maxdegree=4)
    assert expected_own_weight(d, n, scale) == pytest.approx(float(derived), abs=1e-7)


def test_expected_own_weight_of_one_token_and_of_equal_scores():
    assert expected_own_weight(16, 1) == pytest.approx(1, abs=1e-12)
    assert expected_own_weight(16, 10, scale=0.0) == pytest.approx(1 / 10, abs=1e-12)


def test_what_the_theory_refuses():
    with pytest.raises(ValueError, match="d, n: expected at least 4 and 1, got 3 and 2"):
        expected_own_weight(3, 2)
    with pytest.raises(ValueError, match="n: expected at least 1, got 0"):
        expected_maximum(0)
    with pytest.raises(ValueError, match="x: expected at least one row"):
        moments(torch.empty(0, 3))
