"""Where the sum is normalised: each placement against its formula, and against torch's encoder layer."""

from functools import partial

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from faqformer import seeds
from faqformer.attention import MultiHeadAttention
from faqformer.layers import DeepNorm, FeedForward, PostNorm, PreNorm, Residual

MAKERS = [Residual, partial(PostNorm, 8), partial(PreNorm, 8), partial(DeepNorm, 8, 2.0)]


def tokens(*shape, k=0):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=torch.float64)


def norm(x, module):
    return F.layer_norm(x, (8,), module.gain, module.bias, module.eps)


def filled(placement):
    placement = placement.double()
    for k, parameter in enumerate(placement.parameters()):
        parameter.data = tokens(*parameter.shape, k=k + 10)
    return placement


@pytest.mark.parametrize("eps", [1e-12, 1e-5, 1.0])
def test_each_placement_is_its_formula(eps):
    x, f = tokens(2, 3, 8), torch.tanh
    assert torch.equal(Residual()(x, f), x + f(x))
    post, pre, deep = filled(PostNorm(8, eps=eps)), filled(PreNorm(8, eps=eps)), filled(DeepNorm(8, 1.7, eps=eps))
    torch.testing.assert_close(post(x, f), norm(x + f(x), post.norm), rtol=0, atol=1e-12)
    torch.testing.assert_close(pre(x, f), x + f(norm(x, pre.norm)), rtol=0, atol=1e-12)
    torch.testing.assert_close(deep(x, f), norm(1.7 * x + f(x), deep.norm), rtol=0, atol=1e-12)


@pytest.mark.parametrize("norm_first", [False, True])
def test_two_placements_make_torchs_encoder_layer(norm_first):
    theirs = nn.TransformerEncoderLayer(8, 2, 32, dropout=0.0, batch_first=True, norm_first=norm_first).double()
    placement = PreNorm if norm_first else PostNorm
    around_attention, around_feed_forward = placement(8).double(), placement(8).double()
    attention, feed_forward = MultiHeadAttention(8, 2, projection_bias=True).double(), FeedForward(8, 32).double()
    with torch.no_grad():
        for ours, norm in ((around_attention, theirs.norm1), (around_feed_forward, theirs.norm2)):
            norm.weight.copy_(tokens(8, k=1))
            norm.bias.copy_(tokens(8, k=2))
            ours.norm.gain.copy_(norm.weight)
            ours.norm.bias.copy_(norm.bias)
        projections = (attention.W_q, attention.W_k, attention.W_v)
        for projection, weight in zip(projections, theirs.self_attn.in_proj_weight.chunk(3), strict=True):
            projection.weight.copy_(weight)
    attention.W_o.load_state_dict(theirs.self_attn.out_proj.state_dict())
    feed_forward.W_1.load_state_dict(theirs.linear1.state_dict())
    feed_forward.W_2.load_state_dict(theirs.linear2.state_dict())
    x = tokens(2, 5, 8)
    y = around_feed_forward(around_attention(x, attention), feed_forward)
    torch.testing.assert_close(y, theirs(x), rtol=0, atol=1e-12)


@pytest.mark.parametrize("placement", MAKERS)
def test_dropout_drops_the_branch_and_never_the_stream(placement):
    x, ones = tokens(4, 8) + 5, torch.ones_like
    placement = placement(dropout=0.5).double()
    with seeds.fixed(0):
        kept = torch.stack([placement.branch(x, ones) for _ in range(2000)])
    assert set(kept.unique().tolist()) == {0.0, 2.0}
    assert abs(kept.mean().item() - 1) <= 6 / kept.numel() ** 0.5  # each entry has mean 1 and variance 1
    trained = placement(x, torch.zeros_like)
    placement.eval()
    assert torch.equal(trained, placement(x, torch.zeros_like))
    assert torch.equal(placement.branch(x, ones), ones(x))


def test_the_identity_path_is_free_in_pre_norm_and_rescaled_in_post_norm():
    x = tokens(1, 8).requires_grad_()
    noise = tokens(1, 8, k=1)

    def jacobian(placement):
        return torch.autograd.functional.jacobian(lambda x: placement(x, lambda _: noise), x).reshape(8, 8)

    assert torch.equal(jacobian(PreNorm(8).double()), torch.eye(8, dtype=torch.float64))
    singular = torch.linalg.svdvals(jacobian(PostNorm(8, eps=0.0).double()))
    scale = (x + noise).std(correction=0).item()
    torch.testing.assert_close(singular[:6], torch.full((6,), 1 / scale, dtype=torch.float64), rtol=1e-12, atol=0)
    assert singular[6:].max() < 1e-12  # shift and scale are projected out


@pytest.mark.bad_input
@pytest.mark.parametrize("placement", MAKERS)
def test_a_sublayer_that_changes_the_shape_is_refused(placement):
    x = torch.zeros(2, 3, 8)
    with pytest.raises(ValueError, match=r"sublayer: expected an output of the input's shape .*, got \(2, 3, 1\)"):
        placement()(x, lambda x: x[..., :1])


@pytest.mark.bad_input
def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"dropout: expected a share in \[0, 1\), got -0.1"):
        Residual(dropout=-0.1)
    with pytest.raises(ValueError, match=r"alpha: expected a positive number, got 0"):
        DeepNorm(8, 0.0)
    with pytest.raises(ValueError, match=r"d_model: expected an integer ≥ 1, got 0"):
        PostNorm(0)
    with pytest.raises(ValueError, match=r"x: expected \(…, d_model = 8\), got \(2, 4\)"):
        PreNorm(8)(torch.zeros(2, 4), torch.tanh)
