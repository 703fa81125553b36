"""Attention: the formula, the heads, the additive alternative, tiles, windows, and the cache for decoding."""

from faqformer.attention.additive import AdditiveAttention
from faqformer.attention.cache import KVCache
from faqformer.attention.dot_product import attention
from faqformer.attention.local import local_attention
from faqformer.attention.multi_head import MultiHeadAttention
from faqformer.attention.tiled import tiled_attention

__all__ = ["AdditiveAttention", "KVCache", "MultiHeadAttention", "attention", "local_attention", "tiled_attention"]
