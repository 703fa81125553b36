"""The task of filling masks: a small BERT on Shakespeare's plays."""

import hashlib
import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from faqformer import seeds
from faqformer.bert import BertConfig, BertForMaskedLM, Filler, Reader
from faqformer.data import shakespeare
from faqformer.data.plays import split
from faqformer.objectives import Masked
from faqformer.subwords import WordPiece
from faqformer.subwords.batch import Batch
from faqformer.train.bert_card import card
from faqformer.train.settings import OUT, STREAMS, Settings, setting

JUDGE = STREAMS - 1  # number of the masks by which models are judged: the same for all, so that they can be compared


@dataclass(frozen=True, kw_only=True)
class BertSettings(Settings):
    """A small BERT that fills masks in Shakespeare's plays; see `BertConfig` for its sizes."""

    out: Path = setting(OUT / "bert", "folder of the checkpoint and the trained model", free=True)  # noqa: RUF009
    steps: int = setting(10_000, "updates of the weights, those before a resumption included", free=True)
    rate: float = setting(0.5, "factor on the learning rate of the Transformer's paper")
    masked: float = setting(0.15, "share of the tokens that are selected for prediction")
    vocab_size: int = setting(4000, "pieces of the vocabulary, special ones included")
    d_model: int = setting(128, "width")
    n_heads: int = setting(4, "heads of each attention")
    d_ff: int = setting(512, "width inside the feed-forward layers")
    layers: int = setting(4, "layers")
    # None: the masks are drawn anew for every batch, and in an hour nothing is learned by heart.
    dropout: float = setting(0.0, "dropout")
    # 0.55/√d_model, as 0.02 is in BERT-base.
    std: float = setting(0.05, "standard deviation of the initial weights")
    # With 64 the same model stays at the words' frequencies for more than a thousand steps.
    positions: int = setting(32, "the longest passage, [CLS] and [SEP] included")

    def __post_init__(self):
        super().__post_init__()
        self.require("masked", 0 < self.masked <= 1, "a share in (0, 1]")
        self.require("positions", self.positions >= 3, "at least 3")
        self.config(1)  # which looks at the rest

    def config(self, vocab_size: int) -> BertConfig:
        """The model's configuration for a vocabulary of that size."""
        return BertConfig(
            vocab_size=vocab_size,
            d_model=self.d_model,
            n_heads=self.n_heads,
            n_layers=self.layers,
            d_ff=self.d_ff,
            n_positions=self.positions,
            n_segments=1,  # one text at a time: there is nothing to tell apart
            dropout=self.dropout,
            std=self.std,
        )


class Draw(NamedTuple):
    """Padded passages, and what has been done to them."""

    batch: Batch
    masked: Masked


class FillMasks:
    """The `Task`: learn from the plays that are not held out, be judged by those that are."""

    def __init__(self, settings: BertSettings, plays: Mapping[str, str]):
        self.settings = settings
        sides = split(plays)
        words = Counter(word for text in sides[0] for word in text.split())
        self.reader = Reader(WordPiece.train(words, settings.vocab_size), settings.positions)
        self.training, self.held_out = ([row for text in side for row in self.reader.passages(text)] for side in sides)
        if not self.training or not self.held_out:
            counts = f"{len(self.training)} and {len(self.held_out)}"
            raise ValueError(f"plays: expected passages to train on and some to hold out, got {counts}")

    @classmethod
    def of(cls, settings: BertSettings) -> "FillMasks":
        """The task on the plays that come with `make real`. Raises MissingPackage."""
        return cls(settings, shakespeare())

    def __len__(self) -> int:
        return len(self.training)

    def identity(self) -> dict[str, str]:
        return {"data": hashlib.sha256(json.dumps([self.training, self.held_out]).encode()).hexdigest()[:16]}

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
        return card(self, report, steps, command)
