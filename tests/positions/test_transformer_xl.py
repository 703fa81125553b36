"""Transformer-XL's scheme against its four terms, written out for each pair."""

import math

import pytest
import torch

from faqformer import seeds
from faqformer.positions import TransformerXLRelative

D, H, K = 12, 3, 4


def R(distance, base):
    """The sinusoidal encoding of a distance that may be negative."""
    angles = [distance / base ** (2 * i / D) for i in range(D // 2)]
    return torch.tensor([f(a) for a in angles for f in (math.sin, math.cos)], dtype=torch.float64)


@pytest.mark.parametrize("base", [10000.0, 50.0])
def test_a_written_out_loop_over_the_four_terms(base):
    generator = seeds.generator(0)
    relative = TransformerXLRelative(D, H, base).double()
    for parameter in relative.parameters():
        parameter.data.normal_(generator=generator)
    q = torch.randn(2, H, 4, K, generator=generator, dtype=torch.float64)
    k = torch.randn(2, H, 7, K, generator=generator, dtype=torch.float64)
    queries, keys = torch.arange(3, 7), torch.arange(7)  # the newest four of seven, as with a cached segment
    scores = q @ k.mT / math.sqrt(K) + relative(queries, keys, q, k)
    W = relative.W_kR.weight.unflatten(0, (H, K))
    for b in range(2):
        for h in range(H):
            for t, i in enumerate(queries.tolist()):
                for s, j in enumerate(keys.tolist()):
                    r = W[h] @ R(i - j, base)
                    content_content, content_position = q[b, h, t] @ k[b, h, s], q[b, h, t] @ r
                    bias_content, bias_position = relative.u[h] @ k[b, h, s], relative.v[h] @ r
                    expected = (content_content + content_position + bias_content + bias_position) / math.sqrt(K)
                    torch.testing.assert_close(scores[b, h, t, s], expected, rtol=0, atol=1e-12)


def test_it_starts_without_the_two_biases_and_with_xavier():
    with seeds.fixed(0):
        relative = TransformerXLRelative(64, 4)
    assert (relative.u == 0).all()
    assert (relative.v == 0).all()
    bound = math.sqrt(6 / 128)
    assert 0.99 * bound < relative.W_kR.weight.abs().max() <= bound


@pytest.mark.bad_input
def test_bad_sizes_are_named():
    with pytest.raises(ValueError, match=r"n_heads: expected an integer ≥ 1, got 0"):
        TransformerXLRelative(8, 0)
    for d_model, expected in ((0, "an integer ≥ 1"), (9, "an even number ≥ 2"), (10, "a multiple of n_heads = 3")):
        with pytest.raises(ValueError, match=rf"d_model: expected {expected}.*, got {d_model}"):
            TransformerXLRelative(d_model, 3)
