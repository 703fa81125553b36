"""Grouped heads: against torch's own, head by head, at both ends of their range, with a cache, and what they refuse."""

import pytest
import torch
import torch.nn.functional as F

from faqformer import seeds
from faqformer.attention import (
    GroupedQueryAttention,
    KVCache,
    MultiHeadAttention,
    attention,
    grouped_attention,
    mean_pooled,
)
from faqformer.instruments import counted_macs
from faqformer.masks import causal_mask, padding_mask

EXACT = {"rtol": 0, "atol": 1e-12}
GROUPS = pytest.mark.parametrize("n_kv_heads", [1, 2, 3, 6])


def normal(*shape, k=10, dtype=torch.float64):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=dtype)


def layer(n_kv_heads, d_model=12, n_heads=6, projection_bias=True):
    with seeds.fixed(0):
        module = GroupedQueryAttention(d_model, n_heads, n_kv_heads, projection_bias).double()
        for projection in (module.W_q, module.W_k, module.W_v, module.W_o):
            if projection_bias:
                torch.nn.init.normal_(projection.bias)  # zeros would hide a bias that is left out
    return module


def operands(n_kv_heads, batch=(2,), n_heads=6, n_queries=4, n_keys=5):
    q = normal(*batch, n_heads, n_queries, 3)
    return q, normal(*batch, n_kv_heads, n_keys, 3, k=11), normal(*batch, n_kv_heads, n_keys, 7, k=12)


MASKS = {
    "none": None,
    "causal": causal_mask(4, 5),
    "padding": padding_mask([5, 2])[:, None, None, :],
    "heads": normal(1, 6, 4, 5, k=20) > -0.5,
    "full": normal(2, 6, 4, 5, k=21) > 0.0,
}


@GROUPS
@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("scale", [None, 0.3])
def test_equals_torchs_grouped_attention(n_kv_heads, mask, scale):
    q, k, v = operands(n_kv_heads)
    if mask is not None:
        mask = mask | ~mask.any(-1, keepdim=True)  # torch gives NaN where a query may attend to nothing
    expected = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=scale, enable_gqa=True)
    torch.testing.assert_close(grouped_attention(q, k, v, mask, scale=scale)[0], expected, **EXACT)


@GROUPS
@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("biased", [False, True])
def test_query_head_i_reads_head_i_over_the_size_of_a_group(n_kv_heads, mask, biased):
    """A loop over the heads, each with its own copy of the formula."""
    q, k, v = operands(n_kv_heads)
    bias = normal(1, 6, 4, 5, k=13) if biased else None
    heads, weights = grouped_attention(q, k, v, mask, bias)
    assert heads.shape == (2, 6, 4, 7) and weights.shape == (2, 6, 4, 5)
    for i in range(6):
        group = i * n_kv_heads // 6
        of_head = None if mask is None else mask.expand(2, 6, 4, 5)[:, i]
        own = attention(q[:, i], k[:, group], v[:, group], of_head, None if bias is None else bias[:, i])
        torch.testing.assert_close((heads[:, i], weights[:, i]), own, **EXACT)


@pytest.mark.parametrize("batch", [(), (2,), (2, 3)])
def test_any_axes_before_the_heads(batch):
    q, k, v = operands(2, batch)
    expected = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
    torch.testing.assert_close(grouped_attention(q, k, v)[0], expected, **EXACT)


def test_gradients_are_those_of_repeated_keys_and_values():
    q, k, v = (x.requires_grad_() for x in operands(2))
    shared = torch.autograd.grad(grouped_attention(q, k, v, MASKS["heads"])[0].square().sum(), (q, k, v))
    copies = k.repeat_interleave(3, 1), v.repeat_interleave(3, 1)
    written = torch.autograd.grad(attention(q, *copies, MASKS["heads"])[0].square().sum(), (q, k, v))
    torch.testing.assert_close(shared, written, **EXACT)


@pytest.mark.parametrize(("batch", "n_queries", "n_keys"), [((0,), 4, 5), ((2,), 0, 5), ((2,), 4, 0)])
def test_without_batch_queries_or_keys(batch, n_queries, n_keys):
    heads, weights = grouped_attention(*operands(2, batch, 6, n_queries, n_keys))
    assert heads.shape == (*batch, 6, n_queries, 7) and weights.shape == (*batch, 6, n_queries, n_keys)
    assert (heads == 0).all()


