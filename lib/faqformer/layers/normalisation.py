"""Normalisation of one token's vector over its own features: no other token, no other sentence, no running average.

Letters: D model width; `*B` any leading axes (batch, positions).
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from faqformer.require import require_at_least, require_size, require_width


def layer_norm(
    x: Float[Tensor, "*B D"],
    gain: Float[Tensor, "D"] | float = 1.0,
    bias: Float[Tensor, "D"] | float = 0.0,
    eps: float = 1e-5,
) -> Float[Tensor, "*B D"]:
    """gain · (x − μ) / √(σ² + eps) + bias, μ and σ² over the last axis (Ba et al. 2016, eq. 4).

    σ² is the biased variance, Σ(x − μ)² / D. With eps = 0 a vector of equal numbers gives NaN (0/0).
    """
    centred = x - x.mean(-1, keepdim=True)
    variance = (centred**2).mean(-1, keepdim=True)
    return gain * centred / (variance + eps).sqrt() + bias


def rms_norm(
    x: Float[Tensor, "*B D"], gain: Float[Tensor, "D"] | float = 1.0, eps: float = 1e-6
) -> Float[Tensor, "*B D"]:
    """gain · x / √(mean(x²) + eps): LayerNorm without the mean (Zhang and Sennrich 2019, eq. 4).

    On vectors of mean zero it equals `layer_norm`. With eps = 0 the zero vector gives NaN (0/0).
    """
    mean_square = (x**2).mean(-1, keepdim=True)
    return gain * x / (mean_square + eps).sqrt()


class LayerNorm(nn.Module):
    """`layer_norm` with a learned gain (at first 1) and bias (at first 0), on torch's fused kernel.

    eps is torch's 1e-5 unless given; BERT uses 1e-12.
    Raises ValueError for d_model < 1, eps < 0, or an input of another width; TypeError for one of integers.
    """

    def __init__(self, d_model: int, eps: float = 1e-5):
        super().__init__()
        require_size("d_model", d_model)
        require_at_least("eps", eps, 0)
        self.d_model, self.eps = d_model, eps
        self.gain = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def extra_repr(self) -> str:
        return f"{self.d_model}, eps={self.eps}"

    def forward(self, x: Float[Tensor, "*B D"]) -> Float[Tensor, "*B D"]:
        require_width(x, self.d_model)
        return F.layer_norm(x, (self.d_model,), self.gain, self.bias, self.eps)


class RMSNorm(nn.Module):
    """`rms_norm` with a learned gain (at first 1), on torch's kernel. eps is that of T5 unless given.

    Raises ValueError for d_model < 1, eps < 0, or an input of another width; TypeError for one of integers.
    """

    def __init__(self, d_model: int, eps: float = 1e-6):
        super().__init__()
        require_size("d_model", d_model)
        require_at_least("eps", eps, 0)
        self.d_model, self.eps = d_model, eps
        self.gain = nn.Parameter(torch.ones(d_model))

    def extra_repr(self) -> str:
        return f"{self.d_model}, eps={self.eps}"

    def forward(self, x: Float[Tensor, "*B D"]) -> Float[Tensor, "*B D"]:
        require_width(x, self.d_model)
        return F.rms_norm(x, (self.d_model,), self.gain, self.eps)
