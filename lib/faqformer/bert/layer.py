"""One layer of BERT.

Letters: B batch, n tokens, D model width, H heads, K head width.
"""

import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from faqformer.attention import MultiHeadAttention
from faqformer.bert.config import BertConfig
from faqformer.layers import FeedForward, LayerNorm


class BertLayer(nn.Module):
    """norm(x + dropout(attention(x))), then norm(x + dropout(feed_forward(x))): the Transformer's encoder layer.

    Devlin et al. 2019, 3. What differs from Vaswani et al. 2017: a bias on all four projections, GELU, eps 1e-12.
    """

    def __init__(self, config: BertConfig):
        super().__init__()
        self.attention = MultiHeadAttention(config.d_model, config.n_heads, True, config.dropout)
        self.attention_norm = LayerNorm(config.d_model, config.eps)
        self.feed_forward = FeedForward(config.d_model, config.d_ff, config.activation)
        self.feed_forward_norm = LayerNorm(config.d_model, config.eps)
        self.dropout = config.dropout

    def forward(
        self, x: Float[Tensor, "B n D"], mask: Tensor | None = None, return_weights: bool = False
    ) -> Tensor | tuple[Tensor, Tensor]:
        """The layer's output (B, n, D); with return_weights also the attention weights (B, H, n, n).

        mask is `MultiHeadAttention`'s: bool, True = may attend, (n, n) or (B, 1|H, n|1, n).
        """
        attended = self.attention(x, mask=mask, return_weights=return_weights)
        attended, weights = attended if return_weights else (attended, None)
        x = self.attention_norm(x + F.dropout(attended, self.dropout, self.training))
        x = self.feed_forward_norm(x + F.dropout(self.feed_forward(x), self.dropout, self.training))
        return (x, weights) if return_weights else x

    def queries_and_keys(self, x: Float[Tensor, "B n D"]) -> tuple[Float[Tensor, "B H n K"], Float[Tensor, "B H n K"]]:
        """What the heads compare when x enters the layer: its scores are q @ k.mT / √K, before mask and softmax."""
        heads = (self.attention.n_heads, -1)
        q, k = self.attention.W_q(x).unflatten(-1, heads), self.attention.W_k(x).unflatten(-1, heads)
        return q.transpose(1, 2), k.transpose(1, 2)  # B n H K -> B H n K
