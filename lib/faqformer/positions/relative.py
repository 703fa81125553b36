"""One interface for the schemes that add something to the scores.

    bias = relative(query_positions, key_positions, q, k)        # B|1 H T S
    output, weights = attention(q, k, v, mask, bias)

Letters: B batch, H heads, T queries, S keys, K head width; P axes of the positions: none, or B.
"""

from jaxtyping import Float, Int
from torch import Tensor, nn

from faqformer.require import require_positions


class RelativePositions(nn.Module):
    """What a head adds to the score of query i and key j, from their positions alone or from q and k as well.

    Only the distance between the two positions counts, so that any part of the scores can be computed alone: the
    newest query against all cached keys, say. q and k are the projected queries and keys that the scores are made of;
    a scheme that needs one of them says so.
    """

    def forward(
        self,
        query_positions: Int[Tensor, "*P T"],
        key_positions: Int[Tensor, "*P S"],
        q: Float[Tensor, "B H T K"] | None = None,
        k: Float[Tensor, "B H S K"] | None = None,
    ) -> Float[Tensor, "_ H T S"]:
        """The bias, (B, H, T, S) or (1, H, T, S), to be added to scores that are already scaled.

        Positions are (T) and (S), or (B, T) and (B, S) where rows differ (padding on the left).
        Raises TypeError for positions that are no integers or a missing q or k; ValueError for shapes that do not fit.
        """
        raise NotImplementedError


def offsets(query_positions: Int[Tensor, "*P T"], key_positions: Int[Tensor, "*P S"]) -> Int[Tensor, "*P T S"]:
    """How far each key lies after each query, j − i: negative for a key that came before.

    Raises TypeError for positions that are no integers; ValueError for a negative one or shapes that do not fit.
    """
    require_positions("query_positions", query_positions, at_most_axes=2)
    require_positions("key_positions", key_positions, at_most_axes=2)
    if query_positions.shape[:-1] != key_positions.shape[:-1]:
        raise ValueError(
            "key_positions: expected the leading axis of query_positions, "
            f"{tuple(query_positions.shape)}; got {tuple(key_positions.shape)}"
        )
    return key_positions.long().unsqueeze(-2) - query_positions.long().unsqueeze(-1)


def with_batch(offset: Int[Tensor, "*P T S"]) -> Int[Tensor, "_ T S"]:
    """Offsets with a leading axis, of size 1 where all rows share them."""
    return offset if offset.ndim == 3 else offset.unsqueeze(0)


def pick(scores: Float[Tensor, "B H T M"], index: Int[Tensor, "_ T S"]) -> Float[Tensor, "B H T S"]:
    """For each query and key the score of the offset that they have, given the scores of all M offsets.

    A query meets M distinct offsets only: scoring those and looking them up spares a vector for each pair.
    """
    return scores.gather(-1, index.unsqueeze(1).expand(*scores.shape[:2], -1, -1))
