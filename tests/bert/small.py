"""Small models and ragged batches for the tests of BERT."""

import torch

from faqformer import seeds
from faqformer.bert import BertConfig
from faqformer.masks import padding_mask

CONFIG = BertConfig(vocab_size=50, d_model=24, n_heads=3, n_layers=3, d_ff=40, n_positions=20, dropout=0.0)


def stirred(model, k=0, dtype=torch.float64):
    """The model in dtype with every parameter moved, so that no bias is 0, no gain 1, and attention is not flat."""
    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            own = seeds.generator(k + sum(map(ord, name)))
            parameter += 0.3 * torch.randn(parameter.shape, generator=own, dtype=torch.float64).to(parameter.dtype)
    return model.to(dtype).eval()


def ragged(config=CONFIG, lengths=(9, 16, 1, 5), k=0):
    """ids, mask, segments (B, n) of these lengths; what stands in the padding is random too."""
    draw = {"generator": seeds.generator(k), "size": (len(lengths), max(lengths))}
    ids = torch.randint(config.vocab_size, **draw)
    segments = torch.randint(config.n_segments, **draw)
    return ids, padding_mask(list(lengths)), segments
