"""Next-sentence prediction: pairs of texts, of which the second follows the first or comes from elsewhere."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch

Document = Sequence[Sequence[Any]]  # sentences, each its tokens


class SentencePair(NamedTuple):
    """Two texts, each the tokens of one sentence or more, and whether b followed a where they come from."""

    a: list[Any]
    b: list[Any]
    follows: bool


def next_sentence_pairs(
    documents: Sequence[Document], index: int, target: int, generator: torch.Generator
) -> list[SentencePair]:
    """The pairs that BERT's data generator makes of documents[index] (`create_pretraining_data.py`).

    Sentences are gathered until they have target tokens. This chunk is cut between two sentences, any of its gaps as
    likely as another; a is what stands before the cut. A fair coin decides whether b is the rest, or starts at a random
    sentence of another document and goes on until a and b have target tokens, or to that document's end. A chunk of one
    sentence has no rest: its b is always another document's. A rest that was not used begins the next chunk.
    Left out here: one document in ten gets a shorter target, and pairs that are too long are cut.
    Raises ValueError for fewer than two documents, one without sentences, or a target below 1, IndexError for an index
    that is none of a document.
    """
    if len(documents) < 2 or not all(documents):
        raise ValueError("documents: expected at least two, each with a sentence")
    if target < 1:
        raise ValueError(f"target: expected at least 1 token, got {target}")
    if not 0 <= index < len(documents):
        raise IndexError(f"index: expected 0 to {len(documents) - 1}, got {index}")

    def below(n: int) -> int:
        return int(torch.randint(n, (), generator=generator))

    document, pairs, i = documents[index], [], 0
    while i < len(document):
        end = _gather(document, i, target)
        cut = i + 1 + (below(end - i - 1) if end - i > 1 else 0)
        a = _joined(document[i:cut])
        follows = end - i > 1 and below(2) == 0
        if follows:
            b, i = _joined(document[cut:end]), end
        else:
            other = documents[(index + 1 + below(len(documents) - 1)) % len(documents)]
            start = below(len(other))
            b, i = _joined(other[start : _gather(other, start, target - len(a))]), cut
        pairs.append(SentencePair(a, b, follows))
    return pairs


def _gather(document: Document, start: int, target: int) -> int:
    """Where the sentences from start on, at least one, first have target tokens; else the document's end."""
    length = 0
    for end in range(start, len(document)):
        length += len(document[end])
        if length >= target:
            return end + 1
    return len(document)


def _joined(sentences: Document) -> list[Any]:
    return [token for sentence in sentences for token in sentence]
