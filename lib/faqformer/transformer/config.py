"""The sizes and choices of a Transformer, checked before anything is built."""

from dataclasses import dataclass, fields

from faqformer.layers import ACTIVATIONS
from faqformer.require import require_at_least, require_heads, require_one_of, require_share, require_size

NORMS = ("post", "pre")


@dataclass(frozen=True, kw_only=True)
class LayerConfig:
    """One layer; the defaults are the paper's base model (Vaswani et al. 2017, table 3).

    d_model: the one width of embeddings, sublayers and residual stream; a head's is d_model / n_heads.
    norm: where LayerNorm stands, "post" the residual sum, as in the paper, or "pre" the sublayer, which gives each
    stack one more at its end.
    activation: of the feed-forward layer, a name in `faqformer.layers.ACTIVATIONS`.
    dropout: on the output of each sublayer, and on the sum of embeddings and positions (5.4). attention_dropout: on the
    attention weights; inner_dropout: inside the feed-forward layer. The paper has neither; others have both.
    projection_bias: a bias on the four projections of attention. eps: of LayerNorm.
    Raises TypeError for a size that is no int, ValueError for values that do not fit; both name the field.
    """

    d_model: int = 512
    n_heads: int = 8
    d_ff: int = 2048
    norm: str = "post"
    activation: str = "relu"
    dropout: float = 0.1
    attention_dropout: float = 0.0
    inner_dropout: float = 0.0
    projection_bias: bool = False
    eps: float = 1e-5

    def __post_init__(self):
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type is int:
                require_size(field.name, value)
            elif field.name.endswith("dropout"):
                require_share(field.name, value)
        require_heads(self.d_model, self.n_heads)
        require_one_of("norm", self.norm, NORMS)
        require_one_of("activation", self.activation, ACTIVATIONS)
        require_at_least("eps", self.eps, 0)


@dataclass(frozen=True, kw_only=True)
class Config(LayerConfig):
    """A whole Transformer: its layers as in `LayerConfig`, and the rest.

    source_vocab_size, target_vocab_size: pieces of each vocabulary. tie: one table for source embedding, target
    embedding and output projection (3.4), which takes one vocabulary for both languages. n_positions: the longest
    sequence.
    """

    source_vocab_size: int
    target_vocab_size: int
    n_encoder_layers: int = 6
    n_decoder_layers: int = 6
    n_positions: int = 1024
    tie: bool = True

    def __post_init__(self):
        super().__post_init__()
        if self.tie and self.source_vocab_size != self.target_vocab_size:
            raise ValueError(
                "tie: expected one vocabulary for source and target, "
                f"got {self.source_vocab_size} and {self.target_vocab_size} words; tie=False gives each its own table"
            )

    @classmethod
    def base(cls, vocab_size: int = 37000) -> "Config":
        """The paper's base model, with its shared vocabulary of about 37000 pieces (5.1, table 3)."""
        return cls(source_vocab_size=vocab_size, target_vocab_size=vocab_size)
