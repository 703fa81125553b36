"""Beam search against greedy decoding, exhaustive search, teacher forcing and a search written out in loops."""

import math

import pytest
import torch

from faqformer.decoding import Stateless, beam_search, beam_search_from, gnmt_penalty, greedy, greedy_from
from tests.decoding.models import END, START, Table, V, alone, sources, writer
from tests.transformer.models import transformer

SYMBOLS = {"start": START, "end": END}
CACHE = pytest.mark.parametrize("cache", [True, False], ids=["cache", "no cache"])
PENALTY = pytest.mark.parametrize("penalty", [0.0, 0.6, 2.0])


@pytest.fixture(params=["post", "pre"])
def model(request):
    return writer(norm=request.param)


def text(decoded, i, j):
    return decoded.ids[i, j, : decoded.lengths[i, j]].tolist()


def search_in_loops(table, prefix, end, max_length, width, penalty):
    """The same beam, one text at a time: [(text, score)], the best first."""
    live, done = [((), 0.0)], []
    while live:
        longer = [
            ((*words, word), log_p + float(step))
            for words, log_p in live
            for word, step in enumerate(table.log_p(prefix + words))
        ]
        best = sorted(longer, key=lambda pair: -pair[1])[: width - len(done)]
        ended = [pair for pair in best if pair[0][-1] == end or len(pair[0]) == max_length]
        done += ended
        live = [pair for pair in best if pair not in ended]
    return sorted(((w, log_p / gnmt_penalty(len(w), penalty)) for w, log_p in done), key=lambda pair: -pair[1])


def test_the_penalty_is_gnmts():
    assert gnmt_penalty(1, 0.6) == 1
    assert gnmt_penalty(7, 0.6) == pytest.approx(2**0.6)
    assert gnmt_penalty(123, 0.0) == 1
    assert gnmt_penalty(torch.tensor([1, 13]), 1.0).tolist() == [1, 3]


@CACHE
@PENALTY
def test_a_beam_of_one_is_greedy(model, cache, penalty):
    expected = greedy(model, *sources(), **SYMBOLS, max_length=20)
    beam = beam_search(model, *sources(), **SYMBOLS, width=1, length_penalty=penalty, max_length=20, cache=cache)
    assert beam.ids[:, 0].equal(expected.ids) and beam.lengths[:, 0].equal(expected.lengths)
    scores = expected.scores / gnmt_penalty(expected.lengths, penalty)
    torch.testing.assert_close(beam.scores[:, 0], scores, rtol=0, atol=1e-10)


@PENALTY
@pytest.mark.parametrize("k", range(6))
def test_a_beam_as_wide_as_all_texts_finds_them_all(penalty, k):
    # Three words, one of which ends a text: 1 + 2 + 4 + 8 texts end in time, and 16 have four words without an end.
    table, prefix = Table(vocab_size=3, k=k), (1, 2)
    every = {words: log_p / gnmt_penalty(len(words), penalty) for words, log_p in table.texts(prefix, 0, 4).items()}
    assert sum(math.exp(log_p) for log_p in table.texts(prefix, 0, 4).values()) == pytest.approx(1, abs=1e-12)
    beam = beam_search_from(
        table.steps(), torch.tensor([prefix]), end=0, max_length=4, width=len(every), length_penalty=penalty
    )
    ranked = sorted(every, key=every.get, reverse=True)
    assert [tuple(text(beam, 0, j)) for j in range(len(every))] == ranked
    assert beam.scores[0].tolist() == pytest.approx([every[words] for words in ranked], abs=1e-12)


def test_places_that_no_text_took_are_marked():
    table = Table(vocab_size=3, k=1)
    beam = beam_search_from(table.steps(), torch.tensor([[1], [2]]), end=0, max_length=2, width=9, length_penalty=0.0)
    for row in range(2):
        every = table.texts((row + 1,), 0, 2)
        assert beam.scores[row].isfinite().sum() == len(every) == 7
        assert {tuple(text(beam, row, j)) for j in range(7)} == set(every)


@PENALTY
@pytest.mark.parametrize("width", [1, 2, 3, 5])
@pytest.mark.parametrize("k", range(4))
def test_it_is_the_beam_that_the_docstring_describes(penalty, width, k):
    table = Table(vocab_size=4, k=k)
    beam = beam_search_from(
        table.steps(), torch.tensor([[1], [2], [3]]), end=0, max_length=6, width=width, length_penalty=penalty
    )
    for row in range(3):
        expected = search_in_loops(table, (row + 1,), 0, 6, width, penalty)
        assert [tuple(text(beam, row, j)) for j in range(width)] == [words for words, _ in expected]
        assert beam.scores[row].tolist() == pytest.approx([score for _, score in expected], abs=1e-12)


