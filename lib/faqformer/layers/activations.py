"""Activation functions by name. The two forms of GELU are named apart: they differ by up to 4.7·10⁻⁴."""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor


def gelu(x: Float[Tensor, "*B"]) -> Float[Tensor, "*B"]:
    """x · Φ(x), Φ the normal distribution function, exactly (Hendrycks and Gimpel 2016, eq. 1)."""
    return F.gelu(x)


def gelu_tanh(x: Float[Tensor, "*B"]) -> Float[Tensor, "*B"]:
    """x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))), the approximation in BERT's and GPT-2's own code."""
    return F.gelu(x, approximate="tanh")


def identity(x: Float[Tensor, "*B"]) -> Float[Tensor, "*B"]:
    """x: what is left when the activation is taken away."""
    return x


ACTIVATIONS = {"relu": torch.relu, "gelu": gelu, "gelu_tanh": gelu_tanh, "silu": F.silu, "identity": identity}
