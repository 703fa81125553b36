"""What the BERT that comes with the library puts behind masks, and how well it does."""

import pytest

from faqformer import data, seeds
from faqformer.bert import Filler, load_shakespeare_bert
from faqformer.data.plays import split


@pytest.fixture(scope="module")
def stored():
    return Filler(*load_shakespeare_bert())


def test_it_fills_masks(stored):
    (guesses,) = stored("Enter the King and [MASK].", 7)
    assert len(guesses) == 7
    probabilities = [guess.probability for guess in guesses]
    assert probabilities == sorted(probabilities, reverse=True) and 0 < sum(probabilities) < 1
    first, second = stored("[MASK] is the [MASK]")
    assert first != second
    assert float(stored.probabilities("My [MASK]").sum()) == pytest.approx(1, abs=1e-5)


def test_it_reads_both_sides(stored):
    """The word before the mask, and the word after it, change what is expected there."""
    before, other, after = (
        stored.probabilities(f"{a} [MASK] {b}")[0] for a, b in [("i", "."), ("the", "."), ("i", "thee")]
    )
    assert (before - other).abs().sum() > 0.5
    assert (before - after).abs().sum() > 0.5


def test_no_mask_in_the_text(stored):
    with pytest.raises(ValueError, match=r"text: expected at least one \[MASK\], got 'To be'"):
        stored("To be")


def test_a_text_that_is_too_long(stored):
    with pytest.raises(ValueError, match="expected 1 to 30 pieces in each, got 40"):
        stored("[MASK] " * 40)


def test_no_rows_to_score(stored):
    with pytest.raises(ValueError, match="rows: expected at least one, got none"):
        stored.score([], seeds.generator(1))


def test_a_score_is_the_mean_over_all_selected_tokens(stored):
    """However many rows go through the model at once; more is hidden, more is hard."""
    rows = [row for text in split(data.shakespeare())[1] for row in stored.reader.passages(text)][:600]
    score = stored.score(rows, seeds.generator(3), rate=0.15)
    parts = [stored.score([row], seeds.generator(3), rate=0.999) for row in rows[:2]]
    assert score.count == pytest.approx(0.15 * sum(len(row) + 2 for row in rows), rel=0.05)
    assert [part.count for part in parts] == [len(row) for row in rows[:2]]
    assert stored.score(rows, seeds.generator(3), rate=0.6).loss > score.loss + 0.3
