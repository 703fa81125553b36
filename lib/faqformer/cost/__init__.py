"""What a Transformer costs, from its sizes alone: multiply-accumulates, parameters, bytes.

One MAC is one multiplication and one addition, two FLOPs. Only matrix products are counted in MACs: they are what
`torch.utils.flop_counter` counts too; `softmax_operations` counts the rest of attention. Sizes: n_query and n_key
positions, d_model the model width, n_heads heads of width d_model / n_heads, d_ff the feed-forward width.
What a running function does and keeps is counted by `faqformer.instruments`.
"""

from faqformer.cost.layers import (
    Cost,
    attention,
    encoder_layer,
    feed_forward,
    layer_norm,
    linear,
    softmax_operations,
    tensordot_macs,
    times,
    total,
)
from faqformer.cost.memory import activation_bytes, attention_weight_bytes, kv_cache_bytes
from faqformer.cost.models import bert, masked_lm_head, transformer

__all__ = [
    "Cost",
    "activation_bytes",
    "attention",
    "attention_weight_bytes",
    "bert",
    "encoder_layer",
    "feed_forward",
    "kv_cache_bytes",
    "layer_norm",
    "linear",
    "masked_lm_head",
    "softmax_operations",
    "tensordot_macs",
    "times",
    "total",
    "transformer",
]
