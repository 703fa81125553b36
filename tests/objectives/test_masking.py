"""BERT's masking: how many, which, and what becomes of them; every rate within six standard errors."""

import math

import pytest
import torch

from faqformer import seeds
from faqformer.masks import padding_mask
from faqformer.objectives import label_smoothing_loss, mask_tokens

V, CLS, SEP, MASK, PAD = 1000, 1, 2, 3, 0
COMMON = {"vocab_size": V, "mask_id": MASK, "special": (CLS, SEP)}


def corpus(rows, n, k=0):
    """[CLS] words [SEP], no word special."""
    ids = torch.randint(10, V, (rows, n), generator=seeds.generator(k))
    ids[:, 0], ids[:, -1] = CLS, SEP
    return ids


def require_rate(hits, trials, rate):
    assert abs(hits - trials * rate) <= 6 * math.sqrt(trials * rate * (1 - rate)), (hits, trials, rate)


@pytest.mark.parametrize("n", [3, 4, 10, 17, 30, 50, 128, 512])
@pytest.mark.parametrize("cap", [None, 1, 20, 77])
def test_exactly_as_many_are_selected_as_berts_generator_selects(n, cap):
    masked = mask_tokens(corpus(40, n), generator=seeds.generator(1), cap=cap, **COMMON)
    wanted = max(1, round(n * 0.15))  # Python's round, as the generator's: half to even
    assert set(masked.selected.sum(-1).tolist()) == {min(wanted, n - 2, cap or wanted)}


def test_the_count_follows_each_sequences_own_length():
    lengths = [4, 10, 30, 64]
    masked = mask_tokens(corpus(4, 64), generator=seeds.generator(2), mask=padding_mask(lengths), **COMMON)
    assert masked.selected.sum(-1).tolist() == [1, 2, 4, 10]
    assert not masked.selected[~padding_mask(lengths)].any()


def test_nothing_is_selected_where_nothing_may_be():
    ids = torch.tensor([[CLS, SEP, PAD], [CLS, 50, SEP]])
    masked = mask_tokens(ids, generator=seeds.generator(3), mask=padding_mask([2, 3]), **COMMON)
    assert masked.selected.tolist() == [[False] * 3, [False, True, False]]
    assert masked.ids[0].equal(ids[0])


def test_special_tokens_are_never_selected_wherever_they_stand():
    ids = torch.randint(V, (200, 60), generator=seeds.generator(4))
    special = (CLS, SEP, *range(10, 500))
    masked = mask_tokens(ids, generator=seeds.generator(5), vocab_size=V, mask_id=MASK, special=special, rate=0.9)
    assert not masked.selected[torch.isin(ids, torch.tensor(special))].any()
    assert masked.selected[~torch.isin(ids, torch.tensor(special))].float().mean() > 0.8


def test_every_candidate_is_equally_likely():
    rows, n = 20_000, 22
    masked = mask_tokens(corpus(rows, n), generator=seeds.generator(6), **COMMON)
    for hits in masked.selected[:, 1:-1].sum(0).tolist():
        require_rate(hits, rows, 3 / 20)
    both = (masked.selected[:, 1] & masked.selected[:, 2]).sum().item()
    require_rate(both, rows, 3 / 20 * 2 / 19)  # without replacement: not (3/20)²


@pytest.mark.parametrize("shares", [(0.8, 0.1), (0.8, 0.0), (0.8, 0.2), (1.0, 0.0), (0.0, 1.0)])
def test_the_three_fates_have_their_rates(shares):
    ids = corpus(4000, 128)
    out = mask_tokens(ids, generator=seeds.generator(7), shares=shares, **COMMON)
    trials = int(out.selected.sum())
    before, after = ids[out.selected], out.ids[out.selected]
    masked, random, kept = *shares, 1 - sum(shares)
    require_rate(int((after == MASK).sum()), trials, masked + random / V)  # a random word may be [MASK],
    require_rate(int((after == before).sum()), trials, kept + random / V)  # or the word itself
    require_rate(int(((after != before) & (after != MASK)).sum()), trials, random * (1 - 2 / V))


def test_random_words_come_from_the_whole_vocabulary_alike():
    ids = corpus(2000, 128)
    out = mask_tokens(ids, generator=seeds.generator(8), shares=(0.0, 1.0), **COMMON)
    counts = torch.bincount(out.ids[out.selected], minlength=V)
    mean = out.selected.sum() / V
    chi2 = float(((counts - mean) ** 2 / mean).sum())
    assert abs(chi2 - (V - 1)) <= 6 * math.sqrt(2 * (V - 1))


def test_only_selected_tokens_change_and_only_they_are_labelled():
    ids = corpus(300, 40)
    copy = ids.clone()
    out = mask_tokens(ids, generator=seeds.generator(10), mask=padding_mask(torch.arange(300) % 40 + 1), **COMMON)
    assert ids.equal(copy)
    assert out.ids[~out.selected].equal(ids[~out.selected])
    assert out.labels[out.selected].equal(ids[out.selected])
    assert (out.labels[~out.selected] == -100).all()
    assert out.ids.dtype == out.labels.dtype == ids.dtype


def test_the_loss_has_no_gradient_off_the_selected_tokens():
    ids = corpus(4, 30)
    out = mask_tokens(ids, generator=seeds.generator(11), **COMMON)
    logits = torch.randn(4, 30, V, generator=seeds.generator(12), requires_grad=True)
    label_smoothing_loss(logits, out.labels, 0.0, out.selected).backward()
    touched = logits.grad.abs().sum(-1) > 0
    assert touched.equal(out.selected)
    expected = torch.nn.functional.cross_entropy(logits.flatten(0, 1), out.labels.flatten())
    torch.testing.assert_close(label_smoothing_loss(logits, out.labels, 0.0, out.selected), expected)


def test_the_same_generator_gives_the_same_masks():
    first, again, other = (mask_tokens(corpus(9, 50), generator=seeds.generator(k), **COMMON) for k in (1, 1, 2))
    assert first.ids.equal(again.ids) and not first.ids.equal(other.ids)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("change", "error", "named"),
    [
        ({"ids": torch.zeros(5, dtype=torch.long)}, ValueError, "ids"),
        ({"ids": torch.zeros(0, 5, dtype=torch.long)}, ValueError, "ids"),
        ({"ids": torch.zeros(2, 5)}, TypeError, "ids"),
        ({"ids": torch.full((2, 5), V)}, IndexError, "ids"),
        ({"mask_id": V}, IndexError, "mask_id"),
        ({"mask": torch.ones(2, 5)}, TypeError, "mask"),
        ({"mask": torch.ones(2, 6, dtype=torch.bool)}, ValueError, "mask"),
        ({"rate": 0.0}, ValueError, "rate"),
        ({"rate": 1.5}, ValueError, "rate"),
        ({"shares": (0.8, 0.3)}, ValueError, "shares"),
        ({"shares": (-0.1, 0.3)}, ValueError, "shares"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(change, error, named):
    with pytest.raises(error, match=rf"^{named}: .*got"):
        mask_tokens(**{"ids": corpus(2, 5), "generator": seeds.generator(0), **COMMON, **change})


def test_a_cap_below_one_is_refused():
    with pytest.raises(ValueError, match="cap"):
        mask_tokens(corpus(2, 5), generator=seeds.generator(0), cap=0, **COMMON)
