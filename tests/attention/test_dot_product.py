"""The formula: against torch, against a loop, and where it meets nothing, too much, or nonsense."""

import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from faqformer import seeds
from faqformer.attention import attention
from faqformer.masks import causal_mask

DTYPES = [torch.float64, torch.float32, torch.bfloat16, torch.float16]


def normal(*shape, k=0, dtype=torch.float64):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=dtype)


def by_loop(q, k, v, mask, bias, scale):
    """Equation 1 for one sequence, number by number, with Python's floats."""
    (n_queries, width), n_keys = q.shape, len(k)
    output = torch.zeros(n_queries, v.shape[-1], dtype=torch.float64)
    for t in range(n_queries):
        admitted = [s for s in range(n_keys) if mask[t, s]]
        scores = [
            sum(float(q[t, i]) * float(k[s, i]) for i in range(width)) * scale + float(bias[t, s]) for s in admitted
        ]
        total = sum(math.exp(score) for score in scores)
        for s, score in zip(admitted, scores, strict=True):
            output[t] += math.exp(score) / total * v[s]
    return output


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    leading=st.lists(st.integers(1, 3), max_size=3),
    sizes=st.tuples(*[st.integers(1, 6)] * 4),
    k=st.integers(0, 1000),
    scale=st.none() | st.floats(-2, 2),
    masked=st.booleans(),
    biased=st.booleans(),
)
def test_equals_torch(leading, sizes, k, scale, masked, biased):
    n_queries, n_keys, width, v_width = sizes
    q, keys = normal(*leading, n_queries, width, k=k), normal(*leading, n_keys, width, k=k + 1)
    v, bias = (
        normal(*leading, n_keys, v_width, k=k + 2),
        normal(*leading, n_queries, n_keys, k=k + 3) if biased else None,
    )
    mask = normal(*leading, n_queries, n_keys, k=k + 4) > 0 if masked else None
    output, weights = attention(q, keys, v, mask, bias, scale)

    added = torch.zeros(n_queries, n_keys, dtype=torch.float64) if bias is None else bias
    if masked:
        added = added.masked_fill(~mask, -torch.inf)
    expected = F.scaled_dot_product_attention(q, keys, v, attn_mask=added, scale=scale)
    torch.testing.assert_close(output, expected, rtol=0, atol=1e-12)
    total = weights.sum(-1)
    admits = torch.ones_like(total) if mask is None else mask.any(-1).double()
    torch.testing.assert_close(total, admits, rtol=0, atol=1e-12)
    if masked:
        assert (weights[~mask] == 0).all()


@pytest.mark.parametrize("scale", [None, 0.3, 0.0, -1.0])
def test_equals_a_loop(scale):
    q, k, v, bias = normal(4, 5), normal(6, 5, k=1), normal(6, 3, k=2), normal(4, 6, k=3)
    mask = normal(4, 6, k=4) > -0.5
    mask[2] = False
    output, _ = attention(q, k, v, mask, bias, scale)
    expected = by_loop(q, k, v, mask, bias, 1 / math.sqrt(5) if scale is None else scale)
    torch.testing.assert_close(output, expected, rtol=0, atol=1e-12)


def test_gradients_equal_torch_and_finite_differences():
    tensors = [normal(2, 3, 4), normal(2, 5, 4, k=1), normal(2, 5, 2, k=2), normal(3, 5, k=3)]
    mask = normal(2, 3, 5, k=4) > -0.3
    mask[1, 2] = False
    tensors = [tensor.requires_grad_() for tensor in tensors]
    assert torch.autograd.gradcheck(lambda q, k, v, bias: attention(q, k, v, mask, bias), tensors)

    mask[1, 2] = True  # torch gives no promise on a row without a key
    q, k, v, bias = tensors
    ours = torch.autograd.grad(attention(q, k, v, mask, bias)[0].square().sum(), tensors)
    added = bias.masked_fill(~mask, -torch.inf)
    theirs = torch.autograd.grad(F.scaled_dot_product_attention(q, k, v, attn_mask=added).square().sum(), tensors)
    for left, right in zip(ours, theirs, strict=True):
        torch.testing.assert_close(left, right, rtol=0, atol=1e-12)


def test_permuting_keys_changes_nothing_and_permuting_queries_permutes():
    q, k, v, mask = normal(2, 4, 3), normal(2, 5, 3, k=1), normal(2, 5, 6, k=2), normal(2, 4, 5, k=3) > 0
    output, weights = attention(q, k, v, mask)
    keys, queries = torch.randperm(5, generator=seeds.generator(4)), torch.randperm(4, generator=seeds.generator(5))
    moved, moved_weights = attention(q, k[:, keys], v[:, keys], mask[:, :, keys])
    torch.testing.assert_close(moved, output, rtol=0, atol=1e-12)
    torch.testing.assert_close(moved_weights, weights[:, :, keys], rtol=0, atol=1e-12)
    moved, _ = attention(q[:, queries], k, v, mask[:, queries])
    torch.testing.assert_close(moved, output[:, queries], rtol=0, atol=1e-12)


