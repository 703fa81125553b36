"""More rows for a table of learned positions, made from those that it has.

Letters: R rows of the table, n rows wanted, D model width. The first `keep` rows stay where they are: in BERT, row 0 is
the place of [CLS].
"""

import torch
from jaxtyping import Float
from torch import Tensor

from faqformer.require import require_longer


def tile_rows(table: Float[Tensor, "R D"], n: int, keep: int = 1) -> Float[Tensor, "n D"]:
    """The table, then its rows from keep on again and again, up to n rows (Beltagy et al. 2020, 5, with keep = 0).

    Neighbours stay neighbours, except at the seams. Raises ValueError as `stretch_rows` does.
    """
    require_longer(table, n, keep)
    i = torch.arange(n, device=table.device)
    period = len(table) - keep
    return table[torch.where(i < keep, i, keep + (i - keep) % period)]


def stretch_rows(table: Float[Tensor, "R D"], n: int, keep: int = 1) -> Float[Tensor, "n D"]:
    """Rows keep … R − 1 spread evenly over keep … n − 1, and straight lines between them: both ends keep their row.

    Two neighbours are (R − 1 − keep) / (n − 1 − keep) rows apart. Raises ValueError for fewer rows than the table has,
    or unless 0 ≤ keep ≤ R − 2.
    """
    require_longer(table, n, keep)
    at = torch.linspace(keep, len(table) - 1, n - keep, dtype=torch.float64, device=table.device)
    below = at.long().clamp(max=len(table) - 2)
    share = (at - below).to(table.dtype).unsqueeze(-1)
    return torch.cat([table[:keep], table[below].lerp(table[below + 1], share)])
