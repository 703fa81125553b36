"""Beam search: the few likeliest beginnings side by side.

Letters: B batch, W width of the beam, V vocabulary, S source positions, t words to begin with.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from faqformer.decoding.steps import (
    Decoded,
    Steps,
    TransformerSteps,
    next_log_probabilities,
    start_of,
)
from faqformer.require import require_at_least, require_batch, require_size
from faqformer.transformer import Transformer


def gnmt_penalty(lengths: Tensor | float, alpha: float) -> Tensor | float:
    """((5 + length) / 6)^alpha: what a text's log-probability is divided by (Wu et al. 2016, eq. 14).

    A log-probability falls with every word, so that undivided (alpha = 0) it favours short texts.
    """
    if isinstance(lengths, Tensor):
        lengths = lengths.double()  # an integer tensor's quotient would be in torch's default dtype
    return ((5 + lengths) / 6) ** alpha


def beam_search(
    model: Transformer,
    source: Int[Tensor, "B S"],
    source_mask: Tensor | None = None,
    *,
    start: int,
    end: int,
    width: int = 4,
    length_penalty: float = 0.6,
    max_length: int | None = None,
    cache: bool = True,
) -> Decoded:
    """The `width` best texts that a beam finds for each source, from start to end; the rest is as in `greedy`.

    Width 4 and length penalty 0.6 are the paper's (Vaswani et al. 2017, 6.1). See `beam_search_from`.
    """
    prefix, max_length = start_of(model, source, start, max_length)
    with torch.no_grad():
        steps = TransformerSteps(model, source, source_mask, cache)
    return beam_search_from(steps, prefix, end=end, max_length=max_length, width=width, length_penalty=length_penalty)


@torch.no_grad()
def beam_search_from(
    steps: Steps,
    prefix: Int[Tensor, "B t"],
    *,
    end: int,
    max_length: int,
    width: int = 4,
    length_penalty: float = 0.6,
) -> Decoded:
    """Continue each row of prefix; the result is (B, W, n), each row's texts from the best to the worst.

    Each step keeps the likeliest continuations of all live texts of a row. One that ends, with the symbol end or with
    its max_length-th word, leaves the beam (Sutskever et al. 2014, 3.2), which is narrower by one from then on; the
    search is over when none is live. Only then are the texts ranked, by log-probability / `gnmt_penalty`. Width 1 is
    greedy decoding. A place that no text took, where there are fewer than W texts, has score −inf.
    Raises ValueError for an empty prefix, a width or max_length < 1 or a negative penalty, IndexError for an end
    outside the vocabulary.
    """
    require_batch("prefix", prefix)
    require_size("max_length", max_length)
    require_size("width", width)
    require_at_least("length_penalty", length_penalty, 0)
    batch, device = len(prefix), prefix.device
    steps.select(torch.arange(batch, device=device).repeat_interleave(width))
    ids = prefix.repeat_interleave(width, 0)  # B·W t
    place = torch.arange(width, device=device)
    log_p = torch.where(place == 0, 0.0, -torch.inf).repeat(batch, 1)  # B W: at first one text a row
    finished = torch.zeros(batch, width, dtype=torch.bool, device=device)
    lengths = torch.zeros(batch, width, dtype=torch.int64, device=device)
    for _ in range(max_length):
        parent, word, best = _continuations(next_log_probabilities(steps, ids, end), log_p, finished)
        # The live texts come first, the finished ones move to the end of the beam.
        old = finished.long().argsort(dim=-1, stable=True)
        live = place < (~finished).sum(-1, keepdim=True)
        parent, word = parent.where(live, old), word.where(live, end)
        log_p = best.where(live, log_p.gather(-1, old))
        lengths = lengths.gather(-1, parent) + live
        finished = ~live | ((word == end) & (log_p > -torch.inf))
        rows = (parent + width * torch.arange(batch, device=device)[:, None]).flatten()
        steps.select(rows)
        ids = torch.cat([ids[rows], word.flatten()[:, None]], -1)
        if (finished | (log_p == -torch.inf)).all():
            break
    scores = log_p / gnmt_penalty(lengths, length_penalty).to(log_p.dtype)
    rank = scores.argsort(dim=-1, descending=True, stable=True)
    texts = ids[:, prefix.shape[1] :].unflatten(0, (batch, width))
    return Decoded(texts.take_along_dim(rank[..., None], 1), lengths.gather(-1, rank), scores.gather(-1, rank))


def _continuations(
    next_log_p: Float[Tensor, "R V"], log_p: Float[Tensor, "B W"], finished: Tensor
) -> tuple[Int[Tensor, "B W"], Int[Tensor, "B W"], Float[Tensor, "B W"]]:
    """The W likeliest continuations of each row's live texts: which text, which word, and its log-probability."""
    vocab_size = next_log_p.shape[-1]
    every = log_p.masked_fill(finished, -torch.inf)[..., None] + next_log_p.unflatten(0, log_p.shape)  # B W V
    best, index = every.flatten(1).topk(log_p.shape[-1])
    return index // vocab_size, index % vocab_size, best
