"""Bytes that attention, decoding and training keep."""

from faqformer.require import require_sizes


def kv_cache_bytes(n: int, d_model: int, n_layers: int, batch: int = 1, item: int = 4) -> int:
    """Bytes that cached decoding keeps for n positions: a key and a value of width d_model in every layer.

    item: bytes a number (4 for float32, 2 for bfloat16). With grouped heads put n_kv_heads · d_k for d_model.
    """
    require_sizes(n=n, d_model=d_model, n_layers=n_layers, batch=batch, item=item)
    return 2 * batch * n * d_model * n_layers * item


def attention_weight_bytes(n_query: int, n_key: int, n_heads: int, batch: int = 1, item: int = 4) -> int:
    """Bytes of one layer's attention weights, written out; a fused kernel never writes them."""
    require_sizes(n_query=n_query, n_key=n_key, n_heads=n_heads, batch=batch, item=item)
    return batch * n_heads * n_query * n_key * item


def activation_bytes(
    n: int, d_model: int, d_ff: int, n_heads: int, batch: int = 1, item: int = 4, fused: bool = True
) -> int:
    """Bytes that one post-norm encoder layer keeps for its backward pass, without dropout and mask.

    Of width d_model: the input (for W_q, W_k, W_v), q, k, v, what the heads give (for W_o), the two sums before the
    norms, and the first norm's output (for W_1). Of width d_ff: before and after the activation. Each norm keeps a mean
    and a deviation a position. The fused kernel keeps one number a query and head; without it the weights are kept.
    """
    require_sizes(n=n, d_model=d_model, d_ff=d_ff, n_heads=n_heads, batch=batch, item=item)
    rows = batch * n
    attending = rows * n_heads * (1 if fused else n)
    return item * (rows * (8 * d_model + 2 * d_ff + 4) + attending)
