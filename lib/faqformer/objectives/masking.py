"""Masked language modelling: which tokens to predict, and what stands in their place.

Letters: B batch, n tokens of a sequence, V vocabulary.
"""

from collections.abc import Iterable
from typing import NamedTuple

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from faqformer.require import require_batch, require_id, require_ids, require_size, require_token_mask

IGNORED = -100  # torch's cross-entropy skips this label by default


class Masked(NamedTuple):
    """What `mask_tokens` returns; the fields have the shape of its ids, (B, n)."""

    ids: Tensor  # what the model reads
    labels: Tensor  # the original id where it is to be predicted, −100 elsewhere
    selected: Tensor  # bool, True = is to be predicted


def mask_tokens(
    ids: Int[Tensor, "B n"],
    *,
    vocab_size: int,
    mask_id: int,
    special: Iterable[int],
    generator: torch.Generator,
    mask: Tensor | None = None,
    rate: float = 0.15,
    cap: int | None = None,
    shares: tuple[float, float] = (0.8, 0.1),
) -> Masked:
    """Select tokens to predict and corrupt them, as BERT's own data generator does (Devlin et al. 2019, 3.1, A.1).

    In a sequence of n tokens, special ones counted, min(cap, max(1, round(rate · n))) are selected: without
    replacement, among those that are not special; all of those when there are fewer. A half rounds to the even number.
    Each selected token becomes mask_id with the first share, a random word of the whole vocabulary with the second
    (possibly itself), and else stays.
    vocab_size: V. special: ids never selected ([CLS], [SEP], …). mask: padding mask (B, n), True = token; padding is
    neither counted nor selected. cap: BERT's max_predictions_per_seq; None = none.
    Raises TypeError, ValueError or IndexError for arguments that do not fit.
    """
    candidate = _candidates(ids, vocab_size, mask_id, special, mask, rate)
    if cap is not None:
        require_size("cap", cap)
    lengths = ids.new_full((len(ids),), ids.shape[1]) if mask is None else mask.sum(-1)
    wanted = (lengths.double() * rate).round().clamp(min=1, max=cap)
    # The k smallest of n independent draws are a uniform choice of k without replacement.
    draws = _uniform(ids, generator).masked_fill(~candidate, torch.inf)
    rank = draws.argsort(-1).argsort(-1)
    return _corrupt(ids, candidate & (rank < wanted[:, None]), vocab_size, mask_id, shares, generator)


def _candidates(
    ids: Tensor, vocab_size: int, mask_id: int, special: Iterable[int], mask: Tensor | None, rate: float
) -> Bool[Tensor, "B n"]:
    require_batch("ids", ids)
    require_ids("ids", ids, vocab_size)
    require_id("mask_id", mask_id, vocab_size)
    if not 0 < rate <= 1:
        raise ValueError(f"rate: expected a share in (0, 1], got {rate}")
    candidate = ~torch.isin(ids, torch.tensor(list(special), dtype=ids.dtype, device=ids.device))
    if mask is None:
        return candidate
    require_token_mask("mask", mask, ids.shape)
    return candidate & mask


def _corrupt(
    ids: Tensor,
    selected: Tensor,
    vocab_size: int,
    mask_id: int,
    shares: tuple[float, float],
    generator: torch.Generator,
) -> Masked:
    masked_share, random_share = shares
    if not (masked_share >= 0 and random_share >= 0 and masked_share + random_share <= 1):
        raise ValueError(f"shares: expected two shares (mask, random) with a sum of at most 1, got {shares}")
    # One draw decides a token's fate: with a second one, random words would overwrite [MASK] tokens.
    fate = _uniform(ids, generator)
    random_words = torch.randint(vocab_size, ids.shape, generator=generator, device=generator.device).to(ids)
    corrupted = ids.where(fate >= masked_share + random_share, random_words).masked_fill(fate < masked_share, mask_id)
    return Masked(corrupted.where(selected, ids), ids.masked_fill(~selected, IGNORED), selected)


def _uniform(ids: Tensor, generator: torch.Generator) -> Tensor:
    return torch.rand(ids.shape, generator=generator, dtype=torch.float32, device=generator.device).to(ids.device)
