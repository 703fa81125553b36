"""BERT's encoder: embeddings, layers, pooler.

Letters: B batch, n tokens of a sequence, D model width.
"""

from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from faqformer.bert.config import BertConfig
from faqformer.bert.embeddings import BertEmbeddings
from faqformer.bert.initialisation import initialise
from faqformer.bert.layer import BertLayer
from faqformer.require import require_token_mask


class BertOutput(NamedTuple):
    """What a `Bert` returns.

    sequence: the last layer's vectors, (B, n, D). pooled: tanh(pooler(the first token's vector)), (B, D), or None
    without a pooler. hidden_states: what enters layer 0, …, what enters the last layer, what leaves it: n_layers + 1
    tensors (B, n, D), if return_states; else None.
    """

    sequence: Tensor
    pooled: Tensor | None
    hidden_states: tuple[Tensor, ...] | None = None


class Bert(nn.Module):
    """The encoder of BERT (Devlin et al. 2019), initialised as BERT is: truncated normal weights, zero biases.

    pooler: whether there is one; the model that only fills masks has none.
    `embeddings`, `layers` and `pooler` may be called one by one, to look into the model or to take it apart:
    x = model.embeddings(ids); for layer in model.layers: x = layer(x, mask)   with a mask of the attention's own form.
    """

    def __init__(self, config: BertConfig, pooler: bool = True):
        super().__init__()
        self.config = config
        self.embeddings = BertEmbeddings(config)
        self.layers = nn.ModuleList(BertLayer(config) for _ in range(config.n_layers))
        self.pooler = nn.Linear(config.d_model, config.d_model) if pooler else None
        initialise(self, config.std)

    def forward(
        self,
        ids: Int[Tensor, "B n"],
        mask: Tensor | None = None,
        segments: Tensor | None = None,
        positions: Tensor | None = None,
        return_states: bool = False,
    ) -> BertOutput:
        """Encode the tokens ids (B, n).

        mask: bool (B, n), True = a token, False = padding, which no token then attends to; all tokens unless given. The
        vectors at padding mean nothing. A row of padding alone attends to nothing: its vectors are finite, and depend
        on no other row. segments and positions: as in `BertEmbeddings`.
        Raises TypeError, ValueError or IndexError for what does not fit; nothing is cut off or wrapped.
        """
        x = self.embeddings(ids, segments, positions)
        return self.encode(x, mask, return_states)

    def encode(self, x: Float[Tensor, "B n D"], mask: Tensor | None = None, return_states: bool = False) -> BertOutput:
        """The same from the first layer on: x (B, n, D) takes the place of the embeddings."""
        if mask is not None:
            require_token_mask("mask", mask, x.shape[:2])
            mask = mask[:, None, None, :]  # B n -> B H T S
        states = [x]
        for layer in self.layers:
            x = layer(x, mask)
            if return_states:
                states.append(x)
        pooled = None if self.pooler is None else self.pooled(x)
        return BertOutput(x, pooled, tuple(states) if return_states else None)

    def pooled(self, x: Float[Tensor, "B n D"]) -> Float[Tensor, "B D"]:
        """tanh(W x_0 + b) of the first token's vector, [CLS]: what next-sentence prediction reads."""
        return torch.tanh(self.pooler(x[:, 0]))
