"""Masks: bool tensors, True = may attend. Combine them with `&`; nothing else is a mask here."""

import torch
from jaxtyping import Bool
from torch import Tensor

from faqformer.require import require_sizes


def padding_mask(lengths: Tensor | list[int], n: int | None = None) -> Bool[Tensor, "B n"]:
    """Which of n positions hold a token, for sequences of the given lengths (padding on the right).

    n defaults to the longest length. For `MultiHeadAttention` insert the head and query axes: mask[:, None, None, :].
    Raises TypeError for lengths or an n that are no integers, ValueError for an empty batch or a length outside 0…n.
    """
    lengths = torch.as_tensor(lengths)
    if lengths.ndim != 1 or not len(lengths):
        raise ValueError(f"lengths: expected one integer a sequence, at least one, got shape {tuple(lengths.shape)}")
    if lengths.is_floating_point() or lengths.is_complex() or lengths.dtype == torch.bool:
        raise TypeError(f"lengths: expected integers, got {lengths.dtype}")
    if not isinstance(n, int | torch.SymInt | None):
        raise TypeError(f"n: expected an integer, got {n!r}")
    lengths = lengths.long()  # in uint8, 300 would wrap to 44
    n = int(lengths.max()) if n is None else n
    if not ((lengths >= 0) & (lengths <= n)).all():
        raise ValueError(f"lengths: expected values from 0 to n = {n}, got {lengths.tolist()}")
    return torch.arange(n, device=lengths.device) < lengths[:, None]


def causal_mask(
    n_query: int, n_key: int | None = None, device: torch.device | str | None = None
) -> Bool[Tensor, "T S"]:
    """Which keys each query may see when none may look ahead; n_key defaults to n_query.

    Aligned at the bottom right: the last query is the last key's position, as in decoding with a cache, where the
    queries are the newest n_query of n_key positions. Raises ValueError for a negative size or n_key < n_query.
    """
    n_key = n_query if n_key is None else n_key
    if not 0 <= n_query <= n_key:
        raise ValueError(f"n_query: expected 0 ≤ n_query ≤ n_key, got n_query = {n_query}, n_key = {n_key}")
    return torch.ones(n_query, n_key, dtype=torch.bool, device=device).tril(n_key - n_query)


def local_mask(n: int, radius: int, n_global: int = 0, device: torch.device | str | None = None) -> Bool[Tensor, "n n"]:
    """Which keys each of n queries may see within `radius` positions to either side.

    The first n_global tokens see all and are seen by all, as [CLS] in Longformer (Beltagy et al. 2020, 3.1).
    Raises TypeError for a size that is no integer, ValueError for a negative one.
    """
    require_sizes(least=0, n=n, radius=radius, n_global=n_global)
    i = torch.arange(n, device=device)
    is_global = i < n_global
    return ((i[:, None] - i).abs() <= radius) | is_global[:, None] | is_global
