"""What can be said about attention with pen and paper: the spread of its scores, and the gradient through its softmax.

Letters: T queries, S keys, K width of a query and a key; `*B` any leading axes.
"""

import math

import torch
from jaxtyping import Float
from torch import Tensor


def moments(x: Float[Tensor, "n K"]) -> tuple[Float[Tensor, "K K"], Float[Tensor, "K"]]:
    """E[x xᵀ] and E[x] when each of the n rows is equally likely: the second moment M and the mean μ."""
    if not len(x):
        raise ValueError("x: expected at least one row, got none")
    return x.mT @ x / len(x), x.mean(0)


def score_variance(
    M_q: Float[Tensor, "K K"], M_k: Float[Tensor, "K K"], mu_q: Float[Tensor, "K"], mu_k: Float[Tensor, "K"]
) -> Float[Tensor, ""]:
    """Var(q · k) = tr(M_q M_k) − (μ_q · μ_k)², for q independent of k with finite moments; nothing else is assumed.

    M = E[x xᵀ], μ = E[x]. For a score that is multiplied by c, multiply by c².
    """
    return (M_q * M_k.mT).sum() - (mu_q @ mu_k) ** 2


def softmax_jacobian(p: Float[Tensor, "*B S"]) -> Float[Tensor, "*B S S"]:
    """J = diag(p) − p pᵀ, the derivative of p = softmax(s) by the scores: J_ij = ∂p_i/∂s_j. J is symmetric."""
    return torch.diag_embed(p) - p.unsqueeze(-1) * p.unsqueeze(-2)


def query_gradient(
    p: Float[Tensor, "*B T S"], k: Float[Tensor, "*B S K"], g: Float[Tensor, "*B T S"], scale: float
) -> Float[Tensor, "*B T K"]:
    """∂L/∂q = scale · Kᵀ J g, for weights p = softmax(scale · q Kᵀ) and g = ∂L/∂p."""
    through_softmax = p * (g - (p * g).sum(-1, keepdim=True))  # J g, without building J
    return scale * (through_softmax @ k)


def expected_maximum(n: int) -> float:
    """The mean of the largest of n independent standard normal numbers, n ∫ x φ(x) Φ(x)ⁿ⁻¹ dx ≤ √(2 ln n).

    Accurate to 1e-11 for n up to a million. Raises ValueError for n < 1.
    """
    if n < 1:
        raise ValueError(f"n: expected at least 1, got {n}")
    x = torch.linspace(-12, 12, 24_001, dtype=torch.float64)  # the trapezoid rule is exact to rounding on such a curve
    density = torch.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    others_below = ((n - 1) * torch.special.log_ndtr(x)).exp()  # through the logarithm: near 1, Φⁿ⁻¹ would lose digits
    return n * torch.trapezoid(x * density * others_below, x).item()


def expected_own_weight(d: int, n: int, scale: float | None = None) -> float:
    """The mean weight of a token for itself without projections: q = k = x, n tokens of squared length d, mean 0.

    Their directions are independent and uniform, as LayerNorm (gain 1, bias 0) leaves normal vectors. With the gap
    g = scale · d · (1 − cos θ) between the own score and another one, 1/(1 + S) = ∫ exp(−t − t S) dt makes the mean
    over n − 1 independent gaps ∫ exp(−t) E[exp(−t exp(−g))]ⁿ⁻¹ dt. scale defaults to 1/√d.
    Accurate to 1e-6. Raises ValueError for d < 4 or n < 1.
    """
    if d < 4 or n < 1:
        raise ValueError(f"d, n: expected at least 4 and 1, got {d} and {n}")
    scale = d**-0.5 if scale is None else scale
    angle = torch.linspace(-math.pi / 2, math.pi / 2, 1001, dtype=torch.float64)  # cos θ = sin(angle)
    law = angle.cos() ** (d - 3)  # of a direction among d − 1
    law = law / law.sum()
    others = torch.exp(scale * d * (angle.sin() - 1))
    t = torch.linspace(-40, 5, 501, dtype=torch.float64).exp()  # even steps in log t: then the sum converges fast
    one = torch.log1p(torch.expm1(-t.unsqueeze(-1) * others) @ law)  # log E[exp(−t exp(−g))]
    return torch.trapezoid(t * torch.exp(-t + (n - 1) * one), t.log()).item()
