"""What heads must be that share keys and values in groups.

Letters: H query heads, G heads of keys and values, T queries, S keys.
"""

from torch import Tensor

from faqformer.require.numbers import require_heads, require_size


def require_kv_heads(d_model: int, n_heads: int, n_kv_heads: int) -> None:
    """Raise as `require_heads` and `require_size` do, and ValueError unless n_heads make up n_kv_heads equal groups."""
    require_heads(d_model, n_heads)
    require_size("n_kv_heads", n_kv_heads)
    if n_heads % n_kv_heads:
        raise ValueError(f"n_heads: expected a multiple of n_kv_heads = {n_kv_heads}, got {n_heads}")


def require_groups(q: Tensor, k: Tensor, v: Tensor) -> None:
    """Raise ValueError unless q (*B, H, T, …), k and v (*B, G, S, …) agree, and G divides H."""
    for name, tensor in (("q", q), ("k", k), ("v", v)):
        if tensor.ndim < 3:
            raise ValueError(
                f"{name}: expected at least three axes (heads, sequence, width), got shape {tuple(tensor.shape)}"
            )
    if q.shape[:-3] != k.shape[:-3] or k.shape[:-1] != v.shape[:-1]:
        raise ValueError(
            "q, k, v: expected the same axes before the heads, and a value for each key of each head, got "
            f"{tuple(q.shape)}, {tuple(k.shape)}, {tuple(v.shape)}"
        )
    n_heads, n_kv_heads = q.shape[-3], k.shape[-3]
    if not n_heads or not n_kv_heads or n_heads % n_kv_heads:
        raise ValueError(
            f"q: expected a multiple of the {n_kv_heads} heads of keys and values, at least 1, got {n_heads}"
        )
