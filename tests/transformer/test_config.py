"""The configuration says what is wrong before anything is built."""

from dataclasses import FrozenInstanceError

import pytest
import torch

from faqformer.transformer import Config, Transformer
from tests.transformer.models import config


def test_base_is_the_papers_base_model():
    base = Config.base()
    assert (base.d_model, base.n_heads, base.d_ff, base.n_encoder_layers, base.n_decoder_layers) == (512, 8, 2048, 6, 6)
    assert (base.dropout, base.norm, base.activation, base.tie) == (0.1, "post", "relu", True)
    assert base.attention_dropout == base.inner_dropout == 0  # 5.4 has two sites, and these are not among them


@pytest.mark.parametrize("tie", [True, False])
@pytest.mark.parametrize("projection_bias", [True, False])
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_parameters_are_as_many_as_the_formula_says(tie, projection_bias, norm):
    d, d_ff, vocab_size = 512, 2048, 37000
    biases = 4 * d if projection_bias else 0
    encoder_layer = 4 * d * d + biases + 2 * d * d_ff + d_ff + d + 2 * 2 * d
    decoder_layer = encoder_layer + 4 * d * d + biases + 2 * d
    expected = (
        6 * (encoder_layer + decoder_layer) + (1 if tie else 3) * vocab_size * d + (4 * d if norm == "pre" else 0)
    )
    with torch.device("meta"):
        sizes = {"source_vocab_size": vocab_size, "target_vocab_size": vocab_size, "n_positions": 8}
        model = Transformer(Config(**sizes, tie=tie, projection_bias=projection_bias, norm=norm))
    assert sum(p.numel() for p in model.parameters()) == expected
    if (tie, projection_bias, norm) == (True, True, "post"):
        assert expected == 63_082_496


def test_it_is_frozen():
    with pytest.raises(FrozenInstanceError):
        config().d_model = 8


@pytest.mark.parametrize(
    ("change", "error", "named"),
    [
        ({"d_model": 13}, ValueError, "d_model"),
        ({"d_model": 0}, ValueError, "d_model"),
        ({"d_model": 12.0}, TypeError, "d_model"),
        ({"n_heads": True}, TypeError, "n_heads"),
        ({"n_heads": -3}, ValueError, "n_heads"),
        ({"d_ff": 0}, ValueError, "d_ff"),
        ({"source_vocab_size": 0}, ValueError, "source_vocab_size"),
        ({"n_decoder_layers": 0}, ValueError, "n_decoder_layers"),
        ({"n_positions": "long"}, TypeError, "n_positions"),
        ({"dropout": 1.0}, ValueError, "dropout"),
        ({"attention_dropout": -0.1}, ValueError, "attention_dropout"),
        ({"inner_dropout": 2}, ValueError, "inner_dropout"),
        ({"norm": "sandwich"}, ValueError, "norm"),
        ({"activation": "step"}, ValueError, "activation"),
        ({"eps": -1e-5}, ValueError, "eps"),
        ({"target_vocab_size": 12}, ValueError, "tie"),
    ],
)
@pytest.mark.bad_input
def test_what_does_not_fit_is_refused_by_name(change, error, named):
    with pytest.raises(error, match=rf"^{named}: expected.*got"):
        config(**change)


def test_two_vocabularies_are_fine_untied():
    model = Transformer(config(target_vocab_size=23, tie=False))
    assert model(torch.zeros(1, 2, dtype=torch.long), torch.full((1, 3), 22)).shape == (1, 3, 23)
