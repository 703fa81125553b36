"""ALiBi: a penalty on the score that grows with the distance, nothing to learn.

Letters: H heads, T queries, S keys.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from faqformer.positions.relative import RelativePositions, offsets, with_batch
from faqformer.require import require_size


def alibi_slopes(n_heads: int) -> list[float]:
    """The slope of each head: 2^(−8/n), 2^(−16/n), …, 2^(−8) for n heads, n a power of two (Press et al. 2022, 3).

    Otherwise, as in the authors' code, the slopes of the next smaller power of two p, then every other slope of 2p
    heads, from the first on: the order is not monotone. Raises ValueError for n_heads < 1.
    """
    require_size("n_heads", n_heads)
    p = 1 << (n_heads.bit_length() - 1)  # the largest power of two that is not above n_heads
    slopes = [2 ** (-8 * i / p) for i in range(1, p + 1)]
    between = [2 ** (-8 * i / (2 * p)) for i in range(1, 2 * p + 1, 2)]
    return slopes + between[: n_heads - p]


class AlibiBias(RelativePositions):
    """−slope_h · |i − j| (Press et al. 2022, 3). Needs neither q nor k; has no parameters.

    The paper is causal, where i ≥ j; with |i − j| it serves an encoder as well. Raises ValueError for n_heads < 1.
    """

    def __init__(self, n_heads: int):
        super().__init__()
        self.register_buffer("slopes", torch.tensor(alibi_slopes(n_heads)), persistent=False)

    def extra_repr(self) -> str:
        return f"n_heads={len(self.slopes)}"

    def forward(
        self,
        query_positions: Int[Tensor, "*P T"],
        key_positions: Int[Tensor, "*P S"],
        q: Tensor | None = None,
        k: Tensor | None = None,
    ) -> Float[Tensor, "_ H T S"]:
        distance = with_batch(offsets(query_positions, key_positions)).abs().unsqueeze(1)  # _ 1 T S
        penalty = self.slopes.double()[:, None, None] * distance  # float16 has no distance beyond 65 504
        return -penalty.to(self.slopes.dtype)
