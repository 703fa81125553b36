"""The feed-forward layers against their formulas, written out, and the activations against theirs."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from faqformer import seeds
from faqformer.layers import ACTIVATIONS, FeedForward, SwiGLU, gelu, gelu_tanh, swiglu_width

GRID = torch.linspace(-6, 6, 24_001, dtype=torch.float64)


def tokens(*shape, k=0):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=torch.float64)


def test_gelu_is_x_times_the_normal_distribution_function():
    exact = [x * 0.5 * math.erfc(-x / math.sqrt(2)) for x in GRID.tolist()]
    torch.testing.assert_close(gelu(GRID), torch.tensor(exact, dtype=GRID.dtype), rtol=0, atol=1e-15)


def test_gelu_tanh_is_its_formula():
    inner = math.sqrt(2 / math.pi) * (GRID + 0.044715 * GRID**3)
    torch.testing.assert_close(gelu_tanh(GRID), GRID / 2 * (1 + inner.tanh()), rtol=0, atol=1e-15)


def test_the_two_gelus_differ_by_what_is_known():
    gap = (gelu(GRID) - gelu_tanh(GRID)).abs()
    assert f"{gap.max().item():.2e}" == "4.73e-04"
    assert f"{GRID[gap.argmax()].abs().item():.2f}" == "2.70"
    lowest = gelu(GRID).argmin()
    assert f"{gelu(GRID)[lowest].item():.5f} {GRID[lowest].item():.3f}" == "-0.16997 -0.752"


@pytest.mark.parametrize(
    ("name", "phi"),
    [
        ("relu", lambda z: z.clamp(min=0)),
        ("gelu", lambda z: z * 0.5 * (1 + torch.erf(z / math.sqrt(2)))),
        ("gelu_tanh", lambda z: z / 2 * (1 + torch.tanh(math.sqrt(2 / math.pi) * (z + 0.044715 * z**3)))),
        ("silu", lambda z: z / (1 + torch.exp(-z))),
        ("identity", lambda z: z),
    ],
)
def test_feed_forward_is_its_formula(name, phi):
    layer, x = FeedForward(6, 11, name).double(), tokens(2, 3, 6)
    for k, parameter in enumerate(layer.parameters()):
        parameter.data = tokens(*parameter.shape, k=k + 1)
    W_1, b_1, W_2, b_2 = layer.W_1.weight, layer.W_1.bias, layer.W_2.weight, layer.W_2.bias
    expected = torch.einsum("btf,df->btd", phi(torch.einsum("btd,fd->btf", x, W_1) + b_1), W_2) + b_2
    torch.testing.assert_close(layer(x), expected, rtol=0, atol=1e-12)


def test_every_activation_is_tested():
    assert set(ACTIVATIONS) == {"relu", "gelu", "gelu_tanh", "silu", "identity"}


def test_feed_forward_is_torchs_inside_an_encoder_layer():
    theirs = nn.TransformerEncoderLayer(8, 2, 32, dropout=0.0, activation="gelu").double()
    ours, x = FeedForward(8, 32, "gelu").double(), tokens(2, 3, 8)
    ours.W_1.load_state_dict(theirs.linear1.state_dict())
    ours.W_2.load_state_dict(theirs.linear2.state_dict())
    torch.testing.assert_close(ours(x), theirs._ff_block(x), rtol=0, atol=1e-12)


def test_swiglu_is_its_formula():
    layer, x = SwiGLU(6, 11).double(), tokens(2, 3, 6)
    gate, value = x @ layer.W.weight.mT, x @ layer.V.weight.mT
    expected = (gate * torch.sigmoid(gate) * value) @ layer.W_2.weight.mT
    torch.testing.assert_close(layer(x), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("layer", [FeedForward(6, 11), SwiGLU(6, 11)])
def test_positions_do_not_see_each_other(layer):
    layer, x = layer.double(), tokens(2, 4, 6).requires_grad_()
    (seen,) = torch.autograd.grad(layer(x)[0, 1].sum(), x)
    assert (seen[0, 1] != 0).all()
    seen[0, 1] = 0
    assert (seen == 0).all()
    torch.testing.assert_close(layer(x)[1, 3], layer(x[1, 3]), rtol=0, atol=1e-14)


@pytest.mark.parametrize("d_ff", [1, 2, 3, 8, 2048, 3072, 4096])
def test_swiglu_of_the_matched_width_is_as_large_as_a_feed_forward_layer(d_ff):
    d_model = 8
    feed_forward, gated = FeedForward(d_model, d_ff), SwiGLU(d_model, swiglu_width(d_ff))
    weights = feed_forward.W_1.weight.numel() + feed_forward.W_2.weight.numel()
    assert abs(sum(p.numel() for p in gated.parameters()) - weights) <= 3 * d_model / 2  # half a row of each matrix
    assert swiglu_width(4096) == 2731


@pytest.mark.parametrize("layer", [FeedForward(16, 64, dropout=0.5), SwiGLU(16, 64, dropout=0.5)])
def test_dropout_acts_in_training_only_and_on_the_inner_layer(layer):
    layer, x = layer.double(), tokens(1, 1, 16)
    quiet = type(layer)(16, 64).double()
    quiet.load_state_dict(layer.state_dict())
    assert torch.equal(layer.eval()(x), quiet(x))
    layer.train()
    with seeds.fixed(0), torch.no_grad():
        outputs = torch.cat([layer(x) for _ in range(4000)]).squeeze(1)
    error = outputs.mean(0) - quiet(x).detach().squeeze()
    assert (error.abs() <= 6 * outputs.std(0) / 4000**0.5).all()  # unbiased
    assert (outputs != 0).all()  # dropped are inner units, never outputs
    assert outputs.std(0).min() > 0


def test_weights_are_xavier_uniform_and_biases_zero():
    with seeds.fixed(0):
        layer = FeedForward(256, 1024)
    bound = math.sqrt(6 / (256 + 1024))
    for linear in (layer.W_1, layer.W_2):
        assert linear.weight.abs().max().item() == pytest.approx(bound, rel=1e-3)
        assert linear.weight.abs().max().item() <= bound
        assert (linear.bias == 0).all()


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_lower_precision_runs_and_is_close(dtype):
    layer, x = FeedForward(32, 128, "gelu"), tokens(4, 32).to(dtype)
    layer = layer.to(dtype)
    exact = F.linear(gelu(F.linear(x.double(), layer.W_1.weight.double())), layer.W_2.weight.double())
    assert layer(x).dtype == dtype
    torch.testing.assert_close(layer(x).double(), exact, rtol=0, atol=16 * torch.finfo(dtype).eps)


@pytest.mark.bad_input
@pytest.mark.parametrize("layer", [FeedForward, SwiGLU])
def test_bad_input_is_named(layer):
    with pytest.raises(ValueError, match=r"d_model: expected an integer ≥ 1, got 0"):
        layer(0, 4)
    with pytest.raises(ValueError, match=r"d_ff: expected an integer ≥ 1, got -3"):
        layer(4, -3)
    with pytest.raises(ValueError, match=r"dropout: expected a share in \[0, 1\), got 1.0"):
        layer(4, 8, dropout=1.0)
    with pytest.raises(ValueError, match=r"x: expected \(…, d_model = 4\), got \(2, 8\)"):
        layer(4, 8)(torch.zeros(2, 8))
    with pytest.raises(TypeError, match=r"x: expected floating-point"):
        layer(4, 8)(torch.zeros(2, 4, dtype=torch.long))


@pytest.mark.bad_input
def test_an_unknown_activation_is_named():
    with pytest.raises(ValueError, match=r"activation: expected one of relu, gelu, .*, got 'swish'"):
        FeedForward(4, 8, "swish")
    with pytest.raises(ValueError, match=r"d_ff: expected an integer ≥ 1, got 0"):
        swiglu_width(0)
