"""The task of filling masks: passages, masks drawn anew, and what a model is worth on plays that it has not seen."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from faqformer import seeds
from faqformer.bert import BertForMaskedLM, Filler, Reader
from faqformer.data import shakespeare
from faqformer.data.plays import split
from faqformer.objectives import Masked
from faqformer.subwords import WordPiece
from faqformer.subwords.batch import Batch
from faqformer.train.bert.card import card
from faqformer.train.bert.settings import BertSettings
from faqformer.train.settings import STREAMS
from faqformer.train.task import Task

JUDGE = STREAMS - 1  # number of the masks by which models are judged: the same for all, so that they can be compared


class Draw(NamedTuple):
    """Padded passages, and what has been done to them."""

    batch: Batch
    masked: Masked


class FillMasks(Task):
    """Learn from the plays that are not held out, be judged by those that are."""

    def __init__(self, settings: BertSettings, plays: Mapping[str, str]):
        sides = split(plays)
        words = Counter(word for text in sides[0] for word in text.split())
        self.reader = Reader(WordPiece.train(words, settings.vocab_size), settings.positions)
        super().__init__(settings, *([row for text in side for row in self.reader.passages(text)] for side in sides))

    @classmethod
    def of(cls, settings: BertSettings) -> "FillMasks":
        return cls(settings, shakespeare())

    def build(self) -> BertForMaskedLM:
        return BertForMaskedLM(self.settings.config(len(self.reader.tokenizer)))

    def batch(self, rows: Sequence[int]) -> Draw:
        batch = self.reader.batch([self.training[row] for row in rows])
        return Draw(batch, self.reader.corrupt(batch, torch.default_generator, self.settings.masked))

    def loss(self, model: BertForMaskedLM, draw: Draw) -> tuple[Tensor, int]:
        """The cross-entropy of the selected tokens, added up: corrupted or not, as in BERT."""
        device = model.head.bias.device
        ids, labels, selected = (x.to(device) for x in draw.masked)
        logits = model(ids, draw.batch.mask.to(device), selected=selected)
        return F.cross_entropy(logits, labels[selected], reduction="sum"), len(logits)

    def evaluate(self, model: BertForMaskedLM) -> dict[str, float]:
        """Loss and accuracy where [MASK] stands for 15 % of the held-out tokens, and without a model.

        Without: by how often each piece occurs in the training passages (one is added to every count).
        """
        tokenizer = self.reader.tokenizer
        generator = seeds.generator(JUDGE)
        score = Filler(model, tokenizer).score(self.held_out, generator)
        counts = torch.ones(len(tokenizer), dtype=torch.float64)
        counts += torch.tensor([i for row in self.training for i in row]).bincount(minlength=len(counts))
        pieces = torch.tensor([i for row in self.held_out for i in row])
        return {
            "loss": score.loss,
            "accuracy": score.accuracy,
            "count": score.count,
            "loss_of_frequencies": -float((counts / counts.sum()).log()[pieces].mean()),
            "accuracy_of_frequencies": float((pieces == counts.argmax()).double().mean()),
            "loss_of_uniform": math.log(len(tokenizer)),
        }

    def vocabulary(self) -> dict[str, Any]:
        return {"pieces": list(self.reader.tokenizer.vocabulary.pieces)}

    def card(self, report: dict[str, float], steps: int, command: str) -> str:
        return card(self, len(self.reader.tokenizer), report, steps, command)
