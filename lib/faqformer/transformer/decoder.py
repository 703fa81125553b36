"""The decoder: each token attends to those before it and to itself, then to the whole source.

Letters: B batch, T new target positions, L all target positions so far (L = T without a cache), S source positions,
D model width.
"""

from jaxtyping import Float
from torch import Tensor, nn

from faqformer.masks import causal_mask
from faqformer.require import require_token_mask
from faqformer.transformer import build
from faqformer.transformer.cache import DecoderCache, LayerCache
from faqformer.transformer.config import LayerConfig


class DecoderLayer(nn.Module):
    """Self-attention, cross-attention to the memory, feed-forward layer, each with its residual sum and LayerNorm.

    Vaswani et al. 2017, 3.1. mask (T, L) or (B, 1|H, T|1, L) and memory_mask (T, S) or (B, 1|H, T|1, S) are as
    `MultiHeadAttention` takes them: a layer adds no causality of its own, the `Decoder` does.
    """

    def __init__(self, config: LayerConfig):
        super().__init__()
        self.attention = build.attention(config)
        self.attention_norm = build.residual(config)
        self.cross_attention = build.attention(config)
        self.cross_attention_norm = build.residual(config)
        self.feed_forward = build.feed_forward(config)
        self.feed_forward_norm = build.residual(config)

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S D"],
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: LayerCache | None = None,
    ) -> Float[Tensor, "B T D"]:
        """The new stream."""
        own, cross = (None, None) if cache is None else cache
        x = self.attention_norm(x, lambda x: self.attention(x, mask=mask, cache=own))
        x = self.cross_attention_norm(x, lambda x: self.cross_attention(x, memory, memory_mask, cache=cross))
        return self.feed_forward_norm(x, self.feed_forward)


class Decoder(nn.Module):
    """A stack of decoder layers, all reading the same memory, and with pre-norm one more LayerNorm at its end."""

    def __init__(self, config: LayerConfig, n_layers: int):
        super().__init__()
        self.layers = nn.ModuleList(DecoderLayer(config) for _ in range(n_layers))
        self.norm = build.final_norm(config)

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S D"],
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: DecoderCache | None = None,
    ) -> Float[Tensor, "B T D"]:
        """Decode embedded tokens. No position sees a later one.

        mask: padding mask (B, L) over all positions so far; memory_mask: padding mask (B, S); True = token.
        cache: x are the T newest positions, and the cache holds those before them.
        Raises TypeError or ValueError for operands that do not fit.
        """
        n_new = x.shape[1]
        n_all = n_new if cache is None else len(cache) + n_new
        allowed = None if n_new == 1 else causal_mask(n_new, n_all, x.device)  # the newest token may see them all
        if mask is not None:
            require_token_mask("mask", mask, (x.shape[0], n_all))
            mask = mask[:, None, None, :]
            allowed = mask if allowed is None else mask & allowed
        if memory_mask is not None:
            require_token_mask("memory_mask", memory_mask, memory.shape[:2])
            memory_mask = memory_mask[:, None, None, :]
        for i, layer in enumerate(self.layers):
            of_layer = None if cache is None else cache.layers[i]
            x = layer(x, memory, allowed, memory_mask, of_layer)
        return x if self.norm is None else self.norm(x)
