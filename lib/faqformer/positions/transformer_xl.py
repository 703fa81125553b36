"""Transformer-XL's relative positions: the sinusoids of the distance, with a projection of their own.

Letters: B batch, H heads, T queries, S keys, K head width, D model width, M distinct distances.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from faqformer.positions.relative import RelativePositions, offsets, pick, with_batch
from faqformer.positions.sinusoidal import hands
from faqformer.require import require_content, require_even, require_heads


class TransformerXLRelative(RelativePositions):
    """(q_i · r_(i−j) + u · k_j + v · r_(i−j)) / √d_k, with r = W_kR R (Dai et al. 2019, 3.3, terms b, c and d).

    R_(i−j) is the sinusoidal encoding of the distance, of width d_model; u and v take the place of the query's own
    position, one vector a head, 0 at first. Term a is q · k itself. W_kR is Xavier-uniform. Needs q and k.
    Each distinct distance is projected once and looked up, so there is no shift to get wrong.
    Raises ValueError for a d_model that is odd or no multiple of n_heads.
    """

    def __init__(self, d_model: int, n_heads: int, base: float = 10000.0):
        super().__init__()
        require_heads(d_model, n_heads)
        require_even("d_model", d_model, "a sine and a cosine each")
        self.d_model, self.n_heads, self.d_k, self.base = d_model, n_heads, d_model // n_heads, base
        self.W_kR = nn.Linear(d_model, d_model, bias=False)
        nn.init.xavier_uniform_(self.W_kR.weight)
        self.u = nn.Parameter(torch.zeros(n_heads, self.d_k))
        self.v = nn.Parameter(torch.zeros(n_heads, self.d_k))

    def extra_repr(self) -> str:
        return f"n_heads={self.n_heads}, base={self.base:g}"

    def forward(
        self,
        query_positions: Int[Tensor, "*P T"],
        key_positions: Int[Tensor, "*P S"],
        q: Float[Tensor, "B H T K"] | None = None,
        k: Float[Tensor, "B H S K"] | None = None,
    ) -> Float[Tensor, "B H T S"]:
        offset = offsets(query_positions, key_positions)
        require_content("q", q, offset.shape[-2], offset, self.d_k, self.n_heads)
        require_content("k", k, offset.shape[-1], offset, self.d_k, self.n_heads)
        if len(k) != len(q):
            raise ValueError(f"k: expected the batch size of q, {len(q)}, got {len(k)}")
        distance, index = with_batch(-offset).unique(return_inverse=True)  # i − j
        R = hands(distance, self.d_model, self.base).to(self.W_kR.weight.dtype)
        r = self.W_kR(R).unflatten(-1, (self.n_heads, self.d_k)).transpose(0, 1)  # M D -> H M K
        position = pick((q + self.v.unsqueeze(1)) @ r.mT, index)  # terms b and d
        content = k @ self.u.unsqueeze(-1)  # term c, B H S 1
        return (position + content.mT) * self.d_k**-0.5
