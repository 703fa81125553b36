"""Stacks and layers alone, as a reader calls them: without a model before them, they refuse a mask by themselves."""

import pytest
import torch

from faqformer.instruments import recorded
from faqformer.masks import padding_mask
from tests.transformer.models import S, T, transformer

pytestmark = pytest.mark.bad_input

UNFIT = pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda mask: mask.double(), TypeError),
        (lambda mask: mask[:1], ValueError),  # would broadcast
        (lambda mask: mask[:, 1:], ValueError),
    ],
)


def states(n: int) -> torch.Tensor:
    return torch.zeros(3, n, transformer().config.d_model, dtype=torch.float64)


@UNFIT
def test_the_encoder(change, error):
    with pytest.raises(error, match=r"^mask: expected.*got"):
        transformer().encoder(states(S), change(padding_mask([S, 3, 5], S)))


@UNFIT
@pytest.mark.parametrize(("name", "n"), [("mask", T), ("memory_mask", S)])
def test_the_decoder(name, n, change, error):
    with pytest.raises(error, match=rf"^{name}: expected.*got"):
        transformer().decoder(states(T), states(S), **{name: change(padding_mask([n, 3, 5], n))})


def test_a_layer_alone_gives_the_stream():
    model = transformer()
    x, memory = states(T), states(S)
    assert model.encoder.layers[0](memory).shape == memory.shape
    assert model.decoder.layers[0](x, memory).shape == x.shape
    with recorded(model.decoder.layers[0]) as attention:
        model.decoder.layers[0](x, memory)
    assert attention["attention"].shape[-2:] == (T, T) and attention["cross_attention"].shape[-2:] == (T, S)
