"""The task of translating: a Transformer on pairs of texts."""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from faqformer.data import parallel_pairs
from faqformer.objectives import label_smoothing_loss
from faqformer.train.pairs import Batch, Codec, Pair, split
from faqformer.train.scoring import copied, remembered, scores
from faqformer.train.settings import OUT, Settings, setting
from faqformer.train.translate_card import card
from faqformer.train.translator import AT_ONCE, Translator
from faqformer.transformer import Config, Transformer

BEAM = 4  # the width of the paper's beam (Vaswani et al. 2017, 6.1)


@dataclass(frozen=True, kw_only=True)
class TranslateSettings(Settings):
    """A small Transformer from English; see `Config` for its sizes."""

    out: Path = setting(OUT / "translate", "folder of the checkpoint and the trained model", free=True)  # noqa: RUF009
    language: str = setting("de", "into which language, as a locale: de, fr, zh_CN …")
    merges: int = setting(1000, "merges of the joint vocabulary")
    smoothing: float = setting(0.1, "label smoothing")
    d_model: int = setting(128, "width")
    n_heads: int = setting(4, "heads of each attention")
    d_ff: int = setting(512, "width inside the feed-forward layers")
    layers: int = setting(2, "layers of the encoder, and of the decoder")
    dropout: float = setting(0.3, "dropout; much, since the data is small")
    positions: int = setting(128, "the longest text, in subwords")

    def __post_init__(self):
        super().__post_init__()
        self.require("merges", self.merges >= 0, "at least 0")
        self.require("smoothing", 0 <= self.smoothing < 1, "a share in [0, 1)")
        self.config(1)  # which looks at the rest

    def config(self, vocab_size: int) -> Config:
        """The model's configuration for a vocabulary of that size; its three tables are one."""
        return Config(
            source_vocab_size=vocab_size,
            target_vocab_size=vocab_size,
            d_model=self.d_model,
            n_heads=self.n_heads,
            d_ff=self.d_ff,
            n_encoder_layers=self.layers,
            n_decoder_layers=self.layers,
            dropout=self.dropout,
            n_positions=self.positions,
        )


class Translate:
    """The `Task`: learn from the pairs that are not held out, be judged by those that are."""

    def __init__(self, settings: TranslateSettings, pairs: Sequence[Pair]):
        self.settings = settings
        self.training, self.held_out = split(pairs)
        if not self.training or not self.held_out:
            sides = f"{len(self.training)} and {len(self.held_out)}"
            raise ValueError(f"pairs: expected some to train on and some to hold out, got {sides}")
        self.codec = Codec.train(self.training, settings.merges)
        longest = max(len(self.codec.bpe.encode(text)) for pair in pairs for text in pair) + 1  # the end symbol
        if longest > settings.positions:
            raise ValueError(f"positions: expected at least {longest}, the longest text, got {settings.positions}")

    @classmethod
    def of(cls, settings: TranslateSettings) -> "Translate":
        """The task on the names that come with `make real`. Raises MissingPackage, or ValueError for the language."""
        return cls(settings, parallel_pairs(settings.language))

    def __len__(self) -> int:
        return len(self.training)

    def identity(self) -> dict[str, str]:
        return {"data": hashlib.sha256(json.dumps([self.training, self.held_out]).encode()).hexdigest()[:16]}

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
        return card(self, report, steps, command)
