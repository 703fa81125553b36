"""From lists of ids to what `Bert` reads: special tokens, segments, padding."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Bool, Int
from torch import Tensor


class Batch(NamedTuple):
    """ids, mask (True = a token, False = padding) and segments (0 or 1), (B, n) each: `model(*batch)`."""

    ids: Int[Tensor, "B n"]
    mask: Bool[Tensor, "B n"]
    segments: Int[Tensor, "B n"]


def join(a: Sequence[int], b: Sequence[int] | None, cls_id: int, sep_id: int) -> tuple[list[int], list[int]]:
    """[CLS] a [SEP], or [CLS] a [SEP] b [SEP], and the segment of each id (Devlin et al. 2019, fig. 2)."""
    first = [cls_id, *a, sep_id]
    second = [] if b is None else [*b, sep_id]
    return first + second, [0] * len(first) + [1] * len(second)


def truncate(a: Sequence[int], b: Sequence[int] | None, room: int) -> tuple[list[int], list[int] | None]:
    """Drop ids from the end of the longer one (of b, when they are equally long) until both fit into room.

    What google-research/bert does for classification (`run_classifier.py`). Raises ValueError for a negative room.
    """
    if room < 0:
        raise ValueError(f"max_length: expected room for the special tokens, got {-room} too few")
    if b is None:
        return list(a[:room]), None
    a, b = list(a), list(b)
    while len(a) + len(b) > room:
        (a if len(a) > len(b) else b).pop()
    return a, b


def pad(rows: Sequence[tuple[Sequence[int], Sequence[int]]], pad_id: int) -> Batch:
    """Rows of (ids, segments), filled up on the right to the longest with pad_id and segment 0.

    Raises ValueError for no row at all, or a row without ids.
    """
    if not rows or not all(ids for ids, _ in rows):
        raise ValueError("rows: expected at least one row, each with at least one id")
    n = max(len(ids) for ids, _ in rows)
    return Batch(
        torch.tensor([[*ids, *[pad_id] * (n - len(ids))] for ids, _ in rows]),
        torch.tensor([[True] * len(ids) + [False] * (n - len(ids)) for ids, _ in rows]),
        torch.tensor([[*segments, *[0] * (n - len(segments))] for _, segments in rows]),
    )
