"""Label smoothing: the target is a distribution that leaves a little to every word.

Letters: V vocabulary; `*B` any leading axes (batch, sequence).
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from faqformer.require import require_ids, require_share, require_token_mask


def label_smoothing_loss(
    logits: Float[Tensor, "*B V"],
    target: Int[Tensor, "*B"],
    smoothing: float = 0.1,
    mask: Tensor | None = None,
    count: float | Tensor | None = None,
) -> Float[Tensor, ""]:
    """Cross-entropy in nats to (1 − smoothing) · one-hot + smoothing / V, averaged over the tokens that count.

    Vaswani et al. 2017, 5.4, with the mass spread over all V words, the right one included, as Szegedy et al. 2016 and
    torch have it; tensor2tensor and fairseq spread it over the V − 1 others, which is the same with
    smoothing · V / (V − 1) in the place of smoothing. smoothing = 0 is the plain cross-entropy, also where a
    logit is −inf. mask: bool, shaped like target, True = counts; where it is False, logits and target do not matter.
    count: what the sum is divided by; defaults to the number of tokens that count. A mean of means is not the mean:
    when accumulating over micro-batches of unequal length, give each the whole batch's count. A batch without any
    token that counts has loss 0 and gradient 0.
    Raises TypeError or ValueError for operands that do not fit, IndexError for a target outside the vocabulary.
    """
    vocab_size = logits.shape[-1]
    if target.shape != logits.shape[:-1]:
        raise ValueError(f"target: expected shape {tuple(logits.shape[:-1])}, got {tuple(target.shape)}")
    require_share("smoothing", smoothing)
    if mask is not None:
        require_token_mask("mask", mask, target.shape)
        target = target.where(mask, 0)  # so that any filler does
    require_ids("target", target, vocab_size)
    # Half precision has too few digits for a sum over the vocabulary.
    log_p = logits.log_softmax(-1, dtype=torch.promote_types(logits.dtype, torch.float32))
    loss = -log_p.gather(-1, target.long().unsqueeze(-1)).squeeze(-1)
    if smoothing:  # else 0 · ∞ where a probability is 0
        loss = (1 - smoothing) * loss - smoothing * log_p.mean(-1)
    if mask is not None:
        loss = loss.masked_fill(~mask, 0.0)
    if count is None:
        count = target.numel() if mask is None else mask.sum()
        count = max(count, 1) if mask is None else count.clamp(min=1)
    return loss.sum() / count
