"""Builds what a layer and a stack are made of, as their configuration says."""

from faqformer.attention import MultiHeadAttention
from faqformer.layers import FeedForward, LayerNorm, PostNorm, PreNorm
from faqformer.transformer.config import LayerConfig


def attention(config: LayerConfig) -> MultiHeadAttention:
    return MultiHeadAttention(config.d_model, config.n_heads, config.projection_bias, config.attention_dropout)


def feed_forward(config: LayerConfig) -> FeedForward:
    return FeedForward(config.d_model, config.d_ff, config.activation, config.inner_dropout)


def residual(config: LayerConfig) -> PostNorm | PreNorm:
    return {"post": PostNorm, "pre": PreNorm}[config.norm](config.d_model, config.dropout, config.eps)


def final_norm(config: LayerConfig) -> LayerNorm | None:
    """The norm at the end of a stack: pre-norm leaves the stream itself unnormalised."""
    return LayerNorm(config.d_model, config.eps) if config.norm == "pre" else None
