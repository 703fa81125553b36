"""How BERT's weights start."""

from torch import nn

from faqformer.layers import LayerNorm


def initialise(module: nn.Module, std: float) -> None:
    """Draw all weights of module anew, as google-research/bert does, in place.

    Matrices and tables: a normal of deviation std, values beyond 2 std drawn again, which leaves a deviation of
    0.880 std. Biases are 0; a LayerNorm starts as the plain normalisation.
    """
    for part in module.modules():
        if isinstance(part, (nn.Linear, nn.Embedding)):
            nn.init.trunc_normal_(part.weight, 0.0, std, -2 * std, 2 * std)
        elif isinstance(part, LayerNorm):
            nn.init.ones_(part.gain)
        if getattr(part, "bias", None) is not None:
            nn.init.zeros_(part.bias)
