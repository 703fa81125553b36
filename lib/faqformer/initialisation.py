"""How a weight matrix starts: schemes by name, each with the variance that it gives.

A weight has shape (fan_out, fan_in), as `nn.Linear` keeps it; in an embedding table fan_in is the width and fan_out the
vocabulary, as torch reads it. Every entry is drawn independently, with mean 0.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float
from torch import Tensor, nn

from faqformer.require import require_one_of, require_positive

# A standard normal cut at ±2, what lies beyond being drawn again: with φ the density and Φ(2) − Φ(−2) = erf(√2),
# E z² = 1 − 4 φ(2) / erf(√2) and E z⁴ = 3 E z² − 16 φ(2) / erf(√2), by parts.
_EDGE = math.exp(-2) / math.sqrt(2 * math.pi) / math.erf(math.sqrt(2))
TRUNCATED_VARIANCE = 1 - 4 * _EDGE  # 0.774: a "standard deviation of 0.02" leaves 0.0176
KURTOSIS = {  # E z⁴ / (E z²)²: what the standard error of a measured variance needs
    "normal": 3.0,
    "uniform": 1.8,
    "truncated normal": (3 * TRUNCATED_VARIANCE - 16 * _EDGE) / TRUNCATED_VARIANCE**2,
}


@dataclass(frozen=True)
class Scheme:
    """A law for the entries of a weight matrix.

    law is a key of KURTOSIS; formula gives the variance from (fan_in, fan_out, n_heads); source says who uses it.
    """

    name: str
    law: str
    formula: Callable[[int, int, int], float]
    source: str

    @property
    def kurtosis(self) -> float:
        """E w⁴ / (E w²)²: n draws estimate the variance σ² with a standard error of σ² √((kurtosis − 1) / n)."""
        return KURTOSIS[self.law]

    def variance(self, fan_in: int, fan_out: int, n_heads: int = 1) -> float:
        """The variance of an entry. n_heads matters to those schemes only that look at one head's rows.

        Raises ValueError for a size below 1, or a fan_out that is no multiple of n_heads.
        """
        if min(fan_in, fan_out, n_heads) < 1 or fan_out % n_heads:
            raise ValueError(
                "fan_in, fan_out, n_heads: expected integers ≥ 1, fan_out a multiple of n_heads; "
                f"got {fan_in}, {fan_out}, {n_heads}"
            )
        return self.formula(fan_in, fan_out, n_heads)

    def fill_(
        self, weight: Float[Tensor, "fan_out fan_in"], generator: torch.Generator | None = None, n_heads: int = 1
    ) -> Float[Tensor, "fan_out fan_in"]:
        """Draw weight anew, in place, and return it. Without a generator torch's global one is used.

        Raises ValueError for a weight that is no matrix, TypeError for one of integers.
        """
        if weight.ndim != 2:
            raise ValueError(f"weight: expected a matrix (fan_out, fan_in), got {tuple(weight.shape)}")
        if not weight.is_floating_point():
            raise TypeError(f"weight: expected floating-point numbers, got {weight.dtype}")
        fan_out, fan_in = weight.shape
        std = math.sqrt(self.variance(fan_in, fan_out, n_heads))
        if self.law == "normal":
            return nn.init.normal_(weight, 0.0, std, generator=generator)
        if self.law == "uniform":
            bound = math.sqrt(3) * std
            return nn.init.uniform_(weight, -bound, bound, generator=generator)
        parent = std / math.sqrt(TRUNCATED_VARIANCE)
        return nn.init.trunc_normal_(weight, 0.0, parent, -2 * parent, 2 * parent, generator=generator)


def truncated_normal(std: float) -> Scheme:
    """N(0, std²) cut at ±2 std, whatever the shape: the entries' variance is TRUNCATED_VARIANCE · std².

    Raises ValueError unless std is a positive number.
    """
    require_positive("std", std)
    return Scheme(f"truncated_normal({std:g})", "truncated normal", lambda i, o, h: TRUNCATED_VARIANCE * std**2, "")


# i is fan_in, o is fan_out, h the number of heads among whose equal shares the rows are divided.
SCHEMES = {
    scheme.name: scheme
    for scheme in (
        Scheme("xavier_uniform", "uniform", lambda i, o, h: 2 / (i + o), "Glorot and Bengio 2010, eq. 16"),
        Scheme("xavier_normal", "normal", lambda i, o, h: 2 / (i + o), "Glorot and Bengio 2010, eq. 12"),
        # One Xavier draw for W_q, W_k and W_v stacked: each of the three sees a fan_out three times its own.
        Scheme("xavier_packed", "uniform", lambda i, o, h: 2 / (i + 3 * o), "torch's nn.MultiheadAttention"),
        # One Xavier draw a head: each sees a fan_out of d_k alone.
        Scheme("xavier_per_head", "uniform", lambda i, o, h: 2 / (i + o / h), "code with one layer a head"),
        Scheme("lecun_normal", "normal", lambda i, o, h: 1 / i, "LeCun et al. 1998, 4.6"),
        Scheme("lecun_uniform", "uniform", lambda i, o, h: 1 / i, "LeCun et al. 1998, 4.6"),
        Scheme("kaiming_normal", "normal", lambda i, o, h: 2 / i, "He et al. 2015, eq. 10"),
        Scheme("kaiming_uniform", "uniform", lambda i, o, h: 2 / i, "He et al. 2015, eq. 10"),
        Scheme("linear_default", "uniform", lambda i, o, h: 1 / (3 * i), "torch's nn.Linear"),
        Scheme("embedding_default", "normal", lambda i, o, h: 1.0, "torch's nn.Embedding"),
        # Google's code draws a truncated normal, Hugging Face's a plain one: same "0.02", variances 0.774 : 1.
        replace(truncated_normal(0.02), name="bert", source="google-research/bert"),
        Scheme("bert_hugging_face", "normal", lambda i, o, h: 0.02**2, "transformers' BertModel"),
        # T5 does not divide its scores by √d_k: the query's rows start smaller by that factor instead.
        Scheme("t5", "normal", lambda i, o, h: 1 / i, "T5: keys, values, output, feed-forward"),
        Scheme("t5_query", "normal", lambda i, o, h: 1 / (i * (o / h)), "T5: queries"),
    )
}


def scheme(name: str | Scheme) -> Scheme:
    """The scheme of that name. Raises ValueError that lists the names."""
    if isinstance(name, Scheme):
        return name
    require_one_of("name", name, SCHEMES)
    return SCHEMES[name]


def weight_variance(name: str | Scheme, fan_in: int, fan_out: int, n_heads: int = 1) -> float:
    """The variance of an entry under the scheme of that name."""
    return scheme(name).variance(fan_in, fan_out, n_heads)


def score_variance_at_init(
    name: str | Scheme, d_model: int, n_heads: int, key: str | Scheme | None = None, scale: float | None = None
) -> float:
    """The variance, over the random weights, of the score scale · q·k of *any* two tokens that went through LayerNorm.

    Such a token has ‖x‖² = d_model, so a component of q has variance d_model σ_q² and the sum of d_k products has
    scale² · d_k · (d_model σ_q²)(d_model σ_k²). With scale 1/√d_k, the default, that is (d_model σ_q²)(d_model σ_k²).
    name: the scheme of W_q; key: that of W_k, where it differs. T5 has ("t5_query", key="t5", scale=1).
    """
    query, key = scheme(name), scheme(name if key is None else key)
    d_k = d_model / n_heads
    scale = d_k**-0.5 if scale is None else scale
    q, k = (d_model * each.variance(d_model, d_model, n_heads) for each in (query, key))
    return scale**2 * d_k * q * k
