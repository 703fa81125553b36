"""What a Transformer costs, from its sizes alone: multiply-accumulates, parameters, bytes.

One MAC is one multiplication and one addition, two FLOPs. Only matrix products are counted in MACs: they are what
`torch.utils.flop_counter` counts too; `softmax_operations` counts the rest of attention. Sizes: n_query and n_key
positions, d_model the model width, n_heads heads of width d_model / n_heads, d_ff the feed-forward width.
What a running function does and keeps is counted by `counted_macs`, `counted_numbers`, `kept_bytes`,
`largest_tensor` and `longest_chain`.
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
from faqformer.cost.measured import counted_macs, counted_numbers, kept_bytes, largest_tensor, longest_chain
from faqformer.cost.memory import activation_bytes, attention_weight_bytes, kv_cache_bytes
from faqformer.cost.models import bert, masked_lm_head, transformer

__all__ = [
    "Cost",
    "activation_bytes",
    "attention",
    "attention_weight_bytes",
    "bert",
    "counted_macs",
    "counted_numbers",
    "encoder_layer",
    "feed_forward",
    "kept_bytes",
    "kv_cache_bytes",
    "largest_tensor",
    "layer_norm",
    "linear",
    "longest_chain",
    "masked_lm_head",
    "softmax_operations",
    "tensordot_macs",
    "times",
    "total",
    "transformer",
]
