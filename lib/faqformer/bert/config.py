"""The sizes of a BERT."""

from collections.abc import Mapping
from dataclasses import dataclass

from faqformer.require import require_positive, require_sizes
from faqformer.transformer import LayerConfig

# Hugging Face's names for the two forms of GELU. google-research/bert says "gelu" and computes the tanh form.
_ACTIVATIONS = {"gelu": "gelu", "gelu_new": "gelu_tanh", "gelu_pytorch_tanh": "gelu_tanh", "relu": "relu"}


@dataclass(frozen=True)
class BertConfig:
    """All that a `Bert` is built from (Devlin et al. 2019, 3 and A.2).

    vocab_size: pieces of the vocabulary. n_positions: the longest sequence, special tokens included. n_segments: rows
    of the segment table. dropout: one rate for the embeddings, the attention weights and every sublayer's output, as in
    the released models. eps: inside the root of every LayerNorm. std: of the initial weights.
    Raises TypeError for a size that is no int, ValueError for sizes that do not fit.
    """

    vocab_size: int
    d_model: int
    n_heads: int
    n_layers: int
    d_ff: int
    n_positions: int = 512
    n_segments: int = 2
    activation: str = "gelu"
    dropout: float = 0.1
    eps: float = 1e-12
    std: float = 0.02

    def __post_init__(self):
        self.layer()  # refuses what no layer can be built from
        require_sizes(
            vocab_size=self.vocab_size, n_layers=self.n_layers, n_positions=self.n_positions, n_segments=self.n_segments
        )
        require_positive("std", self.std)

    def layer(self) -> LayerConfig:
        """The same choices, as the Transformer's encoder layer takes them."""
        return LayerConfig(
            d_model=self.d_model,
            n_heads=self.n_heads,
            d_ff=self.d_ff,
            activation=self.activation,
            dropout=self.dropout,
            attention_dropout=self.dropout,
            projection_bias=True,
            eps=self.eps,
        )

    @classmethod
    def base(cls, vocab_size: int = 30_522) -> "BertConfig":
        """BERT-base, uncased: 109 482 240 parameters with the pooler."""
        return cls(vocab_size=vocab_size, d_model=768, n_heads=12, n_layers=12, d_ff=3072)

    @classmethod
    def large(cls, vocab_size: int = 30_522) -> "BertConfig":
        """BERT-large, uncased: 335 141 888 parameters with the pooler."""
        return cls(vocab_size=vocab_size, d_model=1024, n_heads=16, n_layers=24, d_ff=4096)

    @classmethod
    def from_hugging_face(cls, config: Mapping[str, object]) -> "BertConfig":
        """The same sizes from the content of a Hugging Face `config.json`.

        Raises ValueError for what a `Bert` is not: relative positions, two dropout rates, another activation.
        """
        kind = config.get("position_embedding_type", "absolute")
        if kind != "absolute":
            raise ValueError(f"position_embedding_type: expected 'absolute', got {kind!r}")
        dropout, attention = config["hidden_dropout_prob"], config["attention_probs_dropout_prob"]
        if dropout != attention:
            raise ValueError(f"dropout: expected one rate, got hidden {dropout} and attention {attention}")
        if config["hidden_act"] not in _ACTIVATIONS:
            raise ValueError(f"hidden_act: expected one of {', '.join(_ACTIVATIONS)}, got {config['hidden_act']!r}")
        return cls(
            vocab_size=config["vocab_size"],
            d_model=config["hidden_size"],
            n_heads=config["num_attention_heads"],
            n_layers=config["num_hidden_layers"],
            d_ff=config["intermediate_size"],
            n_positions=config["max_position_embeddings"],
            n_segments=config["type_vocab_size"],
            activation=_ACTIVATIONS[config["hidden_act"]],
            dropout=dropout,
            eps=config["layer_norm_eps"],
            std=config["initializer_range"],
        )
