"""The decoder: each token attends to those before it and to itself, then to the whole source.

Letters: B batch, T new target positions, L all target positions so far (L = T without a cache), S source positions,
D model width, H heads.
"""

from jaxtyping import Float
from torch import Tensor, nn

from faqformer.masks import causal_mask
from faqformer.require import require_token_mask
from faqformer.transformer import parts
from faqformer.transformer.cache import DecoderCache, LayerCache
from faqformer.transformer.config import LayerConfig


class DecoderLayer(nn.Module):
    """Self-attention, cross-attention to the memory, feed-forward layer, each with its residual sum and LayerNorm.

    Vaswani et al. 2017, 3.1. mask (T, L) or (B, 1|H, T|1, L) and memory_mask (T, S) or (B, 1|H, T|1, S) are as
    `MultiHeadAttention` takes them: a layer adds no causality of its own, the `Decoder` does.
    """

    def __init__(self, config: LayerConfig):
        super().__init__()
        self.attention = parts.attention(config)
        self.cross_attention = parts.attention(config)
        self.feed_forward = parts.feed_forward(config)
        self.attend, self.look_up, self.think = (parts.residual(config) for _ in range(3))

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S D"],
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: LayerCache | None = None,
        return_weights: bool = False,
    ) -> Tensor | tuple[Tensor, Tensor, Tensor]:
        """The new stream (B, T, D); with return_weights also (B, H, T, L) and (B, H, T, S), self and cross."""
        own, cross = (None, None) if cache is None else cache
        kept: list[Tensor] = []

        def attention(x: Tensor) -> Tensor:
            return parts.keep_weights(self.attention(x, None, mask, None, own, return_weights), kept)

        def cross_attention(x: Tensor) -> Tensor:
            return parts.keep_weights(self.cross_attention(x, memory, memory_mask, None, cross, return_weights), kept)

        x = self.attend(x, attention)
        x = self.look_up(x, cross_attention)
        x = self.think(x, self.feed_forward)
        return (x, *kept) if return_weights else x


class Decoder(nn.Module):
    """A stack of decoder layers, all reading the same memory, and with pre-norm one more LayerNorm at its end."""

    def __init__(self, config: LayerConfig, n_layers: int):
        super().__init__()
        self.layers = nn.ModuleList(DecoderLayer(config) for _ in range(n_layers))
        self.norm = parts.final_norm(config)

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S D"],
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: DecoderCache | None = None,
        return_weights: bool = False,
    ) -> Tensor | tuple[Tensor, tuple[Tensor, ...], tuple[Tensor, ...]]:
        """Decode embedded tokens; the output is (B, T, D). No position sees a later one.

        mask: padding mask (B, L) over all positions so far; memory_mask: padding mask (B, S); True = token.
        cache: x are the T newest positions, and the cache holds those before them.
        return_weights: also return each layer's self-attention weights (B, H, T, L) and cross-attention weights
        (B, H, T, S).
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
        weights = []
        for i, layer in enumerate(self.layers):
            of_layer = None if cache is None else cache.layers[i]
            x = layer(x, memory, allowed, memory_mask, of_layer, return_weights)
            if return_weights:
                x, *kept = x
                weights.append(kept)
        x = x if self.norm is None else self.norm(x)
        return (x, *zip(*weights, strict=True)) if return_weights else x
