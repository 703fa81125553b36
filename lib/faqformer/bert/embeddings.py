"""What enters BERT's first layer: three tables, summed and normalised.

Letters: B batch, n tokens of a sequence, D model width.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from faqformer.bert.config import BertConfig
from faqformer.layers import LayerNorm
from faqformer.require import require_batch, require_ids


class BertEmbeddings(nn.Module):
    """dropout(norm(token[ids] + position[0 … n−1] + segment[segments])) (Devlin et al. 2019, fig. 2).

    All three tables are learned. The token table is not multiplied by √d_model, as the Transformer's is.
    """

    def __init__(self, config: BertConfig):
        super().__init__()
        self.token = nn.Embedding(config.vocab_size, config.d_model)
        self.position = nn.Embedding(config.n_positions, config.d_model)
        self.segment = nn.Embedding(config.n_segments, config.d_model)
        self.norm = LayerNorm(config.d_model, config.eps)
        self.dropout = config.dropout

    def forward(
        self, ids: Int[Tensor, "B n"], segments: Tensor | None = None, positions: Tensor | None = None
    ) -> Float[Tensor, "B n D"]:
        """The vectors of the tokens ids (B, n).

        segments: (B, n), 0 everywhere unless given. positions: rows of the position table, (n,) or (B, n), 0 … n−1
        unless given. Raises TypeError for ids that are no integers, ValueError for another shape or for more tokens
        than there are positions (nothing is cut off), IndexError for a row that a table does not have.
        """
        x = self.sum(ids, segments, positions)
        return F.dropout(self.norm(x), self.dropout, self.training)

    def sum(
        self, ids: Int[Tensor, "B n"], segments: Tensor | None = None, positions: Tensor | None = None
    ) -> Float[Tensor, "B n D"]:
        """The three vectors of each token summed, before the LayerNorm. Arguments and errors as in `forward`."""
        token, position, segment = self._rows(ids, segments, positions)
        return token + position + segment

    def contributions(
        self, ids: Int[Tensor, "B n"], segments: Tensor | None = None, positions: Tensor | None = None
    ) -> Float[Tensor, "4 B n D"]:
        """What token, position, segment and the LayerNorm's bias each bring to `forward`'s vectors, dropout aside.

        A row is centred, multiplied by the gain and divided by the spread of the *sum*: through that one number a row's
        contribution depends on the other two. The four add up to the vectors. Arguments and errors as in `forward`.
        """
        rows = torch.broadcast_tensors(*self._rows(ids, segments, positions))
        spread = (sum(rows).var(-1, correction=0, keepdim=True) + self.norm.eps).sqrt()
        terms = [self.norm.gain * (row - row.mean(-1, keepdim=True)) / spread for row in rows]
        return torch.stack([*terms, self.norm.bias.expand_as(rows[0])])

    def _rows(self, ids: Tensor, segments: Tensor | None, positions: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
        """The rows of the three tables, of shapes that broadcast to (B, n, D)."""
        require_batch("ids", ids)
        require_ids("ids", ids, self.token.num_embeddings)
        token, position = self.token(ids), self._positions(ids, positions)
        if segments is None:
            return token, position, self.segment.weight[0]
        if segments.shape != ids.shape:
            raise ValueError(f"segments: expected the shape of ids, {tuple(ids.shape)}, got {tuple(segments.shape)}")
        require_ids("segments", segments, self.segment.num_embeddings)
        return token, position, self.segment(segments)

    def _positions(self, ids: Tensor, positions: Tensor | None) -> Tensor:
        n, rows = ids.shape[1], self.position.num_embeddings
        if positions is None:
            if n > rows:
                raise ValueError(
                    f"ids: expected at most n_positions = {rows} tokens a sequence, [CLS] and [SEP] included, got {n}"
                )
            return self.position.weight[:n]
        if positions.shape not in ((n,), tuple(ids.shape)):
            raise ValueError(f"positions: expected ({n},) or {tuple(ids.shape)}, got {tuple(positions.shape)}")
        require_ids("positions", positions, rows)
        return self.position(positions)
