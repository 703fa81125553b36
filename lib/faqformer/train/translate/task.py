"""The task of translating: pairs of texts, and what a model is worth on sources that it has not seen."""

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from faqformer.data import parallel_pairs
from faqformer.objectives import label_smoothing_loss
from faqformer.train.task import Task
from faqformer.train.translate.card import card
from faqformer.train.translate.pairs import Batch, Codec, Pair, split
from faqformer.train.translate.scoring import copied, remembered, scores
from faqformer.train.translate.settings import TranslateSettings
from faqformer.train.translate.translator import AT_ONCE, Translator
from faqformer.transformer import Transformer

BEAM = 4  # the width of the paper's beam (Vaswani et al. 2017, 6.1)


class Translate(Task):
    """Learn from the pairs that are not held out, be judged by those that are."""

    def __init__(self, settings: TranslateSettings, pairs: Sequence[Pair]):
        super().__init__(settings, *split(pairs))
        self.codec = Codec.train(self.training, settings.merges)
        longest = max(len(self.codec.bpe.encode(text)) for pair in pairs for text in pair) + 1  # the end symbol
        if longest > settings.positions:
            raise ValueError(f"positions: expected at least {longest}, the longest text, got {settings.positions}")

    @classmethod
    def of(cls, settings: TranslateSettings) -> "Translate":
        """Raises MissingPackage, or ValueError for the language."""
        return cls(settings, parallel_pairs(settings.language))

    def build(self) -> Transformer:
        return Transformer(self.settings.config(len(self.codec)))

    def batch(self, rows: Sequence[int]) -> Batch:
        return self.codec.batch([self.training[row] for row in rows])

    def loss(self, model: Transformer, batch: Batch, smoothing: float | None = None) -> tuple[Tensor, Tensor]:
        """The label-smoothed cross-entropy of every word after the start symbol, the end symbol included, added up."""
        batch = batch.to(model.source_embedding.weight.device)
        logits = model(batch.source, batch.target[:, :-1], batch.source_mask, batch.target_mask[:, :-1])
        mask = batch.target_mask[:, 1:]
        smoothing = self.settings.smoothing if smoothing is None else smoothing
        return label_smoothing_loss(logits, batch.target[:, 1:], smoothing, mask, count=1), mask.sum()

    @torch.no_grad()
    def held_out_loss(self, model: Transformer) -> float:
        """The mean cross-entropy of a held-out target's subword, not smoothed, in nats."""
        total, count = 0.0, 0
        for first in range(0, len(self.held_out), AT_ONCE):
            loss, tokens = self.loss(model, self.codec.batch(self.held_out[first : first + AT_ONCE]), smoothing=0.0)
            total, count = total + float(loss), count + int(tokens)
        return total / count

    def evaluate(self, model: Transformer) -> dict[str, float]:
        """Loss, and BLEU and the share of exact translations by greedy decoding, by a beam, and without a model."""
        translator = Translator(model, self.codec)
        sources = [source for source, _ in self.held_out]
        found = {"loss": self.held_out_loss(model), "loss_of_uniform": math.log(len(self.codec))}
        for name, texts in {
            "greedy": translator(sources),
            "beam": translator(sources, width=BEAM),
            "copy": copied(self.held_out),
            "nearest": remembered(self.training, self.held_out),
        }.items():
            found[f"bleu_{name}"], found[f"exact_{name}"] = scores(texts, self.held_out)
        return found

    def vocabulary(self) -> dict[str, Any]:
        return self.codec.to_json()

    def card(self, report: dict[str, float], steps: int, command: str) -> str:
        return card(self, len(self.codec), report, steps, command)
