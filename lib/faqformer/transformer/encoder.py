"""The encoder: every token attends to every token of its sentence, layer after layer.

Letters: B batch, S positions, D model width.
"""

from jaxtyping import Float
from torch import Tensor, nn

from faqformer.require import require_token_mask
from faqformer.transformer import build
from faqformer.transformer.config import LayerConfig


class EncoderLayer(nn.Module):
    """Self-attention, then the feed-forward layer, each with its residual sum and LayerNorm (Vaswani et al. 2017, 3.1).

    mask: as `MultiHeadAttention` takes it, (S, S) or (B, 1|H, S|1, S).
    """

    def __init__(self, config: LayerConfig):
        super().__init__()
        self.attention = build.attention(config)
        self.attention_norm = build.residual(config)
        self.feed_forward = build.feed_forward(config)
        self.feed_forward_norm = build.residual(config)

    def forward(self, x: Float[Tensor, "B S D"], mask: Tensor | None = None) -> Float[Tensor, "B S D"]:
        """The new stream."""
        x = self.attention_norm(x, lambda x: self.attention(x, mask=mask))
        return self.feed_forward_norm(x, self.feed_forward)


class Encoder(nn.Module):
    """A stack of encoder layers, and with pre-norm one more LayerNorm at its end."""

    def __init__(self, config: LayerConfig, n_layers: int):
        super().__init__()
        self.layers = nn.ModuleList(EncoderLayer(config) for _ in range(n_layers))
        self.norm = build.final_norm(config)

    def forward(self, x: Float[Tensor, "B S D"], mask: Tensor | None = None) -> Float[Tensor, "B S D"]:
        """Encode embedded tokens. mask: padding mask (B, S), True = token."""
        if mask is not None:
            require_token_mask("mask", mask, x.shape[:2])
            mask = mask[:, None, None, :]  # every head, every query
        for layer in self.layers:
            x = layer(x, mask)
        return x if self.norm is None else self.norm(x)
