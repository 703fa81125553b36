"""torch's layers with our weights, and its masks from ours."""

import torch
from torch import Tensor, nn

from faqformer.attention import MultiHeadAttention
from faqformer.layers import LayerNorm
from faqformer.transformer import DecoderLayer, EncoderLayer, LayerConfig


def encoder_layer(ours: EncoderLayer, config: LayerConfig) -> nn.TransformerEncoderLayer:
    theirs = nn.TransformerEncoderLayer(**_arguments(config))
    _attention(theirs.self_attn, ours.attention)
    _norms(theirs, ours.attention_norm.norm, ours.feed_forward_norm.norm)
    _feed_forward(theirs, ours)
    return theirs


def decoder_layer(ours: DecoderLayer, config: LayerConfig) -> nn.TransformerDecoderLayer:
    theirs = nn.TransformerDecoderLayer(**_arguments(config))
    _attention(theirs.self_attn, ours.attention)
    _attention(theirs.multihead_attn, ours.cross_attention)
    _norms(theirs, ours.attention_norm.norm, ours.cross_attention_norm.norm, ours.feed_forward_norm.norm)
    _feed_forward(theirs, ours)
    return theirs


def forbidden(mask: Tensor | None) -> Tensor | None:
    """torch's bool masks say what may not be seen."""
    return None if mask is None else ~mask


def _arguments(config: LayerConfig) -> dict:
    return {
        "d_model": config.d_model,
        "nhead": config.n_heads,
        "dim_feedforward": config.d_ff,
        "dropout": 0.0,
        "activation": config.activation,
        "layer_norm_eps": config.eps,
        "batch_first": True,
        "norm_first": config.norm == "pre",
        "dtype": torch.float64,
    }


def _copy(target: nn.Parameter, *sources: Tensor) -> None:
    with torch.no_grad():
        target.copy_(torch.cat(sources))


def _attention(theirs: nn.MultiheadAttention, ours: MultiHeadAttention) -> None:
    projections = (ours.W_q, ours.W_k, ours.W_v)
    _copy(theirs.in_proj_weight, *(p.weight for p in projections))
    _copy(theirs.in_proj_bias, *(p.bias for p in projections))
    _copy(theirs.out_proj.weight, ours.W_o.weight)
    _copy(theirs.out_proj.bias, ours.W_o.bias)


def _norms(theirs: nn.Module, *ours: LayerNorm) -> None:
    for i, norm in enumerate(ours, 1):
        _copy(getattr(theirs, f"norm{i}").weight, norm.gain)
        _copy(getattr(theirs, f"norm{i}").bias, norm.bias)


def _feed_forward(theirs: nn.Module, ours: EncoderLayer | DecoderLayer) -> None:
    for linear, matrix in ((theirs.linear1, ours.feed_forward.W_1), (theirs.linear2, ours.feed_forward.W_2)):
        _copy(linear.weight, matrix.weight)
        _copy(linear.bias, matrix.bias)
