"""Texts as a BERT that fills masks reads them: rows of ids, padded batches, masked batches.

Letters: B batch, n tokens of a row.
"""

from collections.abc import Iterable, Sequence

import torch

from faqformer.objectives import Masked, mask_tokens
from faqformer.subwords import WordPiece
from faqformer.subwords.batch import Batch, join, pad

MASK = "[MASK]"


def pack(lines: Iterable[Sequence[int]], room: int) -> list[list[int]]:
    """The lines' ids one after the other, in rows of at most room ids; a row begins where a line begins.

    Only a line that is longer than room is cut, into rows that begin inside it. Empty lines leave nothing.
    """
    rows: list[list[int]] = [[]]
    for line in lines:
        for start in range(0, len(line), room):
            chunk = line[start : start + room]
            if len(rows[-1]) + len(chunk) > room:
                rows.append([])
            rows[-1] += chunk
    return rows if rows[-1] else []


class Reader:
    """Texts to rows of ids, rows to batches, batches to masked batches.

    positions: the longest sequence, [CLS] and [SEP] included. Raises ValueError for fewer than 3.
    """

    def __init__(self, tokenizer: WordPiece, positions: int):
        if positions < 3:
            raise ValueError(f"positions: expected at least 3, got {positions}")
        self.tokenizer, self.room = tokenizer, positions - 2

    def encode(self, text: str) -> list[int]:
        """The ids of a text in which "[MASK]" is the mask, without [CLS] and [SEP]."""
        first, *others = (self.tokenizer.encode(between) for between in text.split(MASK))
        return [*first, *(i for ids in others for i in (self.tokenizer.mask_id, *ids))]

    def passages(self, text: str) -> list[list[int]]:
        """The ids of the text's lines, packed into rows that fit."""
        return pack(map(self.tokenizer.encode, text.splitlines()), self.room)

    def batch(self, rows: Sequence[Sequence[int]]) -> Batch:
        """The rows between [CLS] and [SEP], padded. Raises ValueError for no rows, or one that is empty or too long."""
        for row in rows:
            if not 1 <= len(row) <= self.room:
                raise ValueError(f"rows: expected 1 to {self.room} pieces in each, got {len(row)}")
        cls_id, sep_id = self.tokenizer.cls_id, self.tokenizer.sep_id
        return pad([join(row, None, cls_id, sep_id) for row in rows], self.tokenizer.pad_id)

    def corrupt(
        self, batch: Batch, generator: torch.Generator, rate: float = 0.15, shares: tuple[float, float] = (0.8, 0.1)
    ) -> Masked:
        """`mask_tokens`, which never selects a special token. Raises as it does."""
        tokenizer = self.tokenizer
        return mask_tokens(
            batch.ids,
            mask=batch.mask,
            vocab_size=len(tokenizer),
            mask_id=tokenizer.mask_id,
            special=(tokenizer.pad_id, tokenizer.unk_id, tokenizer.cls_id, tokenizer.sep_id, tokenizer.mask_id),
            generator=generator,
            rate=rate,
            shares=shares,
        )