@pytest.mark.parametrize("projection_bias", [False, True])
@pytest.mark.parametrize("mask", [None, causal_mask(4), padding_mask([4, 2])[:, None, None, :]])
def test_with_as_many_heads_of_keys_it_is_multi_head_attention(projection_bias, mask):
    module, x = layer(6, projection_bias=projection_bias), normal(2, 4, 12)
    whole = MultiHeadAttention(12, 6, projection_bias).double()
    whole.load_state_dict(module.state_dict())
    torch.testing.assert_close(module(x, mask), whole(x, mask=mask), **EXACT)


@GROUPS
@pytest.mark.parametrize("projection_bias", [False, True])
def test_the_module_is_the_concatenation_of_its_heads(n_kv_heads, projection_bias):
    module, x, heads = layer(n_kv_heads, projection_bias=projection_bias), normal(2, 4, 12), []
    for i in range(6):
        own, group = slice(2 * i, 2 * i + 2), i * n_kv_heads // 6
        shared = slice(2 * group, 2 * group + 2)
        q, k, v = (
            F.linear(x, W.weight[rows], W.bias[rows] if projection_bias else None)
            for W, rows in ((module.W_q, own), (module.W_k, shared), (module.W_v, shared))
        )
        heads.append(attention(q, k, v, causal_mask(4))[0])
    expected = F.linear(torch.cat(heads, -1), module.W_o.weight, module.W_o.bias)
    torch.testing.assert_close(module(x, causal_mask(4)), expected, **EXACT)


@GROUPS
@pytest.mark.parametrize("cuts", [(), (3,), (1, 2), (2, 5), (1, 2, 3, 4, 5)], ids=str)
def test_with_a_cache_as_without(n_kv_heads, cuts):
    module, x, padding = layer(n_kv_heads), normal(2, 6, 12), padding_mask([6, 4])[:, None, None, :]
    cache, pieces = KVCache(), []
    for start, end in zip((0, *cuts), (*cuts, 6), strict=True):
        mask = causal_mask(end - start, end) & padding[..., :end]
        pieces.append(module(x[:, start:end], mask, cache))
    assert cache.keys.shape == cache.values.shape == (2, n_kv_heads, 6, 2)
    torch.testing.assert_close(torch.cat(pieces, 1), module(x, causal_mask(6) & padding), **EXACT)


def test_scores_and_mixing_cost_the_same_in_any_groups():
    counted = {counted_macs(grouped_attention, *operands(n)) for n in (1, 2, 3, 6)}
    assert counted == {2 * 6 * 4 * 5 * (3 + 7)}


