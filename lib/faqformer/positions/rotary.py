"""Rotary positions: queries and keys are turned by an angle that grows with the position (Su et al. 2021, 3.2).

Two turned vectors have the inner product (R_m q)·(R_n k) = q · R_(n−m) k: it depends on the distance alone, whatever q
and k are. Values are not turned. Letters: K head width; `*B` any leading axes (batch, heads).
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from faqformer.positions.sinusoidal import frequencies
from faqformer.require import require_even, require_positions


def rotary(
    x: Float[Tensor, "*B T K"], positions: Int[Tensor, "*P T"], base: float = 10000.0
) -> Float[Tensor, "*B T K"]:
    """Turn each pair of *neighbours* (x_2i, x_2i+1) by the angle position · base^(−2i/K): the paper's layout (eq. 34).

    positions: (T), or (B, T) with B the first axis of x. Half precision is turned in float32 and rounded once.
    Raises TypeError for x or positions of a wrong kind; ValueError for an odd K, a negative position, or positions that
    do not fit x.
    """
    cos, sin = _turns(x, positions, base)
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), -1).flatten(-2).to(x.dtype)


def rotary_half(
    x: Float[Tensor, "*B T K"], positions: Int[Tensor, "*P T"], base: float = 10000.0
) -> Float[Tensor, "*B T K"]:
    """Turn each pair (x_i, x_(i + K/2)): the layout of GPT-NeoX and of Hugging Face's Llama. Otherwise as `rotary`."""
    cos, sin = _turns(x, positions, base)
    first, second = x.chunk(2, -1)
    return torch.cat((first * cos - second * sin, first * sin + second * cos), -1).to(x.dtype)


def interleaved_to_half(d_k: int) -> Int[Tensor, "K"]:
    """The order of channels that takes one layout to the other: 0, 2, 4, …, 1, 3, 5, ….

    rotary_half(x[..., order]) = rotary(x)[..., order]. Weights trained in one layout are wrong in the other until their
    rows are put in this order. Raises ValueError for an odd d_k.
    """
    require_even("d_k", d_k, "channels turn in pairs")
    return torch.arange(d_k).unflatten(0, (-1, 2)).mT.flatten()


def _turns(x: Tensor, positions: Tensor, base: float) -> tuple[Tensor, Tensor]:
    """cos and sin of every angle, (T, K/2) or (B, 1, …, T, K/2), in x's precision or float32 if that is finer."""
    if not x.is_floating_point():
        raise TypeError(f"x: expected floating-point numbers, got {x.dtype}")
    if x.ndim < 2:
        raise ValueError(f"x: expected (…, T, K), got {tuple(x.shape)}")
    require_even("d_k", x.shape[-1], "channels turn in pairs")
    require_positions("positions", positions, at_most_axes=2)
    fits = positions.shape == x.shape[-2:-1] or (x.ndim > 2 and positions.shape == (x.shape[0], x.shape[-2]))
    if not fits:
        raise ValueError(f"positions: expected (T) or (B, T) of x, {tuple(x.shape)}; got {tuple(positions.shape)}")
    angles = positions.double().unsqueeze(-1) * frequencies(x.shape[-1], base).to(positions.device)
    if positions.ndim == 2:
        angles = angles.unflatten(0, (-1, *[1] * (x.ndim - 3)))  # B T half -> B 1 … T half
    dtype = torch.promote_types(x.dtype, torch.float32)
    return angles.cos().to(dtype), angles.sin().to(dtype)
