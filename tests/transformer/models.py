"""Small models and batches for the tests; every parameter is random, so that none can be left out unseen."""

import torch
from torch import nn

from faqformer import seeds
from faqformer.masks import padding_mask
from faqformer.transformer import Config, Transformer

V, S, T = 11, 7, 6  # words, source and target positions
SOURCE_LENGTHS, TARGET_LENGTHS = [7, 3, 5], [4, 6, 1]
EXACT = {"rtol": 0, "atol": 1e-12}


def config(**changes) -> Config:
    small = {
        "source_vocab_size": V,
        "target_vocab_size": V,
        "d_model": 12,
        "n_heads": 3,
        "d_ff": 20,
        "n_encoder_layers": 2,
        "n_decoder_layers": 2,
        "n_positions": 64,
        "dropout": 0.0,
    }
    return Config(**{**small, **changes})


def randomise(module: nn.Module, k: int = 0) -> nn.Module:
    """Every parameter normal, in float64 and at the scale that a trained one might have."""
    g = seeds.generator(k)
    module = module.double()
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=g, dtype=torch.float64) * 0.4)
    return module


def transformer(k: int = 0, **changes) -> Transformer:
    return randomise(Transformer(config(**changes)), k).eval()


def ids(*shape: int, k: int = 1, vocab_size: int = V) -> torch.Tensor:
    return torch.randint(vocab_size, shape, generator=seeds.generator(k))


def batch() -> dict[str, torch.Tensor]:
    """Three sentence pairs of different lengths."""
    return {
        "source": ids(3, S, k=1),
        "target": ids(3, T, k=2),
        "source_mask": padding_mask(SOURCE_LENGTHS),
        "target_mask": padding_mask(TARGET_LENGTHS, T),
    }