@GROUPS
@pytest.mark.parametrize("projection_bias", [False, True])
def test_pooled_heads_are_the_means_of_their_group(n_kv_heads, projection_bias):
    with seeds.fixed(1):
        whole = MultiHeadAttention(12, 6, projection_bias).double()
        for projection in (whole.W_q, whole.W_k, whole.W_v, whole.W_o):
            if projection_bias:
                torch.nn.init.normal_(projection.bias)
    pooled, x = mean_pooled(whole, n_kv_heads), normal(2, 4, 12)
    k = whole.W_k(x).unflatten(-1, (6, 2))
    means = [heads.mean(2) for heads in k.split(6 // n_kv_heads, 2)]
    torch.testing.assert_close(pooled.W_k(x), torch.cat(means, -1), **EXACT)
    v = whole.W_v(x).unflatten(-1, (6, 2))
    means = [heads.mean(2) for heads in v.split(6 // n_kv_heads, 2)]
    torch.testing.assert_close(pooled.W_v(x), torch.cat(means, -1), **EXACT)
    for name in ("W_q", "W_o"):
        ours, theirs = (getattr(module, name) for module in (pooled, whole))
        assert torch.equal(ours.weight, theirs.weight) and ours.weight is not theirs.weight
    assert all(p.requires_grad for p in pooled.parameters())
    if n_kv_heads == 6:
        torch.testing.assert_close(pooled(x), whole(x), **EXACT)


def test_initial_weights_are_xavier_on_each_matrix():
    with seeds.fixed(4):
        module = GroupedQueryAttention(256, 8, 2, True)
    for linear in (module.W_q, module.W_k, module.W_v, module.W_o):
        n_out, n_in = linear.weight.shape
        bound = (6 / (n_in + n_out)) ** 0.5
        assert linear.weight.abs().max() <= bound
        # a uniform law's variance is bound²/3, and the variance of its square (4/45) bound⁴
        variance, error = float(linear.weight.detach().square().mean()), bound**2 * (4 / 45 / (n_in * n_out)) ** 0.5
        assert abs(variance - bound**2 / 3) < 6 * error
        assert (linear.bias == 0).all()
    assert module.W_k.weight.shape == module.W_v.weight.shape == (64, 256)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
def test_dtype_and_device_of_a_module_decide_those_of_its_output(dtype):
    module = layer(2).to(dtype)
    assert module(normal(2, 4, 12).to(dtype), causal_mask(4)).dtype == dtype
    shadow = module.to("meta")(torch.empty(2, 4, 12, dtype=dtype, device="meta"), causal_mask(4, device="meta"))
    assert shadow.shape == (2, 4, 12) and shadow.device.type == "meta"


Q, K, V = operands(2)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (ValueError, "q: expected a multiple of the 4 heads of keys and values, at least 1, got 6", operands(4)),
        (ValueError, "q: expected a multiple of the 0 heads", (Q, K[:, :0], V[:, :0])),
        (ValueError, "q: expected a multiple of the 2 heads of keys and values, at least 1, got 0", (Q[:, :0], K, V)),
        (ValueError, "q: expected at least three axes", (Q[0, 0], K, V)),
        (ValueError, "v: expected at least three axes", (Q, K, V[0, 0])),
        (ValueError, "q, k, v: expected the same axes before the heads", (Q[:1], K, V)),
        (ValueError, "q, k, v: expected .* a value for each key of each head", (Q, K, V[:, :1])),
        (ValueError, "q, k, v: expected .* a value for each key of each head", (Q, K, V[:, :, 1:])),
        (ValueError, "q, k: expected the same width", (Q[..., :2], K, V)),
        (TypeError, "k: expected torch.float64, got torch.float32", (Q, K.float(), V)),
        (TypeError, "q: expected floating-point numbers", (Q.long(), K.long(), V.long())),
        (TypeError, "mask: expected bool", (Q, K, V, torch.ones(4, 5))),
        (ValueError, r"mask: .* to the scores \(2, 6, 4, 5\)", (Q, K, V, torch.ones(2, 4, 5, dtype=torch.bool))),
        (ValueError, r"mask: .* to the scores \(2, 6, 4, 5\)", (Q, K, V, torch.ones(2, 2, 4, 5, dtype=torch.bool))),
        (TypeError, "bias: expected torch.float64", (Q, K, V, None, torch.zeros(4, 5, dtype=torch.float32))),
        (ValueError, r"bias: .* to the scores \(2, 6, 4, 5\)", (Q, K, V, None, torch.zeros(5, 5, dtype=Q.dtype))),
    ],
)
def test_operands_that_do_not_fit_are_refused(error, message, arguments):
    with pytest.raises(error, match=message):
        grouped_attention(*arguments)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (ValueError, "n_heads: expected a multiple of n_kv_heads = 4, got 6", (12, 6, 4)),
        (ValueError, "n_kv_heads: expected an integer ≥ 1, got 0", (12, 6, 0)),
        (TypeError, "n_kv_heads: expected an integer, got 2.0", (12, 6, 2.0)),
        (ValueError, "d_model: expected a multiple of n_heads = 5, got 12", (12, 5, 1)),
    ],
)
def test_sizes_that_make_no_groups_are_refused(error, message, arguments):
    with pytest.raises(error, match=message):
        GroupedQueryAttention(*arguments)
    if arguments[1] == 6 and error is ValueError:
        with pytest.raises(error, match=message):
            mean_pooled(MultiHeadAttention(12, 6), arguments[2])


@pytest.mark.bad_input
def test_a_refused_call_leaves_the_cache_as_it_was():
    module, x, cache = layer(2), normal(2, 3, 12), KVCache()
    module(x, cache=cache)
    keys = cache.keys
    for error, message, call in [
        (ValueError, "mask: expected", lambda: module(x, causal_mask(3), cache)),  # of 3 keys, now there are 6
        (TypeError, "mask: expected bool", lambda: module(x, causal_mask(3, 6).double(), cache)),
        (ValueError, "cache: expected keys", lambda: module(x[:1], cache=cache)),
        (ValueError, "cache: expected keys", lambda: layer(3)(x, cache=cache)),
        (ValueError, r"x: expected \(batch, length, d_model = 12\)", lambda: module(x[..., :6], cache=cache)),
        (TypeError, "x: expected torch.float64", lambda: module(x.float(), cache=cache)),
    ]:
        with pytest.raises(error, match=message):
            call()
        assert cache.keys is keys and len(cache) == 3
