"""The counted costs against torch's FLOP counter, the real modules' parameters, and what autograd really keeps."""

import inspect

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from faqformer import cost
from faqformer.attention import KVCache, MultiHeadAttention
from faqformer.bert import Bert, BertConfig, BertForMaskedLM
from faqformer.bert.layer import BertLayer
from faqformer.instruments import kept_bytes, recorded
from faqformer.layers import FeedForward
from faqformer.transformer import Config, Transformer
from tests.looking import looking

SMALL = BertConfig(vocab_size=50, d_model=24, n_heads=4, n_layers=3, d_ff=40, n_positions=20)


def macs(function) -> int:
    """Half of the FLOPs that torch counts in the call."""
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        function()
    return counter.get_total_flops() // 2


def parameters(module) -> int:
    return sum(p.numel() for p in module.parameters())  # a shared tensor is counted once


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("n_query, n_key, heads", [(2, 2, 1), (5, 7, 1), (5, 7, 4), (9, 3, 8)])
def test_attention(n_query, n_key, heads, bias):
    module = MultiHeadAttention(16, heads, bias)
    x, memory = torch.randn(1, n_query, 16), torch.randn(1, n_key, 16)
    counted = cost.total(cost.attention(n_query, 16, n_key, bias).values())
    with recorded(module):  # by the formula: torch does not count its fused kernel
        assert counted.macs == macs(lambda: module(x, memory))
    assert counted.parameters == parameters(module)


def test_attention_core_by_hand():
    """n = 2, d = 3: twelve MACs for the scores, twelve for the mixing."""
    parts = cost.attention(2, 3)
    assert parts["scores"].macs == parts["mixing"].macs == 12


def test_softmax_by_hand():
    """One row of three: 2 maxima, 3 differences, 3 exponentials, 2 sums, 3 divisions."""
    assert cost.softmax_operations(1, 3, 1) == 2 + 3 + 3 + 2 + 3


def test_feed_forward():
    counted = cost.total(cost.feed_forward(5, 16, 24).values())
    module = FeedForward(16, 24)
    assert counted == (macs(lambda: module(torch.randn(1, 5, 16))), parameters(module))


@pytest.mark.parametrize("pooler", [True, False])
@pytest.mark.parametrize("n", [1, 7, 20])
def test_bert(n, pooler):
    model = Bert(SMALL, pooler=pooler).eval()
    ids = torch.zeros(1, n, dtype=torch.int64)
    counted = cost.total(cost.bert(SMALL, n, pooler).values())
    with recorded(model):
        assert counted == (macs(lambda: model(ids)), parameters(model))


@pytest.mark.parametrize(
    "config, size",
    [(BertConfig.base(), 109_482_240), (BertConfig.large(), 335_141_888), (BertConfig.base(21_128), 102_267_648)],
)
def test_released_models(config, size):
    """The published models' sizes, as Hugging Face's modules of the same sizes count them."""
    assert cost.total(cost.bert(config).values()).parameters == size


@pytest.mark.parametrize("tie, norm, bias", [(True, "post", False), (False, "pre", False), (True, "pre", True)])
@pytest.mark.parametrize("n_source, n_target", [(1, 1), (6, 9)])
def test_transformer(tie, norm, bias, n_source, n_target):
    sizes = {"d_model": 24, "n_heads": 4, "d_ff": 40, "n_encoder_layers": 2, "n_decoder_layers": 3}
    config = Config(source_vocab_size=50, target_vocab_size=50, tie=tie, norm=norm, projection_bias=bias, **sizes)
    model = Transformer(config).eval()
    source, target = torch.zeros(1, n_source, dtype=torch.int64), torch.zeros(1, n_target, dtype=torch.int64)
    counted = cost.total(cost.transformer(config, n_source, n_target).values())
    with recorded(model):
        assert counted == (macs(lambda: model(source, target)), parameters(model))


