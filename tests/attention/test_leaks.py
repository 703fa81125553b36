"""Nothing reaches a query that its mask does not admit, on any path; each test is named after the kind of fault."""

import pytest
import torch
import torch.nn.functional as F

from faqformer import seeds
from faqformer.attention import AdditiveAttention, MultiHeadAttention, attention
from faqformer.instruments import recorded
from faqformer.masks import causal_mask, padding_mask

EXACT = {"rtol": 0, "atol": 1e-12}
DTYPES = [torch.float64, torch.float32, torch.bfloat16, torch.float16]


def normal(*shape, k=40, dtype=torch.float64):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=dtype)


@pytest.mark.parametrize("changed", range(6))
def test_leak_a_changed_token_reaches_no_earlier_output(way, changed):
    module, x, mask = way.module(), normal(2, 6, 12), causal_mask(6)
    before = way(module, x, mask=mask)
    other = x.clone()
    other[:, changed] += 100
    after = way(module, other, mask=mask)
    torch.testing.assert_close(after[:, :changed], before[:, :changed], **EXACT)
    if not way.random:  # there, a later query may have dropped its only link
        assert (after[:, changed:] != before[:, changed:]).any(-1).all()


def test_leak_gradients_of_an_early_output_reach_no_later_token(way):
    module, x = way.module(), normal(1, 5, 12).requires_grad_()
    for t, output in enumerate(way(module, x, mask=causal_mask(5))[0]):
        (gradient,) = torch.autograd.grad(output.sum(), x, retain_graph=True)
        assert (gradient[:, t + 1 :] == 0).all() and (way.random or (gradient[:, : t + 1] != 0).any(-1).all())


@pytest.mark.parametrize("changed", range(4))
def test_leak_of_the_formula_and_of_the_additive_kind(changed):
    with seeds.fixed(0):
        additive = AdditiveAttention(3, 3, 7).double()
    q, k, v, mask = normal(4, 3), normal(4, 3, k=41), normal(4, 2, k=42), causal_mask(4)
    for function in (attention, additive):
        before, _ = function(q, k, v, mask)
        row = torch.tensor([changed])
        after, _ = function(q, k.index_fill(0, row, 9.0), v.index_fill(0, row, -9.0), mask)
        assert torch.equal(after[:changed], before[:changed])
        assert (after[changed:] != before[changed:]).any(-1).all()


def test_mask_polarity_true_means_may_attend(exact_way):
    module, x = exact_way.module(), normal(1, 5, 12)
    alone = exact_way(module, x[:, 2:3])
    only_the_third = torch.zeros(5, 5, dtype=torch.bool)
    only_the_third[:, 2] = True
    torch.testing.assert_close(exact_way(module, x, mask=only_the_third), alone.expand(1, 5, 12), **EXACT)


def test_dropped_mask_the_mask_holds_on_every_path(way):
    # A masked token's value is so large that an output that saw a trace of it would show.
    module, x = way.module(), normal(2, 4, 12)
    x[:, 3] *= 1e9
    mask = torch.tensor([True, True, True, False])[None, None, None, :]
    output = way(module, x, mask=mask)[:, :3]
    assert output.abs().max() < 1e3
    assert way(module, x)[:, :3].abs().max() > 1e6 or way.random


@pytest.mark.parametrize("pads", [1, 3])
def test_wrong_axis_padding_cannot_matter(exact_way, pads):
    module, x = exact_way.module(), normal(2, 4, 12)
    whole, short = exact_way(module, x), exact_way(module, x[1:, :2])
    filler = torch.full((2, pads, 12), 1e6, dtype=torch.float64)
    padded = torch.cat([x, filler], 1)
    padded[1, 2:] = -1e6  # and the second sequence is shorter still
    output = exact_way(module, padded, mask=padding_mask([4, 2], 4 + pads)[:, None, None, :])
    torch.testing.assert_close(output[0, :4], whole[0], **EXACT)
    torch.testing.assert_close(output[1, :2], short[0], **EXACT)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
def test_finite_constant_no_score_however_large_beats_the_mask(way, dtype, sign):
    module = way.module(dtype=dtype)
    x, memory = normal(1, 2, 12).to(dtype), normal(1, 3, 12, k=41).to(dtype)
    mask = torch.tensor([[True, False, True], [False, False, True]])
    bias = torch.full((2, 3), -1e12, dtype=dtype) * sign
    bias[:, 1] = 1e12 * sign
    memory_changed = memory.clone()
    memory_changed[:, 1] = 1e3
    before, after = way(module, x, memory, mask, bias), way(module, x, memory_changed, mask, bias)
    assert before.isfinite().all() and torch.equal(before, after)
    with recorded(module) as seen:
        module(x, memory, mask, bias)
    assert (seen[0].masked_select(~mask) == 0).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_empty_row_is_zero_and_its_gradient_finite(way, dtype):
    module = way.module(dtype=dtype)
    x, bias = normal(2, 4, 12).to(dtype).requires_grad_(), normal(4, 4, k=41).to(dtype).requires_grad_()
    mask = causal_mask(4).repeat(2, 1, 1, 1)
    mask[0, :, 1] = False
    mask[1] = False
    output = way(module, x, mask=mask, bias=bias)
    nothing = module.W_o.bias.expand_as(output)
    assert torch.equal(output[0, 1], nothing[0, 1]) and torch.equal(output[1], nothing[1])
    assert output.isfinite().all()
    gradients = torch.autograd.grad(output.sum(), [x, bias, *module.parameters()])
    assert all(gradient.isfinite().all() for gradient in gradients)
    assert (gradients[0][1] == 0).all() and (gradients[1][1] == 0).all()
    if not way.random:
        assert (gradients[0][0] != 0).any()


@pytest.mark.parametrize("biased", [False, True])
def test_empty_row_is_never_shown_to_torchs_kernel(monkeypatch, biased):
    # What a kernel makes of one differs from device to device and from version to version.
    kernel, seen = F.scaled_dot_product_attention, []

    def watch(q, k, v, attn_mask, dropout_p):
        seen.append(attn_mask if attn_mask.dtype == torch.bool else attn_mask.isfinite())
        return kernel(q, k, v, attn_mask=attn_mask, dropout_p=dropout_p)

    monkeypatch.setattr(F, "scaled_dot_product_attention", watch)
    module, mask = MultiHeadAttention(12, 3), causal_mask(4)
    mask[2] = False
    module(normal(1, 4, 12).float(), mask=mask, bias=torch.zeros(4, 4) if biased else None)
    assert seen[0].any(-1).all() and not seen[0].all()


def test_nan_is_passed_on_to_those_who_attend_and_to_no_empty_row(way):
    module, x = way.module(), normal(1, 4, 12)
    mask = torch.tensor([[True, False, False, False], [True, True, False, False], [True] * 4, [False] * 4])
    memory = x.clone()
    memory[0, 2] = torch.nan
    output = way(module, x, memory, mask)[0]
    assert output[2].isnan().all()
    # A NaN value does not stay behind the mask, since 0 · NaN is NaN; on both paths alike. An empty row is zero.
    assert output[:2].isnan().all()
    assert torch.equal(output[3], module.W_o.bias)
    x[0, 1] = torch.nan
    assert way(module, x, normal(1, 4, 12), mask).isnan().any(-1).tolist() == [[False, True, False, False]]