def test_wrong_axis_the_weights_sum_to_one_over_keys_and_a_mask_column_is_a_key():
    q, k, v = normal(3, 4), normal(3, 4, k=1), normal(3, 2, k=2)
    mask = torch.tensor([[True, False, True]] * 3)  # square, so that only the meaning tells the axes apart
    _, weights = attention(q, k, v, mask)
    assert (weights[:, 1] == 0).all() and (weights[1] != 0).any()
    torch.testing.assert_close(weights.sum(-1), torch.ones(3, dtype=torch.float64), rtol=0, atol=1e-12)


def test_mask_polarity_true_means_may_attend():
    v = torch.eye(3, dtype=torch.float64)
    mask = torch.tensor([[False, True, False]])
    output, _ = attention(normal(1, 2), normal(3, 2, k=1), v, mask)
    assert output.tolist() == [[0.0, 1.0, 0.0]]


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
@pytest.mark.parametrize("sign", [1, -1])
def test_finite_constant_no_score_however_large_beats_the_mask(dtype, sign):
    # Three scores of ∓1e12 that may be attended to, one of ±1e12 that may not.
    q, k = torch.ones(1, 1, dtype=dtype), torch.tensor([[-1.0], [-1.0], [1.0], [-1.0]], dtype=dtype) * sign * 1e12
    v, mask = torch.eye(4, dtype=dtype), torch.tensor([[True, True, False, True]])
    output, weights = attention(q, k, v, mask, scale=1.0)
    assert weights[0, 2] == 0 and output[0, 2] == 0
    torch.testing.assert_close(weights[0, [0, 1, 3]], torch.full((3,), 1 / 3, dtype=dtype))
    bias = torch.full((1, 4), -1e12, dtype=dtype) * sign
    bias[0, 2] = 1e12 * sign
    assert attention(q, k * 0, v, mask, bias)[1][0, 2] == 0


@pytest.mark.parametrize("dtype", DTYPES)
def test_empty_row_is_zero_and_its_gradient_finite(dtype):
    tensors = [normal(2, 3, 4, k=k).to(dtype).requires_grad_() for k in range(3)]
    bias = normal(2, 3, 3, k=3).to(dtype).requires_grad_()
    mask = causal_mask(3).repeat(2, 1, 1)
    mask[0, 1] = False
    output, weights = attention(*tensors, mask, bias)
    assert (output[0, 1] == 0).all() and (weights[0, 1] == 0).all()
    assert output.isfinite().all()
    gradients = torch.autograd.grad(output.sum(), [*tensors, bias])
    assert all(gradient.isfinite().all() for gradient in gradients)
    assert (gradients[0][0, 1] == 0).all() and (gradients[3][0, 1] == 0).all()
    assert (gradients[2][0] != 0).any()  # the other rows still learn


def test_empty_row_makes_no_nan_on_the_way():
    q, mask = normal(2, 4).requires_grad_(), torch.tensor([[False] * 3, [True] * 3])
    with pytest.warns(UserWarning, match="Anomaly Detection"), torch.autograd.detect_anomaly():
        attention(q, normal(3, 4), normal(3, 4), mask)[0].sum().backward()  # it raises where a gradient is NaN


def test_empty_row_survives_scores_that_overflow():
    q = torch.full((2, 4), 300.0, dtype=torch.float16, requires_grad=True)
    k = torch.full((3, 4), 300.0, dtype=torch.float16)  # 0.5 · 300 · 300 · 4 > 65504
    mask = torch.tensor([[False] * 3, [True] * 3])
    _, weights = attention(q, k, k, mask)
    assert (weights[0] == 0).all() and weights[1].isnan().all()
    (gradient,) = torch.autograd.grad(weights[0].sum(), q)
    assert (gradient[0] == 0).all()


@pytest.mark.parametrize("sizes", [(0, 3, 4), (2, 0, 4), (2, 3, 0), (0, 0, 0)], ids=["B=0", "T=0", "S=0", "none"])
@pytest.mark.parametrize("masked", [False, True])
def test_without_batch_queries_or_keys_there_are_zeros(sizes, masked):
    batch, n_queries, n_keys = sizes
    mask = torch.ones(n_queries, n_keys, dtype=torch.bool) if masked else None
    q = normal(batch, n_queries, 5).requires_grad_()
    output, weights = attention(q, normal(batch, n_keys, 5), normal(batch, n_keys, 2), mask)
    assert output.shape == (batch, n_queries, 2) and weights.shape == (batch, n_queries, n_keys)
    assert (output == 0).all()
    output.sum().backward()
    assert (q.grad == 0).all()


