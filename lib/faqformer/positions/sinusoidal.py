"""The paper's position encoding: each position a set of clock hands, each hand at its own speed.

Letters: D model width; `*B T` positions of any shape.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from faqformer.require import require_even, require_positions, require_positive, require_size


def frequencies(d_model: int, base: float = 10000.0) -> Float[Tensor, "half"]:
    """ω_i = base^(−2i / d_model) for i = 0 … d_model/2 − 1, radians a position, in float64.

    The slowest hand turns once in 2π · base^((d_model − 2) / d_model) positions, a little less than 2π · base.
    Raises ValueError for an odd d_model, since each frequency takes two columns, or a base that is not positive.
    """
    require_even("d_model", d_model, "a sine and a cosine each")
    require_positive("base", base)
    return base ** -(torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)


def sinusoidal(
    n: int,
    d_model: int,
    base: float = 10000.0,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Float[Tensor, "n D"]:
    """The encodings of positions 0 … n − 1 (Vaswani et al. 2017, 3.5); see `sinusoidal_at`.

    Raises ValueError for a negative n or an odd d_model.
    """
    require_size("n", n, least=0)
    return sinusoidal_at(torch.arange(n, device=device), d_model, base, dtype)


def sinusoidal_at(
    positions: Int[Tensor, "*B T"], d_model: int, base: float = 10000.0, dtype: torch.dtype | None = None
) -> Float[Tensor, "*B T D"]:
    """Column 2i holds sin(ω_i p), column 2i + 1 cos(ω_i p): interleaved, as the paper prints it.

    Computed in float64, given in dtype (torch's default one if none). Raises TypeError for positions that are no
    integers, ValueError for a negative one or an odd d_model.
    """
    require_positions("positions", positions)
    return hands(positions, d_model, base).to(torch.get_default_dtype() if dtype is None else dtype)


def hands(positions: Int[Tensor, "*B T"], d_model: int, base: float) -> Float[Tensor, "*B T D"]:
    """`sinusoidal_at` in float64, of negative positions too: a distance may be negative."""
    angles = positions.double().unsqueeze(-1) * frequencies(d_model, base).to(positions.device)  # *B T half
    return torch.stack((angles.sin(), angles.cos()), -1).flatten(-2)
