"""Greedy decoding: with a cache or without, in a batch or alone, and against the model's own logits."""

import pytest
import torch

from faqformer import seeds
from faqformer.decoding import Decoded, Stateless, TransformerSteps, greedy, greedy_from
from tests.decoding.models import END, START, Endless, Table, V, alone, sources, writer
from tests.transformer.models import transformer

SYMBOLS = {"start": START, "end": END}


@pytest.fixture(params=["post", "pre"])
def model(request):
    return writer(norm=request.param)


def text(decoded: Decoded, i: int) -> list[int]:
    return decoded.ids[i, : decoded.lengths[i]].tolist()


def test_the_test_has_something_to_test(model):
    lengths = greedy(model, *sources(), **SYMBOLS, max_length=20).lengths.tolist()
    assert len(set(lengths)) >= 3 and min(lengths) < 20


def test_a_step_takes_the_likeliest_word_and_scores_add_up(model):
    source, mask = sources()
    decoded = greedy(model, source, mask, **SYMBOLS, max_length=20)
    for i in range(len(source)):
        words = torch.tensor(text(decoded, i))
        read = torch.cat([torch.tensor([START]), words[:-1]])[None]
        log_p = model(alone(source, mask, i), read)[0].log_softmax(-1)
        assert words.equal(log_p.argmax(-1))
        torch.testing.assert_close(decoded.scores[i], log_p.gather(-1, words[:, None]).sum(), rtol=0, atol=1e-10)
        assert END not in words[:-1] and (words[-1] == END or len(words) == 20)


def test_cache_gives_the_same_fifty_words(model):
    source, mask = sources()
    prefix = source.new_full((5, 1), START)
    with_cache, without = (
        greedy_from(Endless(TransformerSteps(model, source, mask, cache)), prefix, end=END, max_length=50)
        for cache in (True, False)
    )
    assert with_cache.lengths.tolist() == [50] * 5
    assert with_cache.ids.equal(without.ids)
    torch.testing.assert_close(with_cache.scores, without.scores, rtol=0, atol=1e-10)


@pytest.mark.parametrize("cache", [True, False], ids=["cache", "no cache"])
def test_a_batch_gives_what_each_source_gives_alone(model, cache):
    source, mask = sources()
    together = greedy(model, source, mask, **SYMBOLS, max_length=20, cache=cache)
    for i in range(len(source)):
        one = greedy(model, alone(source, mask, i), **SYMBOLS, max_length=20, cache=cache)
        assert text(together, i) == text(one, 0)
        torch.testing.assert_close(together.scores[i], one.scores[0], rtol=0, atol=1e-10)


def test_a_finished_row_is_not_continued(model):
    decoded = greedy(model, *sources(), **SYMBOLS, max_length=20)
    for i, length in enumerate(decoded.lengths.tolist()):
        assert (decoded.ids[i, length:] == END).all()
    assert decoded.ids.shape[1] == decoded.lengths.max()


def test_no_step_is_taken_once_every_row_has_ended():
    lengths = []

    def next_logits(ids):
        lengths.append(ids.shape[1])
        ends = torch.tensor([2, 4])[: len(ids)] == ids.shape[1]  # the first row ends with its second word
        return torch.where(ends, 5.0, -5.0)[:, None] * torch.eye(3)[END]

    decoded = greedy_from(Stateless(next_logits), torch.tensor([[START], [START]]), end=END, max_length=9)
    assert lengths == [1, 2, 3, 4] and decoded.lengths.tolist() == [2, 4]
    assert decoded.ids.tolist() == [[0, END, END, END], [0, 0, 0, END]]


@pytest.mark.parametrize("max_length", [1, 2, 7])
def test_no_text_is_longer_than_max_length(model, max_length):
    decoded = greedy(model, *sources(), **SYMBOLS, max_length=max_length)
    whole = greedy(model, *sources(), **SYMBOLS, max_length=20)
    assert decoded.lengths.equal(whole.lengths.clamp(max=max_length))
    assert decoded.ids.equal(whole.ids[:, : decoded.ids.shape[1]])


def test_it_uses_all_positions_that_the_model_has():
    model = transformer(tie=False, n_positions=9)
    source, mask = sources()
    prefix = source.new_full((5, 1), START)
    assert greedy_from(Endless(TransformerSteps(model, source, mask)), prefix, end=END, max_length=9).ids.shape == (
        5,
        9,
    )
    assert greedy(model, source, mask, **SYMBOLS).lengths.max() <= 9
    with pytest.raises(ValueError, match="max_length: expected at most n_positions = 9, got 10"):
        greedy(model, source, mask, **SYMBOLS, max_length=10)


def test_any_step_function_will_do():
    table = Table(vocab_size=4, k=1)
    decoded = greedy_from(table.steps(), torch.tensor([[2, 3], [3, 3]]), end=0, max_length=6)
    for row, prefix in enumerate([(2, 3), (3, 3)]):
        words, score = (), 0.0
        while len(words) < 6 and 0 not in words:
            log_p, word = table.log_p(prefix + words).max(-1)
            words, score = (*words, int(word)), score + float(log_p)
        assert tuple(text(decoded, row)) == words
        assert decoded.scores[row].item() == pytest.approx(score, abs=1e-12)


def test_no_gradient_is_recorded_and_nothing_is_edited(model):
    source, mask = sources()
    before = source.clone(), mask.clone()
    assert not greedy(model, source, mask, **SYMBOLS, max_length=3).scores.requires_grad
    assert source.equal(before[0]) and mask.equal(before[1])


def test_half_precision_scores_are_summed_in_single():
    steps = Stateless(lambda ids: torch.randn(len(ids), V, generator=seeds.generator(0)).bfloat16())
    assert greedy_from(steps, torch.tensor([[START]]), end=END, max_length=3).scores.dtype == torch.float32


@pytest.mark.bad_input
def test_what_does_not_fit_is_refused(model):
    source, mask = sources()
    with pytest.raises(ValueError, match="model: expected evaluation mode"):
        greedy(transformer().train(), source, mask, **SYMBOLS)
    with pytest.raises(IndexError, match=r"start: .*got 11"):
        greedy(model, source, mask, start=V, end=END)
    with pytest.raises(IndexError, match=r"end: .*got -1"):
        greedy(model, source, mask, start=START, end=-1)
    with pytest.raises(ValueError, match=r"max_length: .*got 0"):
        greedy(model, source, mask, **SYMBOLS, max_length=0)
    with pytest.raises(ValueError, match="prefix"):
        greedy_from(Table(3, 0).steps(), torch.zeros(2, 0, dtype=torch.long), end=0, max_length=2)
