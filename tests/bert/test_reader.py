import pytest
import torch

from faqformer import seeds
from faqformer.bert.reader import Reader, pack
from faqformer.subwords import WordPiece
from faqformer.subwords.wordpiece import SPECIAL

TOKENIZER = WordPiece([*SPECIAL, "to", "be", "or", "not", ",", "."])


@pytest.fixture
def reader():
    return Reader(TOKENIZER, 6)


@pytest.mark.parametrize(
    ("lines", "rows"),
    [
        ([], []),
        ([[], []], []),
        ([[1, 2], [], [3]], [[1, 2, 3]]),
        ([[1, 2], [3, 4]], [[1, 2], [3, 4]]),  # the second line does not fit, and is not cut
        ([[1], [2, 3, 4, 5, 6], [7]], [[1], [2, 3, 4], [5, 6, 7]]),  # longer than any row
    ],
)
def test_lines_are_packed_whole(lines, rows):
    assert pack(lines, 3) == rows


def test_packing_changes_no_line():
    lines = [[1, 2], [3]]
    pack(lines, 3)
    assert lines == [[1, 2], [3]]


def test_a_mask_in_a_text(reader):
    to, be, mask = TOKENIZER.vocabulary.ids["to"], TOKENIZER.vocabulary.ids["be"], TOKENIZER.mask_id
    assert reader.encode("To [MASK] be[MASK]") == [to, mask, be, mask]
    assert reader.encode("[MASK]") == [mask]
    assert reader.encode("") == []


def test_passages_begin_with_lines(reader):
    assert [TOKENIZER.decode(row) for row in reader.passages("To be,\n\nor not\nto be.\n")] == [
        "to be ,",
        "or not",
        "to be .",
    ]


def test_a_batch(reader):
    batch = reader.batch([[5, 6], [7]])
    cls, sep, pad = TOKENIZER.cls_id, TOKENIZER.sep_id, TOKENIZER.pad_id
    assert batch.ids.tolist() == [[cls, 5, 6, sep], [cls, 7, sep, pad]]
    assert batch.mask.tolist() == [[True] * 4, [True] * 3 + [False]]
    assert not batch.segments.any()


@pytest.mark.parametrize("row", [[], [5] * 5])
def test_rows_that_do_not_fit(reader, row):
    with pytest.raises(ValueError, match=f"rows: expected 1 to 4 pieces in each, got {len(row)}"):
        reader.batch([[5], row])


def test_no_rows(reader):
    with pytest.raises(ValueError, match="rows: expected at least one"):
        reader.batch([])


def test_no_room():
    with pytest.raises(ValueError, match="positions: expected at least 3, got 2"):
        Reader(TOKENIZER, 2)


def test_special_tokens_are_never_selected(reader):
    batch = reader.batch([[5, TOKENIZER.unk_id, TOKENIZER.mask_id, 6], [7]])
    masked = reader.corrupt(batch, seeds.generator(1), rate=1.0, shares=(1.0, 0.0))
    assert torch.equal(masked.selected, torch.isin(batch.ids, torch.tensor([5, 6, 7])))
    assert (masked.ids[masked.selected] == TOKENIZER.mask_id).all()
