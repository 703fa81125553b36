"""What every relative scheme must do: depend on the distance alone, and serve any part of the scores."""

import pytest
import torch

from faqformer import seeds
from faqformer.attention import MultiHeadAttention, attention
from faqformer.instruments import recorded
from faqformer.masks import causal_mask
from faqformer.positions import (
    AlibiBias,
    RelativePositions,
    ShawRelative,
    T5Relative,
    TransformerXLRelative,
    offsets,
    token_positions,
)

B, H, N, K = 2, 4, 13, 8
SCHEMES = {
    "shaw": lambda: ShawRelative(K, clip=3),
    "transformer-xl": lambda: TransformerXLRelative(H * K, H),
    "t5": lambda: T5Relative(H, 8, 10),
    "t5 causal": lambda: T5Relative(H, 8, 10, bidirectional=False),
    "alibi": lambda: AlibiBias(H),
}


def tokens(*shape, k=0):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=torch.float64)


@pytest.fixture(params=SCHEMES)
def relative(request):
    module = SCHEMES[request.param]().double()
    for k, parameter in enumerate(module.parameters()):
        parameter.data = tokens(*parameter.shape, k=k + 50)
    return module


@pytest.fixture
def qkv():
    return [tokens(B, H, N, K, k=k) for k in range(3)]


def test_one_interface(relative, qkv):
    q, k, v = qkv
    positions = torch.arange(N)
    bias = relative(positions, positions, q, k)
    assert isinstance(relative, RelativePositions)
    assert bias.shape in ((1, H, N, N), (B, H, N, N))
    output, _ = attention(q, k, v, bias=bias)
    assert output.shape == (B, H, N, K)
    assert bias.flatten(2).std(-1).min() > 0


def test_the_bias_does_not_change_when_all_positions_shift(relative, qkv):
    q, k, _ = qkv
    positions = torch.arange(N)
    there = relative(positions + 1000, positions + 1000, q, k)
    torch.testing.assert_close(there, relative(positions, positions, q, k), rtol=0, atol=1e-12)


@pytest.mark.parametrize("start", [0, 1, 10, 12])
def test_the_newest_queries_against_all_keys_are_the_last_rows(relative, qkv, start):
    q, k, _ = qkv
    positions = torch.arange(N)
    newest = relative(positions[start:], positions, q[:, :, start:], k)
    torch.testing.assert_close(newest, relative(positions, positions, q, k)[:, :, start:], rtol=0, atol=1e-13)


def test_permuting_tokens_with_their_positions_permutes_the_output(relative, qkv):
    positions, order = torch.arange(N), torch.randperm(N, generator=seeds.generator(9))

    def attend(q, k, v, positions):
        return attention(q, k, v, bias=relative(positions, positions, q, k))[0]

    permuted = attend(*(x[:, :, order] for x in qkv), positions[order])
    torch.testing.assert_close(permuted, attend(*qkv, positions)[:, :, order], rtol=0, atol=1e-12)
    unmoved = attend(*(x[:, :, order] for x in qkv), positions)
    assert (unmoved - attend(*qkv, positions)[:, :, order]).abs().max() > 1e-3  # the positions do matter


def test_left_padding_does_not_change_the_attention_of_the_tokens(relative, qkv):
    positions = torch.arange(N)
    alone, _ = attention(*qkv, bias=relative(positions, positions, *qkv[:2]))
    q, k, v = (torch.cat((tokens(B, H, 5, K, k=7), x), -2) for x in qkv)
    mask = (torch.arange(N + 5) >= 5).expand(B, -1)
    where = token_positions(mask)
    padded, _ = attention(q, k, v, mask[:, None, None, :], relative(where, where, q, k))
    torch.testing.assert_close(padded[:, :, 5:], alone, rtol=0, atol=1e-12)


def test_rows_may_have_positions_of_their_own(relative, qkv):
    q, k, _ = qkv
    where = torch.stack((torch.arange(N), torch.arange(N).flip(0) * 2))
    both = relative(where, where, q, k)
    assert both.shape == (B, H, N, N)
    for row in range(B):
        one = relative(where[row], where[row], q[row : row + 1], k[row : row + 1])
        torch.testing.assert_close(both[row : row + 1], one, rtol=0, atol=1e-13)
    torch.testing.assert_close(relative(where.int(), where.int(), q, k), both, rtol=0, atol=0)


