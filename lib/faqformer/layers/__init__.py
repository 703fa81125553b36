"""What stands around attention: normalisation, the feed-forward layer, and where the residual sum is normalised."""

from faqformer.layers.activations import ACTIVATIONS, gelu, gelu_tanh
from faqformer.layers.batch_norm import BatchNorm
from faqformer.layers.feed_forward import FeedForward, SwiGLU, swiglu_width
from faqformer.layers.normalisation import LayerNorm, RMSNorm, layer_norm, rms_norm
from faqformer.layers.residual import DeepNorm, PostNorm, PreNorm, Residual

__all__ = [
    "ACTIVATIONS",
    "BatchNorm",
    "DeepNorm",
    "FeedForward",
    "LayerNorm",
    "PostNorm",
    "PreNorm",
    "RMSNorm",
    "Residual",
    "SwiGLU",
    "gelu",
    "gelu_tanh",
    "layer_norm",
    "rms_norm",
    "swiglu_width",
]
