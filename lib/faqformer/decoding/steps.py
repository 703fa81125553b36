"""What decoding asks of a model: the logits of the next word, and to keep some of the rows.

Letters: R rows (texts that are being written), t words so far, V vocabulary, B batch, S source positions.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from faqformer.require import require_id
from faqformer.transformer import Transformer


class Decoded(NamedTuple):
    """What was written, without what it began with. `*R` is (B,), or (B, width) from a beam, the best first.

    A text that ended before the longest is filled up with the end symbol.
    """

    ids: Tensor  # *R n
    lengths: Tensor  # *R: how many words belong to the text, its end symbol included
    scores: Tensor  # *R: log-probability in nats; a beam's is divided by its length penalty


@runtime_checkable
class Steps(Protocol):
    """One text a row, one more word a step."""

    def __call__(self, ids: Int[Tensor, "R t"]) -> Float[Tensor, "R V"]:
        """The logits of the next word after all the ids so far, the same rows each time, one word longer."""

    def select(self, rows: Int[Tensor, "N"]) -> None:
        """Keep these rows, in this order; a row may be kept twice, or not at all."""


class Stateless:
    """Steps of a function that reads all the ids each time: (R, t) -> logits (R, V)."""

    def __init__(self, next_logits: Callable[[Tensor], Tensor]):
        self.next_logits = next_logits

    def __call__(self, ids: Int[Tensor, "R t"]) -> Float[Tensor, "R V"]:
        return self.next_logits(ids)

    def select(self, rows: Int[Tensor, "N"]) -> None:
        """There is nothing to keep."""


class TransformerSteps:
    """Steps of a Transformer whose source has been read once; with a cache each step computes the newest word alone.

    Raises ValueError for a model in training mode: its dropout would write a different text each time.
    """

    def __init__(
        self, model: Transformer, source: Int[Tensor, "B S"], source_mask: Tensor | None = None, cache: bool = True
    ):
        if model.training:
            raise ValueError("model: expected evaluation mode, got training mode; call model.eval() first")
        self.model, self.source_mask = model, source_mask
        self.memory = model.encode(source, source_mask)
        self.cache = model.new_cache() if cache else None

    def __call__(self, ids: Int[Tensor, "R t"]) -> Float[Tensor, "R V"]:
        new = ids if self.cache is None else ids[:, len(self.cache) :]
        return self.model.decode(new, self.memory, source_mask=self.source_mask, cache=self.cache)[:, -1]

    def select(self, rows: Int[Tensor, "N"]) -> None:
        self.memory = self.memory[rows]
        if self.source_mask is not None:
            self.source_mask = self.source_mask[rows]
        if self.cache is not None:
            self.cache.select(rows)


def next_log_probabilities(steps: Steps, ids: Int[Tensor, "R t"], end: int) -> Float[Tensor, "R V"]:
    """The log-probabilities of the next word, in float32 at least."""
    logits = steps(ids)
    require_id("end", end, logits.shape[-1])
    return logits.log_softmax(-1, dtype=torch.promote_types(logits.dtype, torch.float32))


def start_of(model: Transformer, source: Tensor, start: int, max_length: int | None) -> tuple[Tensor, int]:
    """The prefix (B, 1) of start symbols, and the most words that may follow: all that the model has positions for."""
    n_positions = model.config.n_positions
    require_id("start", start, model.config.target_vocab_size)
    max_length = n_positions if max_length is None else max_length
    if max_length > n_positions:  # the last word is not read again, so start and the others just fit
        raise ValueError(f"max_length: expected at most n_positions = {n_positions}, got {max_length}")
    return source.new_full((len(source), 1), start), max_length