def test_the_papers_base_model():
    """Table 3 of the paper says 65 million parameters; counted, its sizes give 63."""
    assert cost.total(cost.transformer(Config.base()).values()).parameters == 63_045_632


def test_masked_lm_head_shares_the_word_embeddings():
    model = BertForMaskedLM(SMALL).eval()
    ids = torch.zeros(1, 6, dtype=torch.int64)
    parts = cost.bert(SMALL, 6, pooler=False) | cost.masked_lm_head(SMALL, 6)
    head = macs(lambda: model(ids)) - macs(lambda: model.bert(ids))
    assert cost.total(cost.masked_lm_head(SMALL, 6).values()).macs == head
    assert cost.total(parts.values()).parameters == parameters(model)


def test_kv_cache():
    attention, cache = MultiHeadAttention(16, 4), KVCache()
    attention(torch.randn(3, 5, 16), cache=cache)
    stored = sum(t.numel() * t.element_size() for t in (cache.keys, cache.values))
    assert cost.kv_cache_bytes(5, 16, 1, batch=3) == stored
    assert cost.kv_cache_bytes(5, 16, 7, batch=3, item=2) == 7 * stored // 2


def test_attention_weights():
    module = MultiHeadAttention(16, 4)
    with recorded(module) as seen:
        module(torch.randn(3, 5, 16))
    assert cost.attention_weight_bytes(5, 5, 4, batch=3) == seen[0].numel() * seen[0].element_size()


def test_unfused_attention_keeps_the_weights():
    fused, written = (cost.activation_bytes(10, 16, 48, 4, batch=2, fused=f) for f in (True, False))
    assert written - fused == cost.attention_weight_bytes(10, 10, 4, batch=2) - cost.attention_weight_bytes(
        10, 1, 4, batch=2
    )


def test_tensordot():
    a, b = torch.randn(2, 3, 4), torch.randn(4, 3, 5)
    assert cost.tensordot_macs(a.shape, b.shape, ((1, 2), (1, 0))) == 120
    assert cost.tensordot_macs(a.shape, b.shape, ((1, 2), (1, 0))) == macs(
        lambda: torch.tensordot(a, b, ([1, 2], [1, 0]))
    )
    with pytest.raises(ValueError, match=r"axes: expected pairs of equal sizes, got \[2\] and \[4\]"):
        cost.tensordot_macs(a.shape, b.shape, ((0,), (0,)))


@pytest.mark.parametrize("fused", [True, False])
@pytest.mark.parametrize("n, heads", [(6, 2), (7, 4), (11, 4)])
def test_activations_are_what_autograd_keeps(n, heads, fused):
    config = BertConfig(vocab_size=9, d_model=16, n_heads=heads, n_layers=1, d_ff=48, dropout=0.0)
    x = torch.randn(2, n, 16, requires_grad=True)
    layer = BertLayer(config)
    with looking(layer, not fused):
        found = kept_bytes(layer, x)
    rng_state = 16  # two int64 that the fused kernel would need for dropout
    assert abs(found - cost.activation_bytes(n, 16, 48, heads, batch=2, fused=fused)) <= rng_state


@pytest.mark.bad_input
@pytest.mark.parametrize("n, error", [(0, ValueError), (-1, ValueError), (2.0, TypeError), (True, TypeError)])
def test_sizes_are_checked(n, error):
    with pytest.raises(error, match="n_query: expected an integer"):
        cost.attention(n, 16)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    "function", [cost.kv_cache_bytes, cost.attention_weight_bytes, cost.activation_bytes, cost.softmax_operations]
)
def test_every_size_is_checked(function):
    sizes = {name: 4 for name in inspect.signature(function).parameters if name != "fused"}
    assert function(**sizes) > 0
    for name in sizes:
        with pytest.raises(ValueError, match=f"^{name}: expected an integer ≥ 1, got 0"):
            function(**sizes | {name: 0})


def test_no_more_tokens_than_positions():
    with pytest.raises(ValueError, match="n: expected 1 to n_positions = 20, got 21"):
        cost.bert(SMALL, 21)
