"""What a run is told that trains a BERT to fill masks."""

from dataclasses import dataclass
from pathlib import Path

from faqformer.bert import BertConfig
from faqformer.train.settings import OUT, ModelSettings, setting


@dataclass(frozen=True, kw_only=True)
class BertSettings(ModelSettings):
    """A small BERT that fills masks in Shakespeare's plays; see `BertConfig` for its sizes."""

    out: Path = setting(OUT / "bert", "folder of the checkpoint and the trained model", free=True)  # noqa: RUF009
    steps: int = setting(10_000, "updates of the weights, those before a resumption included", free=True)
    rate: float = setting(0.5, "factor on the learning rate of the Transformer's paper")
    masked: float = setting(0.15, "share of the tokens that are selected for prediction")
    vocab_size: int = setting(4000, "pieces of the vocabulary, special ones included")
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

    def config(self, vocab_size: int) -> BertConfig:
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
