"""Additive attention: against a loop, against the same masks as the dot product, and what it refuses."""

import math

import pytest
import torch

from faqformer import seeds
from faqformer.attention import AdditiveAttention
from faqformer.masks import causal_mask

EXACT = {"rtol": 0, "atol": 1e-12}


def normal(*shape, k=60, dtype=torch.float64):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=dtype)


@pytest.fixture
def module():
    with seeds.fixed(6):
        return AdditiveAttention(4, 3, 5).double()


def test_equals_a_loop(module):
    q, k, v, mask = (
        normal(2, 4),
        normal(3, 3, k=61),
        normal(3, 2, k=62),
        torch.tensor([[True] * 3, [True, False, True]]),
    )
    W_q, W_k, u = (linear.weight.tolist() for linear in (module.W_q, module.W_k, module.v))
    expected = torch.zeros(2, 2, dtype=torch.float64)
    for t in range(2):
        exponentials = {}
        for s in [s for s in range(3) if mask[t, s]]:
            hidden = [
                math.tanh(
                    sum(W_q[j][i] * float(q[t, i]) for i in range(4))
                    + sum(W_k[j][i] * float(k[s, i]) for i in range(3))
                )
                for j in range(5)
            ]
            exponentials[s] = math.exp(sum(u[0][j] * hidden[j] for j in range(5)))
        for s, exponential in exponentials.items():
            expected[t] += exponential / sum(exponentials.values()) * v[s]
    output, weights = module(q, k, v, mask)
    torch.testing.assert_close(output, expected, **EXACT)
    assert weights[1, 1] == 0


def test_leading_axes_are_independent(module):
    q, k, v = normal(2, 3, 5, 4), normal(2, 3, 6, 3, k=61), normal(2, 3, 6, 2, k=62)
    output, _ = module(q, k, v)
    for b in range(2):
        for h in range(3):
            torch.testing.assert_close(module(q[b, h], k[b, h], v[b, h])[0], output[b, h], **EXACT)


def test_gradients(module):
    tensors = [normal(2, 4).requires_grad_(), normal(3, 3, k=61).requires_grad_(), normal(3, 2, k=62).requires_grad_()]
    mask = torch.tensor([[True, False, True], [False] * 3])
    assert torch.autograd.gradcheck(lambda q, k, v: module(q, k, v, mask), tensors)


def test_empty_row_is_zero_and_its_gradient_finite(module):
    q, mask = normal(2, 4).requires_grad_(), torch.tensor([[False] * 3, [True] * 3])
    output, weights = module(q, normal(3, 3), normal(3, 2), mask)
    assert (output[0] == 0).all() and (weights[0] == 0).all()
    gradients = torch.autograd.grad(output.sum(), [q, *module.parameters()])
    assert all(gradient.isfinite().all() for gradient in gradients) and (gradients[0][0] == 0).all()


@pytest.mark.parametrize("sizes", [(0, 2, 3), (2, 0, 3), (2, 2, 0)])
def test_without_batch_queries_or_keys_there_are_zeros(module, sizes):
    batch, n_queries, n_keys = sizes
    output, weights = module(normal(batch, n_queries, 4), normal(batch, n_keys, 3), normal(batch, n_keys, 2))
    assert output.shape == (batch, n_queries, 2) and weights.shape == sizes and (output == 0).all()


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (ValueError, "q: expected width 4, got 3", (normal(2, 3), normal(3, 3), normal(3, 2))),
        (ValueError, "k: expected width 3, got 4", (normal(2, 4), normal(3, 4), normal(3, 2))),
        (ValueError, "v: expected as many values as keys", (normal(2, 4), normal(3, 3), normal(2, 2))),
        (ValueError, "q, k, v: expected the same leading axes", (normal(2, 2, 4), normal(3, 3), normal(3, 2))),
        (TypeError, "k: expected torch.float64, got torch.float32", (normal(2, 4), normal(3, 3).float(), normal(3, 2))),
        (TypeError, "mask: expected bool", (normal(3, 4), normal(3, 3), normal(3, 2), causal_mask(3).double())),
        (ValueError, "mask: .* broadcasts", (normal(2, 4), normal(3, 3), normal(3, 2), causal_mask(3))),
    ],
)
def test_operands_that_do_not_fit_are_refused(module, error, message, arguments):
    with pytest.raises(error, match=message):
        module(*arguments)


@pytest.mark.parametrize("name", ["d_q", "d_k", "d_hidden"])
def test_a_width_below_one_is_refused(name):
    with pytest.raises(ValueError, match=f"{name}: expected an integer ≥ 1, got 0"):
        AdditiveAttention(**{"d_q": 2, "d_k": 2, "d_hidden": 2, name: 0})
