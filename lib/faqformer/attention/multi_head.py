"""Multi-head attention: h attentions side by side, each on its own projection.

Letters: B batch, H heads, T queries, S keys, D model width, K head width (d_k = d_model / n_heads).
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from faqformer.attention.cache import KVCache
from faqformer.attention.dot_product import masked_softmax, require_bias
from faqformer.masks import require_mask


class MultiHeadAttention(nn.Module):
    """Concat(head_1, …, head_h) W_o with head_i = attention(x W_q^i, memory W_k^i, memory W_v^i).

    Vaswani et al. 2017, 3.2.2. projection_bias adds a bias to all four projections, as BERT has and the paper has not;
    dropout acts on the weights. Each projection is Xavier-uniform on its own (d_model, d_model) matrix; biases are 0.
    Raises ValueError when d_model is not divisible by n_heads.
    """

    def __init__(self, d_model: int, n_heads: int, projection_bias: bool = False, dropout: float = 0.0):
        super().__init__()
        if d_model < 1 or n_heads < 1 or d_model % n_heads:
            raise ValueError(f"d_model: expected a positive multiple of n_heads = {n_heads}, got {d_model}")
        if not 0 <= dropout < 1:
            raise ValueError(f"dropout: expected a probability in [0, 1), got {dropout}")
        self.d_model, self.n_heads, self.dropout = d_model, n_heads, dropout
        self.W_q = nn.Linear(d_model, d_model, bias=projection_bias)
        self.W_k = nn.Linear(d_model, d_model, bias=projection_bias)
        self.W_v = nn.Linear(d_model, d_model, bias=projection_bias)
        self.W_o = nn.Linear(d_model, d_model, bias=projection_bias)
        for projection in (self.W_q, self.W_k, self.W_v, self.W_o):
            nn.init.xavier_uniform_(projection.weight)
            if projection_bias:
                nn.init.zeros_(projection.bias)

    def extra_repr(self) -> str:
        return f"n_heads={self.n_heads}, dropout={self.dropout}"

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        memory: Tensor | None = None,
        mask: Tensor | None = None,
        bias: Tensor | None = None,
        cache: KVCache | None = None,
        return_weights: bool = False,
    ) -> Tensor | tuple[Tensor, Tensor]:
        """Attend from x to memory (B, S, D), or to x itself; the output is (B, T, D).

        mask: bool, True = may attend, (T, S) or (B, 1|H, T|1, S). bias: added to the scores, shaped like a mask.
        cache: for self-attention, x's keys and values are appended to it and S counts all stored positions; with a
        memory, the memory's keys and values are computed once and read from it afterwards.
        return_weights: also return the weights (B, H, T, S), before dropout; computed without the fused kernel.
        Raises TypeError or ValueError for operands that do not fit.
        """
        self._require_width("x", x)
        q = self._split(self.W_q(x))
        k, v = self._keys_and_values(x, memory, cache)
        shape = torch.Size((*q.shape[:-1], k.shape[-2]))  # B H T S
        if mask is not None:
            self._require_axes("mask", mask, shape)
            require_mask(mask, shape)
        if bias is not None:
            self._require_axes("bias", bias, shape)
            require_bias(bias, shape)
        dropout = self.dropout if self.training else 0.0
        if return_weights:
            scores = q @ k.mT * q.shape[-1] ** -0.5
            weights = masked_softmax(scores if bias is None else scores + bias, mask)
            heads = F.dropout(weights, dropout) @ v
            return self._join(heads), weights
        return self._join(self._fused(q, k, v, mask, bias, dropout))

    def _keys_and_values(self, x: Tensor, memory: Tensor | None, cache: KVCache | None) -> tuple[Tensor, Tensor]:
        if memory is None:
            k, v = self._split(self.W_k(x)), self._split(self.W_v(x))
            return (k, v) if cache is None else cache.append(k, v)
        self._require_width("memory", memory)
        if len(memory) != len(x):
            raise ValueError(f"memory: expected the batch size of x, {len(x)}, got {len(memory)}")
        if cache is not None and len(cache):
            return cache.keys, cache.values
        k, v = self._split(self.W_k(memory)), self._split(self.W_v(memory))
        return (k, v) if cache is None else cache.append(k, v)

    def _fused(
        self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, bias: Tensor | None, dropout: float
    ) -> Tensor:
        """torch's kernel, with a query that may attend to nothing kept out of its softmax and zeroed after."""
        if mask is None:
            return F.scaled_dot_product_attention(q, k, v, attn_mask=bias, dropout_p=dropout)
        empty = ~mask.any(-1, keepdim=True)
        allowed = mask | empty
        added = allowed if bias is None else bias.masked_fill(~allowed, -torch.inf)
        return F.scaled_dot_product_attention(q, k, v, attn_mask=added, dropout_p=dropout).masked_fill(empty, 0.0)

    def _split(self, x: Tensor) -> Float[Tensor, "B H T K"]:
        return x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)  # B T D -> B H T K

    def _join(self, heads: Float[Tensor, "B H T K"]) -> Float[Tensor, "B T D"]:
        return self.W_o(heads.transpose(1, 2).flatten(-2))

    def _require_width(self, name: str, x: Tensor) -> None:
        if x.ndim != 3 or x.shape[-1] != self.d_model:
            raise ValueError(f"{name}: expected (batch, length, d_model = {self.d_model}), got {tuple(x.shape)}")

    @staticmethod
    def _require_axes(name: str, value: Tensor, shape: torch.Size) -> None:
        """(T, S), or four axes whose batch and keys are given in full: a (B, S) mask must not be read as (T, S)."""
        batch, heads, queries, keys = shape
        full = value.shape == (queries, keys) or (
            value.ndim == 4
            and value.shape[0] in (1, batch)
            and value.shape[1] in (1, heads)
            and value.shape[2] in (1, queries)
            and value.shape[3] == keys
        )
        if not full:
            raise ValueError(
                f"{name}: expected (T, S) = {(queries, keys)} or "
                f"(B, 1|H, T|1, S) = ({batch}, 1|{heads}, {queries}|1, {keys}), got {tuple(value.shape)}"
            )