@CACHE
@PENALTY
def test_each_score_is_what_teacher_forcing_gives_its_text(model, cache, penalty):
    source, mask = sources()
    beam = beam_search(model, source, mask, **SYMBOLS, width=3, length_penalty=penalty, max_length=12, cache=cache)
    for i in range(len(source)):
        for j in range(3):
            words = torch.tensor(text(beam, i, j))
            read = torch.cat([torch.tensor([START]), words[:-1]])[None]
            log_p = model(alone(source, mask, i), read)[0].log_softmax(-1).gather(-1, words[:, None]).sum()
            expected = log_p / ((5 + len(words)) / 6) ** penalty
            torch.testing.assert_close(beam.scores[i, j], expected, rtol=0, atol=1e-10)


def test_cache_gives_the_same_texts(model):
    with_cache, without = (
        beam_search(model, *sources(), **SYMBOLS, width=4, max_length=25, cache=cache) for cache in (True, False)
    )
    assert with_cache.ids.equal(without.ids) and with_cache.lengths.equal(without.lengths)
    torch.testing.assert_close(with_cache.scores, without.scores, rtol=0, atol=1e-10)


@CACHE
def test_a_batch_gives_what_each_source_gives_alone(model, cache):
    source, mask = sources()
    together = beam_search(model, source, mask, **SYMBOLS, width=3, max_length=15, cache=cache)
    for i in range(len(source)):
        one = beam_search(model, alone(source, mask, i), **SYMBOLS, width=3, max_length=15, cache=cache)
        assert [text(together, i, j) for j in range(3)] == [text(one, 0, j) for j in range(3)]
        torch.testing.assert_close(together.scores[i], one.scores[0], rtol=0, atol=1e-10)


def test_texts_are_ranked_distinct_and_not_continued(model):
    beam = beam_search(model, *sources(), **SYMBOLS, width=4, max_length=12)
    assert (beam.scores.diff(dim=-1) <= 0).all()
    for i in range(5):
        texts = [tuple(text(beam, i, j)) for j in range(4)]
        assert len(set(texts)) == 4
        for j, words in enumerate(texts):
            assert END not in words[:-1] and (words[-1] == END or len(words) == 12)
            assert (beam.ids[i, j, len(words) :] == END).all()


def test_no_step_is_taken_once_no_text_is_live():
    lengths = []

    def next_logits(ids):
        lengths.append(ids.shape[1])
        return torch.tensor([0.0, 9.0 if ids.shape[1] > 2 else -9.0, 0.0]).expand(len(ids), 3)

    beam = beam_search_from(Stateless(next_logits), torch.tensor([[START]]), end=END, max_length=9, width=2)
    assert lengths == [1, 2, 3] and beam.lengths.tolist() == [[3, 3]]


def test_a_wider_beam_finds_what_greed_misses():
    gains = 0
    for k in range(10):
        table = Table(vocab_size=4, k=k)
        arguments = {"end": 0, "max_length": 5}
        one = greedy_from(table.steps(), torch.tensor([[1]]), **arguments).scores[0]
        wide = beam_search_from(table.steps(), torch.tensor([[1]]), **arguments, width=8, length_penalty=0.0)
        gains += bool(wide.scores[0, 0] > one + 1e-9)
    assert gains >= 3


def test_the_penalty_favours_longer_texts(model):
    short, long = (
        beam_search(model, *sources(), **SYMBOLS, width=4, length_penalty=alpha, max_length=25).lengths[:, 0]
        for alpha in (0.0, 3.0)
    )
    assert short.sum() < long.sum()


@pytest.mark.bad_input
def test_what_does_not_fit_is_refused(model):
    source, mask = sources()
    for change, error, named in (
        ({"width": 0}, ValueError, "width"),
        ({"length_penalty": -0.1}, ValueError, "length_penalty"),
        ({"max_length": 0}, ValueError, "max_length"),
        ({"max_length": 65}, ValueError, "max_length"),
        ({"end": V}, IndexError, "end"),
        ({"start": -1}, IndexError, "start"),
    ):
        with pytest.raises(error, match=rf"^{named}: expected.*got"):
            beam_search(model, source, mask, **{**SYMBOLS, **change})
    with pytest.raises(ValueError, match="evaluation mode"):
        beam_search(transformer().train(), source, mask, **SYMBOLS)
