"""The trained encoder, against transformers' BertModel on the same files."""

from importlib import metadata

import pytest
import torch
from transformers import BertConfig as TheirConfig
from transformers import BertModel

from faqformer import data
from faqformer.bert import load_minilm
from faqformer.data.minilm import _file
from faqformer.instruments import recorded

FLOAT32 = 2e-5  # measured 1e-5 at most, on values up to 10

TEXTS = [
    "The animal didn't cross the street because it was too tired.",
    ("Why is [CLS] put first?", "Because a sum of 自然语言, café and ½ must go somewhere."),
    "word " * 200,
]


@pytest.fixture(scope="module")
def theirs(minilm):
    config = TheirConfig.from_json_file(_file("config.json"))
    model = BertModel(config)
    weights = data.minilm_weights()
    missing = model.load_state_dict(weights, strict=False)
    assert not missing.unexpected_keys and set(missing.missing_keys) <= {"embeddings.position_ids"}
    model.set_attn_implementation("eager")  # the one that returns its weights
    return model.eval()


@torch.no_grad()
def test_equals_transformers(minilm, theirs):
    model, tokenizer = minilm
    batch = tokenizer.batch(TEXTS)
    with recorded(model) as attention:
        ours = model(*batch, return_states=True)
    reference = theirs(batch.ids, batch.mask.long(), batch.segments, output_hidden_states=True, output_attentions=True)
    assert (ours.pooled - reference.pooler_output).abs().max() < FLOAT32
    assert len(ours.hidden_states) == len(reference.hidden_states) == 7
    for mine, other in zip(ours.hidden_states, reference.hidden_states, strict=True):
        assert (mine - other)[batch.mask].abs().max() < FLOAT32
    for mine, other in zip(attention, reference.attentions, strict=True):
        assert (mine - other).abs().max() < FLOAT32


def test_sizes(minilm):
    model, tokenizer = minilm
    assert not model.training and next(model.parameters()).dtype == torch.float32
    assert sum(parameter.numel() for parameter in model.parameters()) == 22_713_216
    assert len(tokenizer) == model.config.vocab_size == 30_522


@torch.no_grad()
def test_scores_can_be_reached(minilm):
    """A layer's scores, from what enters it: masked and normalised they are its attention weights."""
    model, tokenizer = minilm
    batch = tokenizer.batch(TEXTS)
    with recorded(model) as attention:
        output = model(*batch, return_states=True)
    for layer, x, weights in zip(model.layers, output.hidden_states[:-1], attention, strict=True):
        q, k = layer.queries_and_keys(x)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        masked = scores.masked_fill(~batch.mask[:, None, None], -torch.inf)
        assert (masked.softmax(-1) - weights).abs().max() < FLOAT32


@torch.no_grad()
def test_in_float64_and_where_float64_is_the_default(minilm):
    model, tokenizer = minilm
    batch = tokenizer.batch(TEXTS)
    torch.set_default_dtype(torch.float64)
    try:
        again, _ = load_minilm()
        exact, _ = load_minilm(torch.float64)
    finally:
        torch.set_default_dtype(torch.float32)
    assert again(*batch).sequence.equal(model(*batch).sequence)
    assert exact(*batch).sequence.dtype == torch.float64
    assert (exact(*batch).sequence - model(*batch).sequence).abs().max() < FLOAT32


def test_licence_is_at_hand():
    notice = str(data.licence("minilm"))
    assert "Apache-2.0" in notice and "MIT" in notice


def test_a_missing_package_is_named(monkeypatch):
    def absent(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", absent)
    with pytest.raises(data.MissingPackage, match="make real"):
        load_minilm()
