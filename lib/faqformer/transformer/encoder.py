"""The encoder: every token attends to every token of its sentence, layer after layer.

Letters: B batch, S positions, D model width, H heads.
"""

from jaxtyping import Float
from torch import Tensor, nn

from faqformer.require import require_token_mask
from faqformer.transformer import parts
from faqformer.transformer.config import LayerConfig


class EncoderLayer(nn.Module):
    """Self-attention, then the feed-forward layer, each with its residual sum and LayerNorm (Vaswani et al. 2017, 3.1).

    mask: as `MultiHeadAttention` takes it, (S, S) or (B, 1|H, S|1, S).
    """

    def __init__(self, config: LayerConfig):
        super().__init__()
        self.attention = parts.attention(config)
        self.feed_forward = parts.feed_forward(config)
        self.attend, self.think = parts.residual(config), parts.residual(config)

    def forward(
        self, x: Float[Tensor, "B S D"], mask: Tensor | None = None, return_weights: bool = False
    ) -> Tensor | tuple[Tensor, Tensor]:
        """The new stream (B, S, D); with return_weights also the attention weights (B, H, S, S)."""
        kept: list[Tensor] = []
        x = self.attend(
            x, lambda x: parts.keep_weights(self.attention(x, mask=mask, return_weights=return_weights), kept)
        )
        x = self.think(x, self.feed_forward)
        return (x, *kept) if return_weights else x


class Encoder(nn.Module):
    """A stack of encoder layers, and with pre-norm one more LayerNorm at its end."""

    def __init__(self, config: LayerConfig, n_layers: int):
        super().__init__()
        self.layers = nn.ModuleList(EncoderLayer(config) for _ in range(n_layers))
        self.norm = parts.final_norm(config)

    def forward(
        self, x: Float[Tensor, "B S D"], mask: Tensor | None = None, return_weights: bool = False
    ) -> Tensor | tuple[Tensor, tuple[Tensor, ...]]:
        """Encode embedded tokens; the output is (B, S, D). mask: padding mask (B, S), True = token.

        return_weights: also return each layer's attention weights (B, H, S, S).
        """
        if mask is not None:
            require_token_mask("mask", mask, x.shape[:2])
            mask = mask[:, None, None, :]  # every head, every query
        weights = []
        for layer in self.layers:
            x = layer(x, mask, return_weights)
            if return_weights:
                x, of_layer = x
                weights.append(of_layer)
        x = x if self.norm is None else self.norm(x)
        return (x, tuple(weights)) if return_weights else x
