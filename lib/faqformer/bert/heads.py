"""What BERT is trained with: filling masks, and telling whether one text follows another.

Letters: B batch, n tokens, D model width, V words, N selected tokens.
"""

from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from faqformer.bert.config import BertConfig
from faqformer.bert.initialisation import initialise
from faqformer.bert.model import Bert
from faqformer.layers import ACTIVATIONS, LayerNorm
from faqformer.require import require_token_mask


class PreTrainingOutput(NamedTuple):
    """tokens: logits over the words, (B, n, V), or (N, V) of the selected tokens.

    follows: logits (B, 2); class 0 = the second text follows the first, 1 = it was drawn at random.
    """

    tokens: Tensor
    follows: Tensor


class MaskedLMHead(nn.Module):
    """norm(activation(transform(x))) Eᵀ + bias, E the token table itself (`get_masked_lm_output` in BERT's code).

    The table is handed in at every call: there is one matrix, so no copy of it can drift away.
    """

    def __init__(self, config: BertConfig):
        super().__init__()
        self.transform = nn.Linear(config.d_model, config.d_model)
        self.norm = LayerNorm(config.d_model, config.eps)
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.activation = config.activation
        initialise(self, config.std)

    def forward(self, x: Float[Tensor, "*B D"], table: Float[Tensor, "V D"]) -> Float[Tensor, "*B V"]:
        x = self.norm(ACTIVATIONS[self.activation](self.transform(x)))
        return F.linear(x, table, self.bias)


class BertForMaskedLM(nn.Module):
    """A `Bert` without pooler, and the head that guesses the words behind the masks."""

    def __init__(self, config: BertConfig):
        super().__init__()
        self.config = config
        self.bert = Bert(config, pooler=False)
        self.head = MaskedLMHead(config)

    def forward(
        self,
        ids: Int[Tensor, "B n"],
        mask: Tensor | None = None,
        segments: Tensor | None = None,
        positions: Tensor | None = None,
        selected: Tensor | None = None,
    ) -> Float[Tensor, "B n V"] | Float[Tensor, "N V"]:
        """Logits over the words at every token, (B, n, V). Arguments and errors as in `Bert`.

        selected: bool (B, n); then only these tokens' logits, (N, V), in the order of `labels[selected]`: the loss is
        taken on some 15 % of the tokens, and the other logits need not be computed.
        """
        x = self.bert(ids, mask, segments, positions).sequence
        return self.head(_select(x, selected), self.bert.embeddings.token.weight)


class BertForPreTraining(nn.Module):
    """A `Bert` with both heads of its pre-training (Devlin et al. 2019, 3.1)."""

    def __init__(self, config: BertConfig):
        super().__init__()
        self.config = config
        self.bert = Bert(config)
        self.head = MaskedLMHead(config)
        self.next_sentence = nn.Linear(config.d_model, 2)
        initialise(self.next_sentence, config.std)

    def forward(
        self,
        ids: Int[Tensor, "B n"],
        mask: Tensor | None = None,
        segments: Tensor | None = None,
        positions: Tensor | None = None,
        selected: Tensor | None = None,
    ) -> PreTrainingOutput:
        """Both heads' logits. Arguments and errors as in `BertForMaskedLM`."""
        output = self.bert(ids, mask, segments, positions)
        x = _select(output.sequence, selected)
        return PreTrainingOutput(self.head(x, self.bert.embeddings.token.weight), self.next_sentence(output.pooled))


def _select(x: Tensor, selected: Tensor | None) -> Tensor:
    if selected is None:
        return x
    require_token_mask("selected", selected, x.shape[:2])
    return x[selected]
