"""BERT by its factors is BERT; frozen it is affine."""

from dataclasses import replace

import pytest
import torch

from faqformer import seeds
from faqformer.bert import Bert, factors
from faqformer.layers import ACTIVATIONS
from tests.bert.small import CONFIG, stirred


def its_own(kind, value, of):
    return value


def inputs(model):
    ids = torch.randint(CONFIG.vocab_size, (4, 9), generator=seeds.generator(3))
    return ids, model.embeddings.sum(ids)


@pytest.mark.parametrize("activation", sorted(ACTIVATIONS))
def test_it_is_the_same_model(activation):
    model = stirred(Bert(replace(CONFIG, activation=activation)))
    ids, x = inputs(model)
    expected, found = model(ids), factors.encode(model, x, its_own)
    torch.testing.assert_close(found.sequence, expected.sequence, rtol=0, atol=1e-12)
    torch.testing.assert_close(found.pooled, expected.pooled, rtol=0, atol=1e-12)


def test_without_a_pooler():
    model = stirred(Bert(CONFIG, pooler=False))
    assert factors.encode(model, inputs(model)[1], its_own).pooled is None


def test_each_factor_is_shown_once_with_what_it_is_computed_from():
    model = stirred(Bert(CONFIG))
    seen = []

    def look(kind, value, of):
        seen.append(kind)
        if kind == "weights":
            torch.testing.assert_close(value, of.softmax(-1))
        return value

    factors.encode(model, inputs(model)[1], look)
    assert seen == ["scale", *["weights", "scale", "gate", "scale"] * CONFIG.n_layers, "slope"]


def test_frozen_it_is_affine_and_exact_where_it_was_recorded():
    model = stirred(Bert(CONFIG))
    ids, x = inputs(model)
    kept = factors.record(model, x[:1])

    def frozen(x, kinds=factors.KINDS):
        return factors.encode(model, x, factors.freeze(kept, kinds)).pooled

    torch.testing.assert_close(frozen(x[:1]), model(ids[:1]).pooled, rtol=0, atol=1e-12)
    between = 1.7 * x[1:2] - 0.7 * x[2:3]
    torch.testing.assert_close(frozen(between), 1.7 * frozen(x[1:2]) - 0.7 * frozen(x[2:3]), rtol=0, atol=1e-11)
    for thawed in factors.KINDS:
        kinds = [kind for kind in factors.KINDS if kind != thawed]
        off = frozen(between, kinds) - (1.7 * frozen(x[1:2], kinds) - 0.7 * frozen(x[2:3], kinds))
        assert off.abs().max() > 1e-3, thawed


def test_the_slope_at_zero():
    model = stirred(Bert(CONFIG))
    with torch.no_grad():
        model.pooler.weight.zero_()
        model.pooler.bias.zero_()
    slope = factors.record(model, inputs(model)[1])[-1]
    assert slope.eq(1).all()


def test_an_unknown_kind():
    with pytest.raises(ValueError, match=r"kinds: expected some of weights, gate, scale, slope, got \['gates'\]"):
        factors.freeze([], ["gates"])
