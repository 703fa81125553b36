"""T5's relative positions: one learned number for each head and bucket of distances.

Letters: H heads, T queries, S keys.
"""

from functools import cache

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from faqformer.positions.relative import RelativePositions, offsets, with_batch
from faqformer.require import INTEGERS, require_size


@cache
def t5_first_distances(n_buckets: int, max_distance: int) -> tuple[int, ...]:
    """The smallest distance of each bucket of one direction; bucket b ends where bucket b + 1 begins.

    The first half of the buckets hold one distance each; the others grow geometrically, and the last would be full at
    max_distance (Raffel et al. 2020, 2.1). Bucket e + j, e = n_buckets // 2, holds the distances d with
    (d/e)^m ≥ (max_distance/e)^j, m = n_buckets − e: compared in integers, so that no rounding moves a boundary.
    Raises ValueError unless 2 ≤ n_buckets and n_buckets // 2 < max_distance.
    """
    exact = n_buckets // 2
    if n_buckets < 2 or exact >= max_distance:
        raise ValueError(
            "n_buckets, max_distance: expected at least 2 buckets a direction, and less than max_distance in their "
            f"first half; got {n_buckets}, {max_distance}"
        )
    wide = n_buckets - exact
    firsts, distance = list(range(exact)), exact
    for j in range(wide):
        while distance**wide * exact**j < max_distance**j * exact**wide:
            distance += 1
        firsts.append(distance)
    return tuple(firsts)


def t5_bucket(
    offset: Int[Tensor, "*B"], n_buckets: int = 32, max_distance: int = 128, bidirectional: bool = True
) -> Int[Tensor, "*B"]:
    """The bucket, 0 … n_buckets − 1, of a key that lies offset = j − i after its query.

    bidirectional: half of the buckets are for keys that come after. Otherwise those all fall into bucket 0, since a
    causal mask hides them. Raises TypeError for offsets that are no integers; ValueError for an odd number of buckets
    in two directions, and as t5_first_distances does.
    """
    if offset.dtype not in INTEGERS:
        raise TypeError(f"offset: expected int64 or int32 offsets, got {offset.dtype}")
    if bidirectional and n_buckets % 2:
        raise ValueError(f"n_buckets: expected an even number for two directions, got {n_buckets}")
    each = n_buckets // 2 if bidirectional else n_buckets
    distance = offset.abs() if bidirectional else (-offset).clamp(min=0)
    firsts = torch.tensor(t5_first_distances(each, max_distance), dtype=offset.dtype, device=offset.device)
    bucket = torch.bucketize(distance, firsts, right=True) - 1
    return bucket + each * (offset > 0) if bidirectional else bucket


class T5Relative(RelativePositions):
    """b[bucket(j − i), head], the same for every query and key (Raffel et al. 2020, 2.1). Needs neither q nor k.

    T5 shares one such table among its layers, and does not scale its scores. The table starts at 0.
    Raises ValueError for n_heads < 1, and as t5_bucket does.
    """

    def __init__(self, n_heads: int, n_buckets: int = 32, max_distance: int = 128, bidirectional: bool = True):
        super().__init__()
        require_size("n_heads", n_heads)
        self.n_buckets, self.max_distance, self.bidirectional = n_buckets, max_distance, bidirectional
        self._bucket(torch.zeros(1, 1, dtype=torch.long))  # refuses impossible numbers now, not in the first batch
        self.table = nn.Parameter(torch.zeros(n_buckets, n_heads))

    def extra_repr(self) -> str:
        return f"n_heads={self.table.shape[1]}, n_buckets={self.n_buckets}, bidirectional={self.bidirectional}"

    def forward(
        self,
        query_positions: Int[Tensor, "*P T"],
        key_positions: Int[Tensor, "*P S"],
        q: Tensor | None = None,
        k: Tensor | None = None,
    ) -> Float[Tensor, "_ H T S"]:
        bucket = self._bucket(with_batch(offsets(query_positions, key_positions)))
        return F.embedding(bucket, self.table).movedim(-1, 1)  # _ T S H -> _ H T S

    def _bucket(self, offset: Tensor) -> Tensor:
        return t5_bucket(offset, self.n_buckets, self.max_distance, self.bidirectional)
