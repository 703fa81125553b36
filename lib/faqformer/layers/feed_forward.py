"""The position-wise feed-forward layer: the same small network on every token, which sees no other token.

Letters: D model width, F inner width (d_ff).
"""

import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from faqformer.layers.activations import ACTIVATIONS
from faqformer.require import require_one_of, require_share, require_size, require_sizes, require_width


class FeedForward(nn.Module):
    """W_2 φ(W_1 x + b_1) + b_2 (Vaswani et al. 2017, eq. 2, where φ is ReLU).

    activation names φ: "relu", "gelu" (exact), "gelu_tanh" (BERT's own code), "silu" or "identity". dropout acts on the
    inner layer; the paper has none there. Weights are Xavier-uniform, biases 0.
    Raises ValueError for a size < 1, an unknown activation, a dropout outside [0, 1), or an input of another width.
    """

    def __init__(self, d_model: int, d_ff: int, activation: str = "relu", dropout: float = 0.0):
        super().__init__()
        require_sizes(d_model=d_model, d_ff=d_ff)
        require_share("dropout", dropout)
        require_one_of("activation", activation, ACTIVATIONS)
        self.d_model, self.activation, self.dropout = d_model, activation, dropout
        self.W_1, self.W_2 = nn.Linear(d_model, d_ff), nn.Linear(d_ff, d_model)
        for layer in (self.W_1, self.W_2):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)

    def extra_repr(self) -> str:
        return f"activation={self.activation!r}, dropout={self.dropout}"

    def forward(self, x: Float[Tensor, "*B D"]) -> Float[Tensor, "*B D"]:
        require_width(x, self.d_model)
        hidden = ACTIVATIONS[self.activation](self.W_1(x))  # *B F
        return self.W_2(F.dropout(hidden, self.dropout, self.training))


class SwiGLU(nn.Module):
    """W_2 (silu(W x) ⊙ V x): one half gates the other; without biases (Shazeer 2020, eq. 6).

    It has three matrices: `swiglu_width` gives the d_ff at which it is as large as a FeedForward. dropout acts on the
    inner layer. Weights are Xavier-uniform. Raises as FeedForward does.
    """

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0):
        super().__init__()
        require_sizes(d_model=d_model, d_ff=d_ff)
        require_share("dropout", dropout)
        self.d_model, self.dropout = d_model, dropout
        self.W, self.V = nn.Linear(d_model, d_ff, bias=False), nn.Linear(d_model, d_ff, bias=False)
        self.W_2 = nn.Linear(d_ff, d_model, bias=False)
        for layer in (self.W, self.V, self.W_2):
            nn.init.xavier_uniform_(layer.weight)

    def extra_repr(self) -> str:
        return f"dropout={self.dropout}"

    def forward(self, x: Float[Tensor, "*B D"]) -> Float[Tensor, "*B D"]:
        require_width(x, self.d_model)
        hidden = F.silu(self.W(x)) * self.V(x)  # *B F
        return self.W_2(F.dropout(hidden, self.dropout, self.training))


def swiglu_width(d_ff: int) -> int:
    """The inner width at which SwiGLU has as many weights as a FeedForward of width d_ff: ⅔ d_ff, rounded."""
    require_size("d_ff", d_ff)
    return round(2 * d_ff / 3)
