"""LayerNorm and RMSNorm against torch, against each other, and against what their geometry demands."""

import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from faqformer import seeds
from faqformer.layers import LayerNorm, RMSNorm, layer_norm, rms_norm

WIDTHS = [1, 2, 3, 7, 64, 512]
EPS = [1e-12, 1e-5, 1.0, 1e6]


def tokens(*shape, k=0):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=torch.float64)


def filled(module, k=1):
    """The module in float64 with parameters that are not their neutral start."""
    module = module.double()
    generator = seeds.generator(k)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.normal_(generator=generator)
    return module


@pytest.mark.parametrize("eps", EPS)
@pytest.mark.parametrize("d_model", WIDTHS)
def test_layer_norm_is_torchs_on_both_paths(d_model, eps):
    x, norm = 3 * tokens(4, 5, d_model), filled(LayerNorm(d_model, eps))
    theirs = F.layer_norm(x, (d_model,), norm.gain, norm.bias, eps)
    torch.testing.assert_close(norm(x), theirs, rtol=0, atol=1e-12)
    torch.testing.assert_close(layer_norm(x, norm.gain, norm.bias, eps), theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize("eps", EPS)
@pytest.mark.parametrize("d_model", WIDTHS)
def test_rms_norm_is_torchs_on_both_paths(d_model, eps):
    x, norm = 3 * tokens(4, 5, d_model), filled(RMSNorm(d_model, eps))
    theirs = F.rms_norm(x, (d_model,), norm.gain, eps)
    torch.testing.assert_close(norm(x), theirs, rtol=0, atol=1e-12)
    torch.testing.assert_close(rms_norm(x, norm.gain, eps), theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize("mean", [1e2, 1e5, 1e8])
def test_a_large_mean_costs_only_the_digits_that_it_must(mean):
    """Subtracting the mean loses |mean| / σ of the relative precision, on either path."""
    exact = tokens(8, 64)
    shifted = exact + mean
    reference = layer_norm(shifted - mean)  # what the stored numbers hold; the subtraction here is exact or nearly so
    for normalised in (LayerNorm(64).double()(shifted), layer_norm(shifted)):
        torch.testing.assert_close(normalised, reference, rtol=0, atol=1e-12 * mean)


@pytest.mark.parametrize("norm", [LayerNorm, RMSNorm])
def test_both_paths_have_the_same_gradients(norm):
    formula = {LayerNorm: layer_norm, RMSNorm: rms_norm}[norm]
    module, x = filled(norm(16)), tokens(3, 16).requires_grad_()
    weights = tokens(3, 16, k=2)
    inputs = [x, *module.parameters()]
    fused = torch.autograd.grad((module(x) * weights).sum(), inputs)
    written = torch.autograd.grad((formula(x, *module.parameters(), eps=module.eps) * weights).sum(), inputs)
    for ours, theirs in zip(fused, written, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-12)


@given(scale=st.floats(1e-3, 1e3), shift=st.floats(-10, 10))
@settings(max_examples=30, deadline=None)
def test_layer_norm_ignores_scale_and_shift(scale, shift):
    x = tokens(4, 32)
    tolerance = 1e-13 * (1 + abs(shift) / scale)
    torch.testing.assert_close(layer_norm(scale * x + shift, eps=0.0), layer_norm(x, eps=0.0), rtol=0, atol=tolerance)
    torch.testing.assert_close(layer_norm(-x), -layer_norm(x), rtol=0, atol=1e-14)


@pytest.mark.parametrize("d_model", [2, 3, 64])
def test_layer_norm_has_mean_zero_and_length_root_d(d_model):
    y = layer_norm(tokens(50, d_model) + 1, eps=0.0)
    torch.testing.assert_close(y.mean(-1), torch.zeros(50, dtype=y.dtype), rtol=0, atol=1e-13)
    torch.testing.assert_close(y.norm(dim=-1), torch.full((50,), math.sqrt(d_model), dtype=y.dtype), rtol=1e-13, atol=0)


def test_in_two_dimensions_layer_norm_keeps_only_a_sign():
    assert layer_norm(torch.tensor([3.0, 1.0]), eps=0.0).tolist() == [1.0, -1.0]


def test_rms_norm_is_layer_norm_without_the_mean():
    x, gain = tokens(6, 64) + 2, tokens(64, k=1)
    centred = x - x.mean(-1, keepdim=True)
    torch.testing.assert_close(rms_norm(centred, gain, 1e-5), layer_norm(x, gain, eps=1e-5), rtol=0, atol=1e-13)
    assert (rms_norm(x) - layer_norm(x)).abs().max() > 0.5  # on vectors with a mean the two differ


@pytest.mark.parametrize("norm", [LayerNorm(24).double(), RMSNorm(24).double()])
def test_a_token_is_normalised_alone(norm):
    x = tokens(3, 5, 24)
    changed = x.clone()
    changed[1, 2] += 100
    others = torch.ones(3, 5, dtype=torch.bool)
    others[1, 2] = False
    assert torch.equal(norm(x)[others], norm(changed)[others])
    torch.testing.assert_close(norm(x)[2, 4], norm(x[2, 4]), rtol=0, atol=1e-15)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize(("norm", "formula"), [(LayerNorm, layer_norm), (RMSNorm, rms_norm)])
def test_lower_precision_stays_within_its_rounding(norm, formula, dtype):
    """The fused path computes in at least float32: what is left is the rounding of input, gain, bias and output."""
    x = tokens(64, 48).to(dtype)
    module = filled(norm(48)).to(dtype)
    exact = formula(x.double(), *(parameter.double() for parameter in module.parameters()), eps=module.eps)
    unit = torch.finfo(dtype).eps / 2
    assert module(x).dtype == dtype
    torch.testing.assert_close(module(x).double(), exact, rtol=8 * unit, atol=8 * unit)


@pytest.mark.parametrize("norm", [LayerNorm, RMSNorm])
def test_a_vector_of_zeros_stays_finite(norm):
    x = torch.zeros(2, 8, requires_grad=True)
    y = norm(8)(x)
    y.sum().backward()
    assert torch.equal(y, torch.zeros(2, 8))
    assert x.grad.isfinite().all()


@pytest.mark.parametrize("norm", [LayerNorm, RMSNorm])
def test_meta_tensors_pass(norm):
    with torch.device("meta"):
        assert norm(8)(torch.empty(2, 3, 8)).shape == (2, 3, 8)


@pytest.mark.bad_input
@pytest.mark.parametrize("norm", [LayerNorm, RMSNorm])
def test_bad_input_is_named(norm):
    with pytest.raises(ValueError, match=r"d_model: expected an integer ≥ 1, got 0"):
        norm(0)
    with pytest.raises(ValueError, match=r"eps: expected a number ≥ 0, got -1"):
        norm(4, eps=-1.0)
    with pytest.raises(ValueError, match=r"x: expected \(…, d_model = 4\), got \(2, 5\)"):
        norm(4)(torch.zeros(2, 5))
    with pytest.raises(ValueError, match=r"x: .*got \(4, 1\)"):  # would broadcast
        norm(4)(torch.zeros(4, 1))
    with pytest.raises(TypeError, match=r"x: expected floating-point numbers, got torch.int64"):
        norm(4)(torch.zeros(2, 4, dtype=torch.long))
