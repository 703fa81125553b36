"""The residual sum, and where it is normalised. A sublayer is any function from (*B, D) to (*B, D).

x = self.attention_norm(x, lambda x: self.attention(x, mask=mask))     with attention_norm a PostNorm or a PreNorm
x = self.feed_forward_norm(x, self.feed_forward)
"""

from collections.abc import Callable

import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from faqformer.layers.normalisation import LayerNorm
from faqformer.require import require_positive, require_share

Sublayer = Callable[[Tensor], Tensor]


class Residual(nn.Module):
    """x + dropout(sublayer(x)), not normalised at all (He et al. 2016, eq. 1).

    Raises ValueError for a dropout outside [0, 1), and for a sublayer that changes the shape: the sum would broadcast.
    """

    def __init__(self, dropout: float = 0.0):
        super().__init__()
        require_share("dropout", dropout)
        self.dropout = dropout

    def extra_repr(self) -> str:
        return f"dropout={self.dropout}"

    def forward(self, x: Float[Tensor, "*B D"], sublayer: Sublayer) -> Float[Tensor, "*B D"]:
        return x + self.branch(x, sublayer)

    def branch(self, x: Tensor, sublayer: Sublayer) -> Tensor:
        """dropout(sublayer(x)): what is added to the stream."""
        y = sublayer(x)
        if y.shape != x.shape:
            raise ValueError(
                f"sublayer: expected an output of the input's shape {tuple(x.shape)}, got {tuple(y.shape)}"
            )
        return F.dropout(y, self.dropout, self.training)


class PostNorm(Residual):
    """norm(x + dropout(sublayer(x))): the paper's and BERT's placement (Vaswani et al. 2017, 3.1 and 5.4)."""

    def __init__(self, d_model: int, dropout: float = 0.0, eps: float = 1e-5):
        super().__init__(dropout)
        self.norm = LayerNorm(d_model, eps)

    def forward(self, x: Float[Tensor, "*B D"], sublayer: Sublayer) -> Float[Tensor, "*B D"]:
        return self.norm(x + self.branch(x, sublayer))


class PreNorm(Residual):
    """x + dropout(sublayer(norm(x))): GPT-2's placement (Xiong et al. 2020, table 1).

    The stream itself is never normalised: the stack needs one more LayerNorm at its end.
    """

    def __init__(self, d_model: int, dropout: float = 0.0, eps: float = 1e-5):
        super().__init__(dropout)
        self.norm = LayerNorm(d_model, eps)

    def forward(self, x: Float[Tensor, "*B D"], sublayer: Sublayer) -> Float[Tensor, "*B D"]:
        return x + self.branch(self.norm(x), sublayer)


class DeepNorm(Residual):
    """norm(alpha · x + dropout(sublayer(x))): PostNorm with a heavier stream (Wang et al. 2022, fig. 2).

    For N layers of an encoder alone, or a decoder alone, alpha = (2N)^(1/4); it goes with branches initialised smaller
    by beta = (8N)^(−1/4). Raises ValueError for an alpha that is not positive.
    """

    def __init__(self, d_model: int, alpha: float, dropout: float = 0.0, eps: float = 1e-5):
        super().__init__(dropout)
        require_positive("alpha", alpha)
        self.alpha = alpha
        self.norm = LayerNorm(d_model, eps)

    def extra_repr(self) -> str:
        return f"alpha={self.alpha}, dropout={self.dropout}"

    def forward(self, x: Float[Tensor, "*B D"], sublayer: Sublayer) -> Float[Tensor, "*B D"]:
        return self.norm(self.alpha * x + self.branch(x, sublayer))