def test_every_parameter_learns(relative, qkv):
    q, k, v = qkv[0].requires_grad_(), *qkv[1:]
    positions = torch.arange(N)
    attention(q, k, v, bias=relative(positions, positions, q, k))[0].square().sum().backward()
    for name, parameter in relative.named_parameters():
        rows = parameter.grad.flatten(1).abs().sum(-1)
        assert (rows > 0).sum() >= len(rows) - 1, name  # T5's causal table may have a bucket that no pair reaches


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_the_bias_has_the_precision_of_the_module(relative, qkv, dtype):
    q, k, _ = (x.to(dtype) for x in qkv)
    positions = torch.arange(N)
    bias = relative.to(dtype)(positions, positions, q, k)
    exact = relative.double()(positions, positions, q.double(), k.double())
    assert bias.dtype == dtype
    torch.testing.assert_close(
        bias.double(), exact, rtol=0, atol=40 * torch.finfo(dtype).eps * exact.abs().max().item()
    )


@pytest.mark.parametrize("make", [SCHEMES["t5"], SCHEMES["alibi"]])
def test_multi_head_attention_takes_a_bias_of_positions_on_both_paths(make):
    layer, relative, x = MultiHeadAttention(H * K, H).double(), make().double(), tokens(B, N, H * K)
    positions, mask = torch.arange(N), causal_mask(N)
    bias = relative(positions, positions)
    fused = layer(x, mask=mask, bias=bias)
    with recorded(layer):
        readable = layer(x, mask=mask, bias=bias)
    torch.testing.assert_close(fused, readable, rtol=0, atol=1e-12)


def test_offsets_are_key_minus_query():
    assert offsets(torch.tensor([3, 4]), torch.tensor([0, 3, 5])).tolist() == [[-3, 0, 2], [-4, -1, 1]]


@pytest.mark.bad_input
def test_bad_positions_are_named(relative, qkv):
    q, k, _ = qkv
    good = torch.arange(N)
    with pytest.raises(ValueError, match=r"query_positions: expected positions ≥ 0, got -1"):
        relative(good - 1, good, q, k)
    with pytest.raises(ValueError, match=r"key_positions: expected positions ≥ 0, got -2"):
        relative(good, good - 2, q, k)
    with pytest.raises(TypeError, match=r"key_positions: expected int64 or int32 positions, got torch.float64"):
        relative(good, good.double(), q, k)
    with pytest.raises(ValueError, match=r"query_positions: expected positions \(T\) or \(B, T\), got shape \(\)"):
        relative(good[0], good, q, k)
    with pytest.raises(
        ValueError, match=r"key_positions: expected the leading axis of query_positions, \(2, 13\); got"
    ):
        relative(good.expand(2, -1), good, q, k)


@pytest.mark.bad_input
@pytest.mark.parametrize("name", ["shaw", "transformer-xl"])
def test_bad_queries_are_named(name):
    relative, good = SCHEMES[name](), torch.arange(N)
    q = k = torch.zeros(B, H, N, K)
    with pytest.raises(TypeError, match=r"q: this scheme compares positions with the content of q; got None"):
        relative(good, good)
    with pytest.raises(TypeError, match=r"q: expected floating-point numbers, got torch.int64"):
        relative(good, good, q.long(), k)
    for bad in (q[:, :, 1:], q[..., 1:], q[0], q.expand(1, *q.shape)):
        with pytest.raises(ValueError, match=r"q: expected \(B, ., 13, 8\), got"):
            relative(good, good, bad, k)
    with pytest.raises(ValueError, match=r"q: expected \(3, ., 13, 8\), got \(2, 4, 13, 8\)"):
        relative(good.expand(3, -1), good.expand(3, -1), q, k)


@pytest.mark.bad_input
def test_bad_keys_are_named():
    relative, good = SCHEMES["transformer-xl"](), torch.arange(N)
    q = torch.zeros(B, H, N, K)
    with pytest.raises(TypeError, match=r"k: this scheme compares positions with the content of k; got None"):
        relative(good, good, q)
    with pytest.raises(ValueError, match=r"k: expected \(B, 4, 13, 8\), got \(2, 4, 12, 8\)"):
        relative(good, good, q, q[:, :, 1:])
    with pytest.raises(ValueError, match=r"k: expected the batch size of q, 2, got 1"):
        relative(good, good, q, q[:1])
    with pytest.raises(ValueError, match=r"q: expected \(B, 4, 13, 8\), got \(2, 3, 13, 8\)"):
        relative(good, good, q[:, 1:], q)
