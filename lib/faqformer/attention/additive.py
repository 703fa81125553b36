"""Additive attention: a small network scores each pair of query and key.

Letters: T queries, S keys, Q and K widths of a query and a key, V width of a value; `*B` any leading axes.
"""

from collections.abc import Callable

from jaxtyping import Float
from torch import Tensor, nn

from faqformer.attention.dot_product import masked_softmax, weighted_sum
from faqformer.require import require_sequences, require_sizes


class AdditiveAttention(nn.Module):
    """score(q, k) = vᵀ tanh(W_q q + W_k k) (Bahdanau et al. 2015, app. A.1.2, without biases).

    d_q, d_k: widths of a query and a key; d_hidden: width of the hidden layer. Raises ValueError for one below 1.
    """

    def __init__(self, d_q: int, d_k: int, d_hidden: int):
        super().__init__()
        require_sizes(d_q=d_q, d_k=d_k, d_hidden=d_hidden)
        self.W_q = nn.Linear(d_q, d_hidden, bias=False)
        self.W_k = nn.Linear(d_k, d_hidden, bias=False)
        self.v = nn.Linear(d_hidden, 1, bias=False)
        self.watchers: list[Callable[[Tensor], None]] = []  # each is shown the weights, *B T S

    def scores(self, q: Float[Tensor, "*B T Q"], k: Float[Tensor, "*B S K"]) -> Float[Tensor, "*B T S"]:
        """The score of every pair; its hidden layer takes T · S · d_hidden numbers a batch entry."""
        hidden = self.W_q(q).unsqueeze(-2) + self.W_k(k).unsqueeze(-3)  # *B T S hidden
        return self.v(hidden.tanh()).squeeze(-1)

    def forward(
        self,
        q: Float[Tensor, "*B T Q"],
        k: Float[Tensor, "*B S K"],
        v: Float[Tensor, "*B S V"],
        mask: Tensor | None = None,
    ) -> tuple[Float[Tensor, "*B T V"], Float[Tensor, "*B T S"]]:
        """softmax(scores) v and its weights; mask as in `attention`. Raises as `attention` does."""
        require_sequences(q, k, v)
        for name, tensor, linear in (("q", q, self.W_q), ("k", k, self.W_k)):
            if tensor.shape[-1] != linear.in_features:
                raise ValueError(f"{name}: expected width {linear.in_features}, got {tensor.shape[-1]}")
        weights = masked_softmax(self.scores(q, k), mask)
        for watcher in self.watchers:
            watcher(weights)
        return weighted_sum(weights, v, mask), weights
