"""The best loss at a masking rate, against closed forms and each other; trust in a visible token."""

import math

import numpy as np
import pytest
import torch

from faqformer import seeds
from faqformer.objectives.theory import chain_loss, masked_loss, trust

RATES = torch.tensor([0.0, 0.15, 0.4, 0.9, 1.0], dtype=torch.float64)


def law(*shape, k=0):
    p = torch.rand(shape, generator=seeds.generator(k), dtype=torch.float64)
    return p / p.sum()


def test_copies_need_one_clue_and_parity_needs_all():
    copies, parity = (torch.zeros(2, 2, 2, dtype=torch.float64) for _ in "ab")
    copies[0, 0, 0] = copies[1, 1, 1] = 1 / 2
    for a, b in ((0, 0), (0, 1), (1, 0), (1, 1)):
        parity[a, b, a ^ b] = 1 / 4
    for joint, share in ((copies, RATES**2), (parity, 1 - (1 - RATES) ** 2)):
        expected = (math.log(2) * share)[:, None].expand(-1, 3)
        torch.testing.assert_close(masked_loss(joint, RATES), expected, rtol=0, atol=1e-14)


def test_averaged_over_all_rates_it_is_the_entropy_of_a_token():
    joint = law(3, 2, 4, 2)
    nodes, weights = np.polynomial.legendre.leggauss(4)  # exact for polynomials up to degree 7
    losses = masked_loss(joint, torch.tensor((nodes + 1) / 2))
    average = torch.tensor(weights / 2) @ losses.sum(-1)
    torch.testing.assert_close(average, -(joint * joint.log()).sum(), rtol=0, atol=1e-13)


def test_a_chain_is_a_text_whose_far_words_tell_nothing():
    transition = law(3, 3, k=1)
    transition = transition / transition.sum(-1, keepdim=True)
    joint = torch.linalg.matrix_power(transition, 1000)[0]
    for _ in range(8):
        joint = joint[..., None] * transition
    near = RATES[:3]
    inside = masked_loss(joint, near)[:, 4]
    assert (inside - chain_loss(transition, near)).abs().le(2 * near**4 * math.log(3) + 1e-12).all()


def test_in_a_chain_two_words_tell_what_each_tells_less_what_both_tell():
    transition = law(3, 3, k=2)
    transition = transition / transition.sum(-1, keepdim=True)
    start = torch.linalg.matrix_power(transition, 1000)[0]
    rate, told = 0.4, []  # told: by the word i places on, i = 1, 2, …
    for i in range(1, 80):
        later = torch.linalg.matrix_power(transition, i)
        told.append((start[:, None] * torch.special.xlogy(later, later / start)).sum())
    one = sum(rate**i * (1 - rate) * told[i] for i in range(39))
    both = sum(rate ** (i + j) * (1 - rate) ** 2 * told[i + j + 1] for i in range(39) for j in range(39))
    entropy = -(start * start.log()).sum()
    found = chain_loss(transition, torch.tensor([rate], dtype=torch.float64))[0]
    torch.testing.assert_close(found, entropy - 2 * one + both, rtol=0, atol=1e-12)


def test_nothing_hidden_and_everything_hidden():
    transition = torch.full((4, 4), 0.1, dtype=torch.float64).fill_diagonal_(0.7)
    everything = chain_loss(transition, RATES)[-1]
    assert math.isclose(everything, math.log(4), rel_tol=1e-12)
    assert chain_loss(transition, RATES).diff().gt(0).all()


def test_trust_is_bayes_rule():
    q, keep, random, v = 0.02, 0.1, 0.2, 50
    shown = q * (keep + random / v) + (1 - q) * random / v
    found = trust(torch.tensor(q, dtype=torch.float64), v, keep, random)
    assert math.isclose(found, q * (keep + random / v) / shown, rel_tol=1e-12)


def test_trust_at_the_edges():
    q = torch.tensor([1e-6, 0.3, 1.0], dtype=torch.float64)
    assert trust(q, 100, keep=0.2, random=0.0).eq(1).all()  # nothing else would be shown
    torch.testing.assert_close(trust(q, 100, keep=0.0, random=0.2), q)  # the word says nothing


@pytest.mark.parametrize("shares", [{"keep": 0.0, "random": 0.0}, {"keep": -0.1, "random": 0.2}])
def test_trust_refuses(shares):
    with pytest.raises(ValueError, match="keep, random: expected shares, not both 0"):
        trust(torch.tensor(0.5), 10, **shares)


def test_probabilities_must_add_up():
    with pytest.raises(ValueError, match="joint: expected a sum of 1, got 2"):
        masked_loss(torch.full((2, 2), 0.5), RATES.float())
    with pytest.raises(ValueError, match="transition: expected rows with a sum of 1"):
        chain_loss(torch.full((2, 2), 0.6), RATES.float())
