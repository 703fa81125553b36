"""Adam against torch's, and against what can be said without running it."""

import math

import pytest
import torch

from faqformer.optimisers import adam_updates


@pytest.mark.parametrize(("betas", "eps"), [((0.9, 0.98), 1e-9), ((0.9, 0.999), 1e-6), ((0.0, 0.5), 0.1)])
def test_it_moves_the_weights_as_torch_does(betas, eps):
    gradients = torch.randn(20, 3, 2, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    weights = torch.nn.Parameter(torch.zeros(3, 2, dtype=torch.float64))
    optimiser, places = torch.optim.Adam([weights], lr=0.5, betas=betas, eps=eps), []
    for gradient in gradients:
        weights.grad = gradient
        optimiser.step()
        places.append(weights.detach().clone())
    expected = -0.5 * adam_updates(gradients, betas, eps).cumsum(0)
    torch.testing.assert_close(torch.stack(places), expected, rtol=1e-12, atol=1e-13)


def test_the_first_update_has_size_one_whatever_the_gradient():
    gradients = torch.tensor([[1e-3, -1e-3, 7.0, -1e6]], dtype=torch.float64)
    assert adam_updates(gradients)[0].tolist() == pytest.approx([1, -1, 1, -1], rel=1e-5)
    assert adam_updates(torch.zeros(1, 2)).tolist() == [[0, 0]]


def test_without_the_correction_a_constant_gradient_moves_too_far():
    updates = adam_updates(torch.ones(1000, dtype=torch.float64), (0.9, 0.999), 1e-12, correct_bias=False)
    derived = [(1 - 0.9**t) / math.sqrt(1 - 0.999**t) for t in range(1, 1001)]
    assert updates.tolist() == pytest.approx(derived, rel=1e-9)
    assert updates.argmax() + 1 == 12
    assert f"{updates[0]:.2f} {updates[11]:.2f} {updates[99]:.2f} {updates[999]:.2f}" == "3.16 6.57 3.24 1.26"


def test_eps_is_outside_the_root():
    assert adam_updates(torch.full((1,), 1e-7, dtype=torch.float64)).item() == pytest.approx(1 / 1.01, rel=1e-9)


@pytest.mark.parametrize(
    ("betas", "eps", "named"), [((1.0, 0.9), 1e-9, "betas"), ((0.9, -1), 1e-9, "betas"), ((0.9, 0.9), 0, "eps")]
)
def test_impossible_settings_are_refused(betas, eps, named):
    with pytest.raises(ValueError, match=rf"^{named}"):
        adam_updates(torch.ones(2), betas, eps)
