"""From ids to vectors, and from vectors back to words.

Letters: B batch, n positions, D model width, V vocabulary.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from faqformer.positions import sinusoidal, token_positions
from faqformer.transformer.config import Config

# The standard deviation of the first logits. A logit is the product of a table row, of components N(0, LOGIT_SD²/D),
# with a normalised vector, of length √D. Unit logits (tensor2tensor) would start the loss ½ above ln V; these, 1/32.
LOGIT_SD = 0.25


class Embedding(nn.Module):
    """dropout(√d_model · E[id] + sinusoid of the position) (Vaswani et al. 2017, 3.4, 3.5 and 5.4)."""

    def __init__(self, vocab_size: int, config: Config):
        super().__init__()
        self.scale = config.d_model**0.5
        self.dropout = config.dropout
        self.weight = nn.Parameter(torch.empty(vocab_size, config.d_model))
        self.register_buffer("positions", sinusoidal(config.n_positions, config.d_model), persistent=False)
        initialise_table(self.weight)

    def extra_repr(self) -> str:
        return f"{len(self.weight)}, {self.weight.shape[1]}, dropout={self.dropout}"

    def forward(self, ids: Int[Tensor, "B n"], mask: Tensor | None = None, past: int = 0) -> Float[Tensor, "B n D"]:
        """The vectors of ids, which follow `past` earlier positions.

        mask: padding mask (B, past + n), True = token. A token's position is the number of tokens before it, so that
        padding, on whichever side, moves nothing. Raises IndexError for an id or a position outside its table.
        """
        if mask is None:
            positions = torch.arange(past, past + ids.shape[1], device=ids.device)
        else:
            positions = token_positions(mask)[:, past:]
        x = F.embedding(ids, self.weight) * self.scale + self.positions[positions]
        return F.dropout(x, self.dropout, self.training)


class TiedOutput(nn.Module):
    """Logits x Eᵀ with the very table of an embedding (3.4): there is no second tensor that could drift away."""

    def __init__(self, embedding: Embedding):
        super().__init__()
        self.embedding = embedding

    @property
    def weight(self) -> nn.Parameter:
        """The embedding's table (V, D)."""
        return self.embedding.weight

    def forward(self, x: Float[Tensor, "*B D"]) -> Float[Tensor, "*B V"]:
        return F.linear(x, self.weight)


def initialise_table(weight: Float[Tensor, "V D"]) -> None:
    """Draw a table in place, each component N(0, LOGIT_SD² / D)."""
    nn.init.normal_(weight, std=LOGIT_SD * weight.shape[1] ** -0.5)
