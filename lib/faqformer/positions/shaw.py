"""Shaw's relative positions: a learned vector for each distance, compared with the query as if it were a key.

Letters: B batch, H heads, T queries, S keys, K head width.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from faqformer.positions.relative import RelativePositions, offsets, pick, with_batch
from faqformer.require import require_content, require_sizes


class ShawRelative(RelativePositions):
    """q_i · a_(j−i) / √d_k, the distance j − i clipped to −clip … clip (Shaw et al. 2018, eq. 4 and 3.2).

    The 2 clip + 1 vectors are shared by the heads (their 3.3) and start Xavier-uniform. The paper's second table, added
    to the values, is left out: its own ablation (4.3) finds the one for keys sufficient, and a bias on the scores
    cannot express the other. Needs q. Raises ValueError for d_k < 1 or clip < 1.
    """

    def __init__(self, d_k: int, clip: int):
        super().__init__()
        require_sizes(d_k=d_k, clip=clip)
        self.d_k, self.clip = d_k, clip
        self.vectors = nn.Parameter(torch.empty(2 * clip + 1, d_k))  # row clip + (j − i)
        nn.init.xavier_uniform_(self.vectors)

    def extra_repr(self) -> str:
        return f"d_k={self.d_k}, clip={self.clip}"

    def forward(
        self,
        query_positions: Int[Tensor, "*P T"],
        key_positions: Int[Tensor, "*P S"],
        q: Float[Tensor, "B H T K"] | None = None,
        k: Tensor | None = None,
    ) -> Float[Tensor, "B H T S"]:
        offset = offsets(query_positions, key_positions)
        require_content("q", q, offset.shape[-2], offset, self.d_k)
        row = with_batch(offset).clamp(-self.clip, self.clip) + self.clip
        return pick(q @ self.vectors.mT, row) * self.d_k**-0.5  # B H T M -> B H T S
