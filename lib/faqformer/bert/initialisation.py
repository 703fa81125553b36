"""How BERT's weights start."""

from torch import nn

from faqformer.initialisation import truncated_normal
from faqformer.layers import LayerNorm


def initialise(module: nn.Module, std: float) -> None:
    """Draw all weights of module anew, as google-research/bert does, in place.

    Matrices and tables: `truncated_normal(std)`, whose deviation is 0.880 std. Biases are 0; a LayerNorm starts as the
    plain normalisation.
    """
    law = truncated_normal(std)
    for layer in module.modules():
        if isinstance(layer, (nn.Linear, nn.Embedding)):
            law.fill_(layer.weight)
        elif isinstance(layer, LayerNorm):
            nn.init.ones_(layer.gain)
        if getattr(layer, "bias", None) is not None:
            nn.init.zeros_(layer.bias)
