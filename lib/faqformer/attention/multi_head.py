"""Multi-head attention: h attentions side by side, each on its own projection.

Letters: B batch, H heads, T queries, S keys, D model width, K head width (d_k = d_model / n_heads).
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from faqformer.attention.cache import KVCache
from faqformer.attention.dot_product import attention, weighted_sum
from faqformer.require import require_head_bias, require_head_mask, require_heads, require_input, require_share


class MultiHeadAttention(nn.Module):
    """Concat(head_1, …, head_h) W_o with head_i = attention(x W_q^i, memory W_k^i, memory W_v^i).

    Vaswani et al. 2017, 3.2.2. projection_bias adds a bias to all four projections, as BERT has and the paper has not;
    dropout acts on the weights. Each projection is Xavier-uniform on its own (d_model, d_model) matrix; biases are 0.
    The weights are seen through `instruments.recorded`, which lists itself in `watchers`.
    Raises ValueError when d_model is not a positive multiple of n_heads, or dropout not in [0, 1).
    """

    def __init__(self, d_model: int, n_heads: int, projection_bias: bool = False, dropout: float = 0.0):
        super().__init__()
        require_heads(d_model, n_heads)
        require_share("dropout", dropout)
        self.d_model, self.n_heads, self.dropout = d_model, n_heads, dropout
        self.watchers: list[Callable[[Tensor], None]] = []  # each is shown the weights, B H T S
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
        bias: Tensor | Callable[[Tensor, Tensor], Tensor] | None = None,
        cache: KVCache | None = None,
        turn: Callable[[Tensor, Tensor], tuple[Tensor, Tensor]] | None = None,
    ) -> Float[Tensor, "B T D"]:
        """Attend from x to memory (B, S, D), or to x itself; the output is (B, T, D).

        mask: bool, True = may attend, (T, S) or (1|B, 1|H, 1|T, S); a padding mask (B, S) needs its two axes,
        mask[:, None, None, :]. bias: finite, in x's dtype, added to the scores, shaped like a mask; or bias(q, k) that
        gives it, where positions are compared with the content. turn(q, k): the queries and keys to compare instead,
        of the same shapes: rotary positions, or norms. Both get q (B, H, T, K) and k (B, H, S, K), all cached keys.
        cache: for self-attention, x's keys and values are appended to it and S counts all stored positions; with a
        memory, the memory's keys and values are computed once and read from it afterwards.
        Raises TypeError or ValueError for operands that do not fit; the cache is then as it was, unless it is what bias
        or turn return that does not fit: they are asked after it has grown.
        """
        require_input("x", x, self.d_model, self.W_q.weight.dtype)
        if memory is None:
            n_keys = x.shape[1] + (0 if cache is None else len(cache))
        else:
            require_input("memory", memory, self.d_model, self.W_q.weight.dtype)
            if memory.shape[0] != x.shape[0]:
                raise ValueError(f"memory: expected the batch size of x, {x.shape[0]}, got {memory.shape[0]}")
            n_keys = memory.shape[1]
        shape = (x.shape[0], self.n_heads, x.shape[1], n_keys)  # of the scores, B H T S
        if mask is not None:
            require_head_mask(mask, shape, x.device)
        if isinstance(bias, Tensor):
            require_head_bias(bias, shape, x)

        q = self._split(self.W_q(x))
        k, v = self._keys_and_values(x, memory, cache)
        if turn is not None:
            q, k = _turned(turn, q, k)
        if callable(bias):
            bias = bias(q, k)
            require_head_bias(bias, shape, x)
        dropout = self.dropout if self.training else 0.0
        attend = self._watched if self.watchers else _fused
        heads = attend(q, k, v, mask, bias, dropout)
        return self.W_o(heads.transpose(1, 2).flatten(-2))  # B H T K -> B T D

    def _keys_and_values(self, x: Tensor, memory: Tensor | None, cache: KVCache | None) -> tuple[Tensor, Tensor]:
        if memory is not None and cache is not None and len(cache):
            wanted = (memory.shape[0], self.n_heads, memory.shape[1], self.d_model // self.n_heads)
            if cache.keys.shape != wanted:
                raise ValueError(f"cache: expected the keys of memory, {wanted}, got {tuple(cache.keys.shape)}")
            return cache.keys, cache.values
        source = x if memory is None else memory
        k, v = self._split(self.W_k(source)), self._split(self.W_v(source))
        return (k, v) if cache is None else cache.append(k, v)

    def _split(self, x: Tensor) -> Float[Tensor, "B H T K"]:
        return x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)  # B T D -> B H T K

    def _watched(
        self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, bias: Tensor | None, dropout: float
    ) -> Float[Tensor, "B H T K"]:
        """The heads by the formula, whose weights, before dropout, can be shown; the fused kernel never has them."""
        heads, weights = attention(q, k, v, mask, bias)
        for watcher in self.watchers:
            watcher(weights)
        return weighted_sum(F.dropout(weights, dropout), v, mask) if dropout else heads


def _turned(turn: Callable[[Tensor, Tensor], tuple[Tensor, Tensor]], q: Tensor, k: Tensor) -> tuple[Tensor, Tensor]:
    """turn(q, k). Raises ValueError when a shape has changed."""
    turned = turn(q, k)
    for name, before, after in zip("qk", (q, k), turned, strict=True):
        if after.shape != before.shape:
            raise ValueError(f"turn: expected {name} of the shape {tuple(before.shape)}, got {tuple(after.shape)}")
    return turned


def _fused(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, bias: Tensor | None, dropout: float) -> Tensor:
    """torch's kernel, with a query that may attend to nothing kept out of its softmax and zeroed after."""
    if mask is None:
        return F.scaled_dot_product_attention(q, k, v, attn_mask=bias, dropout_p=dropout)
    empty = ~mask.any(-1, keepdim=True)
    allowed = mask | empty
    added = allowed if bias is None else bias.masked_fill(~allowed, -torch.inf)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=added, dropout_p=dropout).masked_fill(empty, 0.0)
