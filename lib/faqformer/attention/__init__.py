"""Attention: the formula, the heads, their groups, the additive alternative, tiles, windows, the cache for decoding."""

from faqformer.attention.additive import AdditiveAttention
from faqformer.attention.cache import KVCache
from faqformer.attention.dot_product import attention
from faqformer.attention.grouped import GroupedQueryAttention, grouped_attention, mean_pooled
from faqformer.attention.local import local_attention
from faqformer.attention.multi_head import MultiHeadAttention
from faqformer.attention.tiled import tiled_attention

__all__ = [
    "AdditiveAttention",
    "GroupedQueryAttention",
    "KVCache",
    "MultiHeadAttention",
    "attention",
    "grouped_attention",
    "local_attention",
    "mean_pooled",
    "tiled_attention",
]
