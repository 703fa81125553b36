"""Attention within a window: each query meets its neighbours alone, and only those scores are computed.

Letters: n tokens, K width of a query and a key, V width of a value, W = 2·radius + 1 keys in a window; `*B` any leading
axes (batch, heads).
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from faqformer.require import require_operands, require_size


def local_attention(
    q: Float[Tensor, "*B n K"],
    k: Float[Tensor, "*B n K"],
    v: Float[Tensor, "*B n V"],
    radius: int,
    scale: float | None = None,
) -> Float[Tensor, "*B n V"]:
    """The output of `attention` under `masks.local_mask(n, radius)`, from n·W scores instead of n².

    What Longformer calls a sliding window (Beltagy et al. 2020, 3.1), written for reading, not for speed.
    Raises as `attention` does, TypeError for a radius that is no integer, and ValueError for a negative one, without
    keys, or unless there are as many queries as keys.
    """
    require_operands(q, k, v)
    n = q.shape[-2]
    if k.shape[-2] != n:
        raise ValueError(f"q, k: expected as many queries as keys, got {n} and {k.shape[-2]}")
    require_size("number of keys", n)
    require_size("radius", radius, least=0)
    q = q * (q.shape[-1] ** -0.5 if scale is None else scale)
    k, v = (_neighbours(x, radius) for x in (k, v))  # *B n K W
    scores = (q.unsqueeze(-2) @ k).squeeze(-2)  # *B n W
    at = torch.arange(n, device=q.device)[:, None] + torch.arange(-radius, radius + 1, device=q.device)
    scores = scores.masked_fill((at < 0) | (at >= n), -torch.inf)  # beyond the ends of the text
    return (v @ scores.softmax(-1).unsqueeze(-1)).squeeze(-1)


def _neighbours(x: Tensor, radius: int) -> Tensor:
    """For each position, the vectors from `radius` before it to `radius` after it, zeros beyond the ends."""
    return F.pad(x, (0, 0, radius, radius)).unfold(-2, 2 * radius + 1, 1)
