"""BatchNorm against torch's, and what it does with padding, with the rest of the batch, and with the future."""

import math

import pytest
import torch
from torch import nn

from faqformer import seeds
from faqformer.layers import BatchNorm


def tokens(*shape, k=0):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=torch.float64)


@pytest.mark.parametrize(("eps", "momentum"), [(1e-5, 0.1), (1e-12, 0.0), (1.0, 1.0), (1e-3, 0.37)])
def test_it_is_torchs_in_training_and_in_evaluation(eps, momentum):
    ours, theirs = BatchNorm(7, eps, momentum).double(), nn.BatchNorm1d(7, eps, momentum).double()
    with torch.no_grad():
        theirs.weight.copy_(tokens(7, k=1))
        theirs.bias.copy_(tokens(7, k=2))
        ours.gain.copy_(theirs.weight)
        ours.bias.copy_(theirs.bias)
    for step, length in enumerate((5, 2, 9)):  # several batches, of several sizes
        x = 2 * tokens(3, length, 7, k=step) + 1
        torch.testing.assert_close(ours(x), theirs(x.mT).mT, rtol=0, atol=1e-12)  # torch puts channels before length
        torch.testing.assert_close(ours.running_mean, theirs.running_mean, rtol=0, atol=1e-12)
        torch.testing.assert_close(ours.running_var, theirs.running_var, rtol=0, atol=1e-12)
    ours.eval()
    theirs.eval()
    before = ours.running_mean.clone()
    torch.testing.assert_close(ours(x), theirs(x.mT).mT, rtol=0, atol=1e-12)
    assert torch.equal(ours.running_mean, before)


def test_its_gradients_are_torchs():
    ours, theirs = BatchNorm(4).double(), nn.BatchNorm1d(4).double()
    x, weights = tokens(6, 4).requires_grad_(), tokens(6, 4, k=1)
    mine = torch.autograd.grad((ours(x) * weights).sum(), [x, *ours.parameters()])
    yours = torch.autograd.grad((theirs(x) * weights).sum(), [x, *theirs.parameters()])
    for a, b in zip(mine, yours, strict=True):
        torch.testing.assert_close(a, b, rtol=0, atol=1e-12)


def test_padding_enters_no_statistic():
    mask = torch.tensor([[True, True, True, False], [True, False, False, False]])
    x = tokens(2, 4, 5)
    alone, padded = BatchNorm(5).double(), BatchNorm(5).double()
    expected = alone(x[mask])
    for filler in (0.0, 1e9, math.nan):
        padded.load_state_dict(BatchNorm(5).double().state_dict())
        y = padded(x.masked_fill(~mask[..., None], filler), mask)
        torch.testing.assert_close(y[mask], expected, rtol=0, atol=1e-12)
        torch.testing.assert_close(padded.running_mean, alone.running_mean, rtol=0, atol=1e-12)
        torch.testing.assert_close(padded.running_var, alone.running_var, rtol=0, atol=1e-12)
    zeros = x.masked_fill(~mask[..., None], 0.0)
    assert (BatchNorm(5).double()(zeros)[mask] - expected).abs().max() > 0.1  # without the mask the pads count


def test_gradients_do_not_reach_the_padding():
    mask = torch.tensor([[True, True, False], [True, True, True]])
    x = tokens(2, 3, 4).requires_grad_()
    (BatchNorm(4).double()(x, mask)[mask] ** 3).sum().backward()
    assert (x.grad[~mask] == 0).all()
    assert (x.grad[mask] != 0).any()


def test_in_training_every_token_sees_every_other_even_the_future():
    norm, x = BatchNorm(4).double(), tokens(2, 3, 4).requires_grad_()
    (seen,) = torch.autograd.grad(norm(x)[0, 0, 0], x)
    assert (seen[:, :, 0] != 0).all()
    assert (seen[:, :, 1:] == 0).all()  # features stay apart
    (seen,) = torch.autograd.grad(norm.eval()(x)[0, 0, 0], x)
    assert seen.count_nonzero() == 1


@pytest.mark.parametrize("m", [2, 3, 4, 8])
def test_no_output_of_a_batch_of_m_exceeds_the_square_root_of_m_minus_1(m):
    x = torch.zeros(m, 1, dtype=torch.float64)
    x[0] = 1.0  # an outlier attains Samuelson's bound
    y = BatchNorm(1, eps=0.0).double()(x)
    assert y.max().item() == pytest.approx(math.sqrt(m - 1), rel=1e-14)


def test_the_running_average_forgets_its_start_at_the_rate_of_momentum():
    norm = BatchNorm(1, momentum=0.1).double()
    with torch.no_grad():
        norm.running_mean.fill_(1.0)
    for _ in range(22):
        norm(torch.tensor([[-1.0], [1.0]], dtype=torch.float64))
    assert norm.running_mean.item() == pytest.approx(0.9**22, rel=1e-13)


@pytest.mark.bad_input
def test_bad_input_is_named():
    norm, x = BatchNorm(4), torch.randn(2, 3, 4)
    with pytest.raises(ValueError, match=r"d_model: expected an integer ≥ 1, got 0"):
        BatchNorm(0)
    with pytest.raises(ValueError, match=r"eps: .*got -1"):
        BatchNorm(4, eps=-1.0)
    with pytest.raises(ValueError, match=r"momentum: expected a share in \[0, 1\], got 1.5"):
        BatchNorm(4, momentum=1.5)
    with pytest.raises(ValueError, match=r"x: expected \(…, d_model = 4\), got \(2, 3\)"):
        norm(torch.zeros(2, 3))
    with pytest.raises(TypeError, match=r"x: expected floating-point"):
        norm(torch.zeros(2, 4, dtype=torch.long))
    with pytest.raises(ValueError, match=r"x: expected at least two tokens in training, got 1"):
        norm(torch.zeros(1, 4))
    with pytest.raises(ValueError, match=r"at least two tokens in training, got 0"):
        norm(x, torch.zeros(2, 3, dtype=torch.bool))
    for module in (norm, BatchNorm(4).eval()):
        with pytest.raises(TypeError, match=r"mask: expected bool, True = a token, got torch.float32"):
            module(x, torch.ones(2, 3))
        with pytest.raises(ValueError, match=r"mask: expected shape \(2, 3\), got \(3,\)"):
            module(x, torch.ones(3, dtype=torch.bool))
    assert norm.eval()(torch.zeros(1, 4)).shape == (1, 4)  # one token is enough where nothing is measured
