"""An untrained model knows nothing: its loss is near ln V, tied or not, at any size."""

import math

import pytest
import torch

from faqformer import seeds
from faqformer.objectives import label_smoothing_loss
from faqformer.transformer import Transformer
from faqformer.transformer.embedding import LOGIT_SD
from tests.transformer.models import config, ids

SIZES = [
    {"d_model": 16, "n_heads": 2, "d_ff": 64, "n_encoder_layers": 1, "n_decoder_layers": 1},
    {"d_model": 64, "n_heads": 4, "d_ff": 256, "n_encoder_layers": 6, "n_decoder_layers": 6},
    {"d_model": 256, "n_heads": 8, "d_ff": 512, "n_encoder_layers": 2, "n_decoder_layers": 2},
]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"d{size['d_model']}")
@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("tie", [True, False], ids=["tied", "untied"])
@pytest.mark.parametrize("k", range(3))
def test_initial_loss_is_near_the_uniform_guess(size, norm, tie, k):
    vocab_size = 500
    with seeds.fixed(k):
        sizes = {"source_vocab_size": vocab_size, "target_vocab_size": vocab_size}
        model = Transformer(config(**sizes, **size, norm=norm, tie=tie)).eval()
    source, target, following = (ids(16, 32, k=k + i, vocab_size=vocab_size) for i in (10, 20, 30))
    with torch.no_grad():
        loss = label_smoothing_loss(model(source, target), following, 0.0).item()
    assert abs(loss - math.log(vocab_size)) < 0.1


def test_the_first_logits_have_the_deviation_that_the_table_is_drawn_for():
    # Untied, table and normalised vector are independent: a logit is N(0, LOGIT_SD²), given the vector.
    with seeds.fixed(0):
        model = Transformer(
            config(source_vocab_size=9, target_vocab_size=20_000, d_model=64, n_heads=4, tie=False)
        ).double()
    with torch.no_grad():
        logits = model(ids(1, 5, vocab_size=9), ids(1, 1))[0, 0]
    variance = logits.square().mean().item()
    assert abs(variance / LOGIT_SD**2 - 1) < 6 * math.sqrt(2 / 20_000)
