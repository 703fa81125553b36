"""Greedy decoding: the likeliest next word, again and again.

Letters: B batch, S source positions, R rows, t words to begin with.
"""

import torch
from jaxtyping import Int
from torch import Tensor

from faqformer.decoding.steps import (
    Decoded,
    Steps,
    TransformerSteps,
    next_log_probabilities,
    start_of,
)
from faqformer.require import require_batch, require_size
from faqformer.transformer import Transformer


def greedy(
    model: Transformer,
    source: Int[Tensor, "B S"],
    source_mask: Tensor | None = None,
    *,
    start: int,
    end: int,
    max_length: int | None = None,
    cache: bool = True,
) -> Decoded:
    """Write one text for each source, from the symbol start to the symbol end, or of max_length words.

    max_length: defaults to the model's n_positions. cache: False computes every word anew at every step, for the same
    result. Raises ValueError for a model in training mode or a max_length that does not fit, IndexError for a symbol
    outside the vocabulary, and what the model raises.
    """
    prefix, max_length = start_of(model, source, start, max_length)
    with torch.no_grad():
        steps = TransformerSteps(model, source, source_mask, cache)
    return greedy_from(steps, prefix, end=end, max_length=max_length)


@torch.no_grad()
def greedy_from(steps: Steps, prefix: Int[Tensor, "R t"], *, end: int, max_length: int) -> Decoded:
    """Continue each row of prefix by the likeliest words, until the symbol end or for max_length words.

    A row that has ended is not continued. Raises ValueError for an empty prefix or max_length < 1, IndexError for an
    end outside the vocabulary.
    """
    require_batch("prefix", prefix)
    require_size("max_length", max_length)
    ids = prefix
    finished = torch.zeros(len(prefix), dtype=torch.bool, device=prefix.device)
    lengths, scores = torch.zeros_like(finished, dtype=torch.int64), 0.0
    for _ in range(max_length):
        log_p, word = next_log_probabilities(steps, ids, end).max(-1)
        scores = scores + log_p.masked_fill(finished, 0.0)
        lengths = lengths + ~finished
        ids = torch.cat([ids, word.masked_fill(finished, end).unsqueeze(-1)], -1)
        finished = finished | (word == end)
        if finished.all():
            break
    return Decoded(ids[:, prefix.shape[1] :], lengths, scores)
