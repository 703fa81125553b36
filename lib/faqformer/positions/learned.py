"""A table with a row for each position, learned like a word's vector."""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from faqformer.initialisation import SCHEMES
from faqformer.layers.require import require_size
from faqformer.positions.indices import readable, require_positions


class LearnedPositions(nn.Module):
    """n_max vectors of width d_model, drawn as BERT's (a normal of 0.02 cut at two deviations; Devlin et al. 2019).

    There is no row beyond n_max and none can be computed: a longer text is an error. Raises ValueError for a size < 1.
    """

    def __init__(self, n_max: int, d_model: int):
        super().__init__()
        require_size("n_max", n_max)
        require_size("d_model", d_model)
        self.table = nn.Parameter(torch.empty(n_max, d_model))
        SCHEMES["bert"].fill_(self.table)

    def extra_repr(self) -> str:
        return "n_max={}, d_model={}".format(*self.table.shape)

    def forward(self, positions: Int[Tensor, "*B T"]) -> Float[Tensor, "*B T D"]:
        """The rows of these positions.

        Raises TypeError for positions that are no integers, ValueError for a negative one, IndexError for one beyond
        the table.
        """
        require_positions("positions", positions)
        n_max = len(self.table)
        if readable(positions) and positions.max() >= n_max:
            last = f"0 to {n_max - 1}, the table has n_max = {n_max} rows"
            raise IndexError(f"positions: expected {last}; got position {int(positions.max())}")
        return F.embedding(positions, self.table)
