"""How flat a head's weights are, and how far apart the weights of two heads.

Letters: H heads, T queries, S keys; `*B` any leading axes. All in nats.
"""

import torch
from jaxtyping import Float
from torch import Tensor
from torch.special import xlogy


def entropy(p: Float[Tensor, "..."], axes: int | tuple[int, ...] | None = -1) -> Float[Tensor, "..."]:
    """H(p) = −Σ p ln p over these axes, None = all: ln S for S even weights, 0 when all is on one key."""
    return -xlogy(p, p).sum(axes)


def divergence(p: Float[Tensor, "*B S"], q: Float[Tensor, "*B S"]) -> Float[Tensor, "*B"]:
    """Jensen–Shannon divergence H((p + q)/2) − (H(p) + H(q))/2: 0 where p = q, ln 2 where they share no key."""
    return entropy((p + q) / 2) - (entropy(p) + entropy(q)) / 2


def between_heads(weights: Float[Tensor, "*B H T S"]) -> Float[Tensor, "*B H H T"]:
    """The divergence of every head from every other, for each query; symmetric, and 0 on the diagonal."""
    return divergence(*torch.broadcast_tensors(weights.unsqueeze(-3), weights.unsqueeze(-4)))
