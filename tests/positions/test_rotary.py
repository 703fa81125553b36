"""Rotary positions against complex numbers, against transformers' own code, and in what they promise."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from faqformer import seeds
from faqformer.attention import attention
from faqformer.positions import interleaved_to_half, rotary, rotary_half, token_positions


def tokens(*shape, k=0):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=torch.float64)


@pytest.mark.parametrize("d_k", [2, 4, 8, 64])
@pytest.mark.parametrize("base", [10000.0, 500.0])
def test_a_pair_is_a_complex_number_that_is_turned(d_k, base):
    x, positions = tokens(2, 3, 5, d_k), torch.tensor([0, 1, 7, 100, 3])
    z = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    angles = positions[:, None] * torch.tensor([base ** (-2 * i / d_k) for i in range(d_k // 2)], dtype=torch.float64)
    expected = torch.view_as_real(z * torch.polar(torch.ones_like(angles), angles)).flatten(-2)
    torch.testing.assert_close(rotary(x, positions, base), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("d_k", [2, 4, 8, 64])
def test_the_layouts_are_one_map_in_two_orders_of_channels(d_k):
    x, positions, order = tokens(2, 3, 5, d_k), torch.arange(5), interleaved_to_half(d_k)
    assert order.tolist() == [*range(0, d_k, 2), *range(1, d_k, 2)]
    assert torch.equal(rotary_half(x[..., order], positions), rotary(x, positions)[..., order])
    if d_k > 2:  # with a single pair they are the same
        assert (rotary_half(x, positions) - rotary(x, positions)).abs().max() > 0.5


def test_the_half_layout_is_hugging_faces():
    llama = pytest.importorskip("transformers.models.llama.modeling_llama", reason="compares with transformers' Llama")
    q, k, positions = tokens(2, 3, 7, 16), tokens(2, 3, 7, 16, k=1), torch.arange(4, 11)
    angles = positions[:, None] * 10000.0 ** (-torch.arange(0, 16, 2, dtype=torch.float64) / 16)
    both = torch.cat((angles, angles), -1)[None]
    theirs = llama.apply_rotary_pos_emb(q, k, both.cos(), both.sin())
    for x, their in zip((q, k), theirs, strict=True):
        torch.testing.assert_close(rotary_half(x, positions), their, rtol=0, atol=1e-12)
        order = interleaved_to_half(16)
        torch.testing.assert_close(rotary(x[..., order.argsort()], positions)[..., order], their, rtol=0, atol=1e-12)


def test_the_interleaved_layout_is_gpt_js():
    gptj = pytest.importorskip("transformers.models.gptj.modeling_gptj", reason="compares with transformers' GPT-J")
    x, positions = tokens(2, 7, 3, 16), torch.arange(7)  # theirs: B T H K
    sin, cos = gptj.create_sinusoidal_positions(7, 16).chunk(2, -1)
    theirs = gptj.apply_rotary_pos_emb(x.float(), sin[None], cos[None])
    ours = rotary(x.float().transpose(1, 2), positions).transpose(1, 2)
    torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-5)  # theirs computes its angles in float32


@pytest.mark.parametrize("turn", [rotary, rotary_half])
@given(m=st.integers(0, 5000), n=st.integers(0, 5000), shift=st.integers(0, 5000))
@settings(max_examples=30, deadline=None)
def test_a_product_depends_on_the_distance_alone(turn, m, n, shift):
    q, k = tokens(1, 16), tokens(1, 16, k=1)

    def product(m, n):
        return (turn(q, torch.tensor([m])) * turn(k, torch.tensor([n]))).sum()

    torch.testing.assert_close(product(m, n), product(m + shift, n + shift), rtol=0, atol=1e-11)


@pytest.mark.parametrize("turn", [rotary, rotary_half])
def test_the_product_sees_the_sign_of_the_distance_and_every_length_is_kept(turn):
    q, k = tokens(1, 16), tokens(1, 16, k=1)
    ahead = (q * turn(k, torch.tensor([7]))).sum()
    behind = (turn(q, torch.tensor([7])) * k).sum()
    assert abs(ahead - behind) > 1e-3
    x, positions = tokens(3, 50, 16), torch.arange(50)
    torch.testing.assert_close(turn(x, positions).norm(dim=-1), x.norm(dim=-1), rtol=1e-14, atol=0)
    assert torch.equal(turn(x, torch.zeros(50, dtype=torch.long)), x)


@pytest.mark.parametrize("turn", [rotary, rotary_half])
def test_positions_may_differ_between_rows(turn):
    x = tokens(2, 3, 4, 8)
    positions = torch.tensor([[0, 0, 0, 1], [5, 6, 7, 8]])
    both = turn(x, positions)
    for row in range(2):
        assert torch.equal(both[row], turn(x[row], positions[row]))
    assert torch.equal(turn(x[:, 0], positions), both[:, 0])
    assert torch.equal(turn(x, positions.int()), both)


def test_left_padding_does_not_change_the_attention_of_the_tokens():
    q, k, v = (tokens(1, 2, 4, 8, k=i) for i in range(3))
    alone, _ = attention(rotary(q, torch.arange(4)), rotary(k, torch.arange(4)), v)
    mask = torch.tensor([[False, False, False, True, True, True, True]])
    positions = token_positions(mask)
    q, k, v = (torch.cat((tokens(1, 2, 3, 8, k=9), x), -2) for x in (q, k, v))
    padded, _ = attention(rotary(q, positions), rotary(k, positions), v, mask[:, None, None, :])
    torch.testing.assert_close(padded[..., 3:, :], alone, rtol=0, atol=1e-12)


def test_with_a_cache_only_the_new_positions_are_turned():
    q, k, v = (tokens(1, 2, 13, 8, k=i) for i in range(3))
    everything, _ = attention(rotary(q, torch.arange(13)), rotary(k, torch.arange(13)), v)
    cached = torch.cat([rotary(k[..., a:b, :], torch.arange(a, b)) for a, b in ((0, 10), (10, 13))], -2)
    newest, _ = attention(rotary(q[..., 10:, :], torch.arange(10, 13)), cached, v)
    torch.testing.assert_close(newest, everything[..., 10:, :], rtol=0, atol=1e-13)


@pytest.mark.parametrize("turn", [rotary, rotary_half])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_lower_precision_is_rounded_once_even_far_out(turn, dtype):
    x, positions = tokens(4, 16).to(dtype), torch.tensor([0, 1, 5_000, 1_000_000])
    exact = turn(x.double(), positions)
    unit = max(torch.finfo(dtype).eps / 2, 4 * 2**-24)
    assert turn(x, positions).dtype == dtype
    torch.testing.assert_close(turn(x, positions).double(), exact, rtol=1.01 * unit, atol=2**-22)


@pytest.mark.bad_input
@pytest.mark.parametrize("turn", [rotary, rotary_half])
def test_bad_input_is_named(turn):
    x = torch.zeros(2, 3, 4, 8)
    with pytest.raises(ValueError, match=r"d_k: expected an even number ≥ 2 .*got 7"):
        turn(torch.zeros(4, 7), torch.arange(4))
    with pytest.raises(TypeError, match=r"x: expected floating-point numbers, got torch.int64"):
        turn(torch.zeros(4, 8, dtype=torch.long), torch.arange(4))
    with pytest.raises(ValueError, match=r"x: expected \(…, T, K\), got \(8,\)"):
        turn(torch.zeros(8), torch.arange(4))
    with pytest.raises(ValueError, match=r"positions: expected positions ≥ 0, got -1"):
        turn(x, torch.arange(-1, 3))
    with pytest.raises(TypeError, match=r"positions: expected int64 or int32 positions, got torch.float32"):
        turn(x, torch.arange(4.0))
    for positions in (torch.arange(5), torch.arange(1), torch.zeros(3, 4, dtype=torch.long)):
        with pytest.raises(ValueError, match=r"positions: expected \(T\) or \(B, T\) of x, \(2, 3, 4, 8\); got"):
            turn(x, positions)
    with pytest.raises(ValueError, match=r"positions: expected \(T\) or \(B, T\) of x, \(1, 8\); got \(1, 1\)"):
        turn(torch.zeros(1, 8), torch.zeros(1, 1, dtype=torch.long))
    with pytest.raises(ValueError, match=r"positions: expected positions \(T\) or \(B, T\), got shape \(2, 3, 4\)"):
        turn(x, torch.zeros(2, 3, 4, dtype=torch.long))
    with pytest.raises(ValueError, match=r"base: expected a positive number, got -1"):
        turn(x, torch.arange(4), base=-1.0)
    with pytest.raises(ValueError, match=r"d_k: expected an even number ≥ 2 .*got 5"):
        interleaved_to_half(5)
