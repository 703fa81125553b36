"""A small trained BERT: what it puts behind the masks, and how well it does.

Letters: N masks of a text, V pieces.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from faqformer.bert.heads import BertForMaskedLM
from faqformer.bert.reader import MASK, Reader
from faqformer.subwords import WordPiece

ALL_MASKED = (1.0, 0.0)  # whatever is selected becomes [MASK]
AT_ONCE = 256


class Guess(NamedTuple):
    """A piece, and the probability that the model gives it."""

    piece: str
    probability: float


class Score(NamedTuple):
    """loss: mean cross-entropy of a selected token, in nats. accuracy: the share of them that is the first guess.

    count: how many tokens were selected.
    """

    loss: float
    accuracy: float
    count: int


class Filler:
    """`filler("To be, or not to [MASK].")`. The model is put into evaluation mode."""

    def __init__(self, model: BertForMaskedLM, tokenizer: WordPiece):
        self.model, self.reader = model.eval(), Reader(tokenizer, model.config.n_positions)

    @property
    def tokenizer(self) -> WordPiece:
        return self.reader.tokenizer

    @torch.no_grad()
    def probabilities(self, text: str) -> Float[Tensor, "N V"]:
        """What the model expects behind each mask of the text.

        Raises ValueError for a text without a mask, or with more pieces than fit.
        """
        batch = self.reader.batch([self.reader.encode(text)])
        masks = batch.ids == self.tokenizer.mask_id
        if not masks.any():
            raise ValueError(f"text: expected at least one {MASK}, got {text!r}")
        device = self.model.head.bias.device
        return self.model(*(x.to(device) for x in batch), selected=masks.to(device)).softmax(-1)

    def __call__(self, text: str, count: int = 5) -> list[list[Guess]]:
        """For each mask of the text the count likeliest pieces, the likeliest first. Raises as `probabilities`."""
        best = self.probabilities(text).topk(count)
        spelt = self.tokenizer.vocabulary.pieces
        pairs = (zip(ids, ps, strict=True) for ids, ps in zip(best.indices.tolist(), best.values.tolist(), strict=True))
        return [[Guess(spelt[i], p) for i, p in row] for row in pairs]

    @torch.no_grad()
    def score(
        self,
        rows: Sequence[Sequence[int]],
        generator: torch.Generator,
        rate: float = 0.15,
        shares: tuple[float, float] = ALL_MASKED,
    ) -> Score:
        """How well the model guesses the tokens of the rows that `mask_tokens` selects.

        Raises ValueError for no rows, and as `Reader.batch` and `mask_tokens`.
        """
        if not rows:
            raise ValueError("rows: expected at least one, got none")
        device = self.model.head.bias.device
        loss, right, count = 0.0, 0, 0
        for first in range(0, len(rows), AT_ONCE):
            batch = self.reader.batch(rows[first : first + AT_ONCE])
            masked = self.reader.corrupt(batch, generator, rate, shares)
            logits = self.model(masked.ids.to(device), batch.mask.to(device), selected=masked.selected.to(device))
            labels = masked.labels[masked.selected].to(device)
            loss += F.cross_entropy(logits, labels, reduction="sum").item()
            right += int((logits.argmax(-1) == labels).sum())
            count += len(labels)
        return Score(loss / count, right / count, count)
