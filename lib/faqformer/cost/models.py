"""Multiply-accumulates and parameters of whole models, from their configurations."""

from faqformer.bert import BertConfig
from faqformer.cost.layers import Cost, attention, encoder_layer, layer_norm, linear, times, total
from faqformer.transformer import Config


def bert(config: BertConfig, n: int = 1, pooler: bool = True) -> dict[str, Cost]:
    """A `Bert` on n tokens by part, all layers together. Looking a vector up costs no product.

    Raises ValueError for n beyond the model's positions.
    """
    if not 1 <= n <= config.n_positions:
        raise ValueError(f"n: expected 1 to n_positions = {config.n_positions}, got {n}")
    d, d_ff = config.d_model, config.d_ff
    costs = {
        "word embeddings": Cost(0, config.vocab_size * d),
        "position embeddings": Cost(0, config.n_positions * d),
        "segment embeddings": Cost(0, config.n_segments * d),
        "embedding norm": layer_norm(d),
    }
    costs |= {name: times(config.n_layers, cost) for name, cost in encoder_layer(n, d, d_ff, bias=True).items()}
    return costs | ({"pooler": linear(1, d, d)} if pooler else {})


def masked_lm_head(config: BertConfig, n: int = 1) -> dict[str, Cost]:
    """BERT's head for masked words on n tokens: its last product shares the word embeddings, so only a bias is new."""
    d = config.d_model
    return {
        "transform": linear(n, d, d),
        "transform norm": layer_norm(d),
        "decoder": Cost(n * d * config.vocab_size, config.vocab_size),
    }


def transformer(config: Config, n_source: int = 1, n_target: int = 1) -> dict[str, Cost]:
    """A `Transformer` that reads n_source and writes n_target tokens at once, by stack; a shared table counts once."""
    d, d_ff, bias = config.d_model, config.d_ff, config.projection_bias
    encoder = encoder_layer(n_source, d, d_ff, bias)
    decoder = [
        *encoder_layer(n_target, d, d_ff, bias).values(),
        *attention(n_target, d, n_source, bias).values(),
        layer_norm(d),  # after the cross-attention
    ]
    last = [layer_norm(d)] if config.norm == "pre" else []
    words = config.source_vocab_size if config.tie else config.source_vocab_size + 2 * config.target_vocab_size
    return {
        "tables": Cost(0, words * d),
        "encoder": total([times(config.n_encoder_layers, total(encoder.values())), *last]),
        "decoder": total([times(config.n_decoder_layers, total(decoder)), *last]),
        "output": Cost(n_target * d * config.target_vocab_size),  # its parameters are among the tables
    }
