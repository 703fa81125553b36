"""Weights are kept by name and in order, in any model, and nothing of the looking stays behind."""

import pytest
import torch
from torch import nn

from faqformer import seeds
from faqformer.attention import AdditiveAttention, MultiHeadAttention, attention
from faqformer.bert import Bert, BertConfig
from faqformer.instruments import recorded
from faqformer.layers import FeedForward
from tests.transformer.models import EXACT, S, T, batch, ids, transformer


def normal(*shape, k=70):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=torch.float64)


def watched(model):
    return [module for module in model.modules() if getattr(module, "watchers", None)]


@pytest.fixture
def one():
    with seeds.fixed(0):
        return MultiHeadAttention(12, 3).double()


def test_a_single_attention_has_no_name(one):
    x = normal(2, 4, 12)
    with recorded(one) as seen:
        one(x)
    q, k, v = (linear(x).unflatten(-1, (3, 4)).transpose(1, 2) for linear in (one.W_q, one.W_k, one.W_v))
    [weights] = seen
    assert seen.names == [""] and seen[""] is weights
    torch.testing.assert_close(weights, attention(q, k, v)[1], **EXACT)


def test_an_additive_attention_is_watched_as_well():
    module = nn.ModuleDict({"reads": AdditiveAttention(4, 3, 5).double()})
    with recorded(module) as seen:
        _, weights = module["reads"](normal(2, 4), normal(6, 3), normal(6, 2))
    assert seen["reads"] is weights and not watched(module)


def test_a_transformers_three_kinds_are_told_apart():
    model = transformer()
    with recorded(model) as seen:
        model(**batch())
    decoder = [f"decoder.layers.{i}.{kind}" for i in (0, 1) for kind in ("attention", "cross_attention")]
    assert seen.names == ["encoder.layers.0.attention", "encoder.layers.1.attention", *decoder]
    for pattern, shape in (("encoder.*", (S, S)), ("decoder.*.attention", (T, T)), ("*.cross_attention", (T, S))):
        assert [weights.shape[-2:] for weights in seen.of(pattern)] == [shape, shape]
    assert seen["decoder.layers.1.cross_attention"] is seen[-1] is seen.of("*.cross_attention")[1]


def test_names_are_those_in_the_model_that_is_watched():
    model = transformer()
    with recorded(model.decoder) as seen:
        model(**batch())
    assert seen.names == [f"layers.{i}.{kind}" for i in (0, 1) for kind in ("attention", "cross_attention")]


def test_layers_stack_and_concatenate():
    model = Bert(BertConfig(vocab_size=11, d_model=12, n_heads=3, n_layers=4, d_ff=20))
    with recorded(model) as seen:
        model(ids(2, 5))
    assert torch.stack(seen).shape == (4, 2, 3, 5, 5)
    assert torch.cat(seen).equal(torch.cat([seen[f"layers.{i}.attention"] for i in range(4)]))
    assert isinstance(seen[1:3], list) and len(seen[1:3]) == 2


def test_every_pass_is_kept_and_no_single_one_is_picked(one):
    first, second = normal(1, 2, 12), normal(1, 5, 12, k=71)
    with recorded(one) as seen:
        one(first), one(second)
    assert [weights.shape[-1] for weights in seen.of("")] == [2, 5]
    with pytest.raises(ValueError, match=r"'': expected one pass, got 2; of\(''\) gives them all"):
        seen[""]


def test_decoding_with_a_cache_gives_a_row_at_a_step():
    model, source, target = transformer(), ids(1, S), ids(1, T, k=2)
    memory, cache = model.encode(source), model.new_cache()
    with recorded(model) as steps:
        for word in target.split(1, -1):
            model.decode(word, memory, cache=cache)
    with recorded(model) as whole:
        model(source, target)
    for i in (0, 1):
        own, cross = f"decoder.layers.{i}.attention", f"decoder.layers.{i}.cross_attention"
        torch.testing.assert_close(torch.cat(steps.of(cross), -2), whole[cross], **EXACT)
        for t, row in enumerate(steps.of(own)):
            torch.testing.assert_close(row[:, :, 0], whole[own][:, :, t, : t + 1], **EXACT)
        assert len(steps.of(own)) == T


def test_nothing_stays_on_the_model_not_even_when_it_raises():
    model = transformer()
    with pytest.raises(RuntimeError, match="stop"), recorded(model) as seen:
        model(**batch())
        raise RuntimeError("stop")
    assert not watched(model)
    n = len(seen)
    model(**batch())
    assert len(seen) == n > 0


def test_blocks_are_nested_and_repeated(one):
    x = normal(1, 4, 12)
    with recorded(one) as outer:
        one(x)
        with recorded(one) as inner:
            one(x)
        assert watched(one)
        one(x)
    with recorded(one) as again:
        pass
    assert (len(outer), len(inner), len(again)) == (3, 1, 0) and not watched(one)
    assert outer[1] is inner[0]


def test_gradients_flow_through_what_was_kept(one):
    x = normal(1, 4, 12).requires_grad_()
    with recorded(one) as seen:
        one(x)
    of_x, of_W_v, of_W_q = torch.autograd.grad(
        seen[0][..., 0].sum(), [x, one.W_v.weight, one.W_q.weight], allow_unused=True
    )
    assert of_x.any() and of_W_q.any() and of_W_v is None
    with torch.no_grad(), recorded(one) as seen:
        one(x)
    assert not seen[0].requires_grad


@pytest.mark.parametrize("look", [lambda seen: seen["layers.7.attention"], lambda seen: seen.of("*.cross_attention")])
def test_what_did_not_run_is_refused_with_what_did(look):
    model = transformer()
    with recorded(model.encoder) as seen:
        model(**batch())
    with pytest.raises(
        KeyError, match=r"expected a module that ran, one of \['layers.0.attention', 'layers.1.attention'"
    ):
        look(seen)


def test_a_model_without_attention_is_refused():
    with (
        pytest.raises(ValueError, match="model: expected a module with attention in it, got FeedForward"),
        recorded(FeedForward(4, 8)),
    ):
        pass
