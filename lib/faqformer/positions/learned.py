"""A table with a row for each position, learned like a word's vector."""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from faqformer.initialisation import SCHEMES
from faqformer.require import readable, require_positions, require_sizes


class LearnedPositions(nn.Module):
    """A vector of width d_model for each position, drawn as BERT's are (Devlin et al. 2019): normal, 0.02, cut at 0.04.

    There is no row beyond n_positions and none can be computed: a longer text is an error. Raises ValueError for a size
    below 1.
    """

    def __init__(self, n_positions: int, d_model: int):
        super().__init__()
        require_sizes(n_positions=n_positions, d_model=d_model)
        self.table = nn.Parameter(torch.empty(n_positions, d_model))
        SCHEMES["bert"].fill_(self.table)

    def extra_repr(self) -> str:
        return "n_positions={}, d_model={}".format(*self.table.shape)

    def forward(self, positions: Int[Tensor, "*B T"]) -> Float[Tensor, "*B T D"]:
        """The rows of these positions.

        Raises TypeError for positions that are no integers, ValueError for a negative one, IndexError for one beyond
        the table.
        """
        require_positions("positions", positions)
        n_positions = len(self.table)
        if readable(positions) and positions.max() >= n_positions:
            last = f"0 to {n_positions - 1}, the table has n_positions = {n_positions} rows"
            raise IndexError(f"positions: expected {last}; got position {int(positions.max())}")
        return F.embedding(positions, self.table)
