"""What a run is told that trains a translator."""

from dataclasses import dataclass
from pathlib import Path

from faqformer.train.settings import OUT, ModelSettings, setting
from faqformer.transformer import Config


@dataclass(frozen=True, kw_only=True)
class TranslateSettings(ModelSettings):
    """A small Transformer from English; see `Config` for its sizes."""

    out: Path = setting(OUT / "translate", "folder of the checkpoint and the trained model", free=True)  # noqa: RUF009
    language: str = setting("de", "into which language, as a locale: de, fr, zh_CN …")
    merges: int = setting(1000, "merges of the joint vocabulary")
    smoothing: float = setting(0.1, "label smoothing")
    layers: int = setting(2, "layers of the encoder, and of the decoder")
    dropout: float = setting(0.3, "dropout; much, since the data is small")
    positions: int = setting(128, "the longest text, in subwords")

    def __post_init__(self):
        super().__post_init__()
        self.require("merges", self.merges >= 0, "at least 0")
        self.require("smoothing", 0 <= self.smoothing < 1, "a share in [0, 1)")

    def config(self, vocab_size: int) -> Config:
        """The three tables of the vocabulary are one."""
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