def test_half_precision_does_not_overflow_before_the_scale():
    q = torch.full((1, 64), 50.0, dtype=torch.float16)  # q · q = 160 000, scaled 20 000; half ends at 65 504
    output, weights = attention(q, torch.cat([q, -q]), torch.eye(2, dtype=torch.float16))
    assert weights.tolist() == [[1.0, 0.0]] and output.tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize("dtype", DTYPES)
def test_dtype_of_the_operands_is_kept(dtype):
    q, k, v = (normal(2, 3, 4, k=k).to(dtype) for k in range(3))
    output, weights = attention(q, k, v, causal_mask(3), torch.zeros(3, 3, dtype=dtype), scale=0.5)
    assert output.dtype == weights.dtype == dtype


def test_nan_is_passed_on_to_those_who_attend_and_to_no_others():
    q, k, v = normal(3, 2), normal(3, 2, k=1), normal(3, 2, k=2)
    q[1] = torch.nan
    output, _ = attention(q, k, v, causal_mask(3))
    assert output.isnan().any(-1).tolist() == [False, True, False]
    q, k = normal(3, 2), k.index_fill(0, torch.tensor(1), torch.nan)
    output, _ = attention(q, k, v, causal_mask(3))
    assert output.isnan().any(-1).tolist() == [False, True, True]


def test_a_mask_over_keys_alone_serves_every_query():
    q, k, v, keys = (
        normal(2, 4, 3),
        normal(2, 5, 3, k=1),
        normal(2, 5, 3, k=2),
        torch.tensor([True, False, True, True, False]),
    )
    torch.testing.assert_close(attention(q, k, v, keys), attention(q, k, v, keys.expand(2, 4, 5)), rtol=0, atol=0)


def test_arguments_are_left_as_they_were():
    tensors = [normal(3, 3), normal(3, 3, k=1), normal(3, 3, k=2), causal_mask(3), normal(3, 3, k=3)]
    before = [tensor.clone() for tensor in tensors]
    attention(*tensors)
    assert all(torch.equal(left, right) for left, right in zip(tensors, before, strict=True))


Q, K, V = normal(2, 3, 4), normal(2, 5, 4), normal(2, 5, 6)
ALL = torch.ones(3, 5, dtype=torch.bool)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (TypeError, "mask: expected bool, True = may attend, got torch.float64", (Q, K, V, ALL.double())),
        (TypeError, "mask: expected bool, True = may attend, got torch.int64", (Q, K, V, ALL.long())),
        (TypeError, "mask: expected bool, True = may attend, got torch.uint8", (Q, K, V, ALL.byte())),
        (ValueError, "mask: .* broadcasts to the scores", (Q, K, V, ALL.T)),
        (ValueError, "mask: .* broadcasts to the scores", (Q, K, V, ALL.expand(1, 1, 3, 5))),
        (ValueError, "mask: .* broadcasts to the scores", (Q, K, V, ALL.expand(3, 3, 5))),
        (ValueError, "mask: .* broadcasts to the scores", (Q[:, :1], K[:, :1], V[:, :1], ALL)),
        (ValueError, "mask: expected the scores' device, cpu, got meta", (Q, K, V, ALL.to("meta"))),
        (TypeError, "bias: expected torch.float64, got torch.float32", (Q, K, V, None, ALL.float())),
        (TypeError, "bias: expected torch.float64, got torch.bool", (Q, K, V, None, ALL)),
        (ValueError, "bias: .* broadcasts to the scores", (Q, K, V, None, ALL.T.double())),
        (ValueError, "bias: expected the scores' device", (Q, K, V, None, ALL.double().to("meta"))),
        (TypeError, "q: expected floating-point numbers, got torch.complex128", (Q + 0j, K, V)),
        (TypeError, "q: expected floating-point numbers, got torch.int64", (Q.long(), K.long(), V)),
        (TypeError, "v: expected torch.float64, got torch.float32", (Q, K, V.float())),
        (ValueError, "k: expected at least two axes", (Q, K[0, 0], V)),
        (ValueError, "q, k, v: expected the same leading axes", (Q[:1], K, V)),
        (ValueError, "q, k, v: expected the same leading axes", (Q, K, V[0])),
        (ValueError, "q, k: expected the same width, at least 1, got 4 and 3", (Q, K[..., :3], V)),
        (ValueError, "q, k: expected the same width, at least 1, got 0 and 0", (Q[..., :0], K[..., :0], V)),
        (ValueError, "v: expected as many values as keys, 5, got 4", (Q, K, V[:, :4])),
    ],
)
def test_operands_that_do_not_fit_are_refused(error, message, arguments):
    with pytest.raises(error, match=message):
        attention(*arguments)
