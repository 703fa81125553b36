"""BERT's pairs of texts: where each comes from, how often they follow, and that no sentence is lost."""

import math

import pytest

from faqformer import seeds
from faqformer.objectives import next_sentence_pairs


def corpus(documents, sentences, words=1):
    """A token says from which document and sentence it is."""
    return [[[(d, s)] * words for s in range(sentences)] for d in range(documents)]


def pairs_of(documents, target, k=0):
    draw = seeds.generator(k)
    return [(d, next_sentence_pairs(documents, d, target, draw)) for d in range(len(documents))]


@pytest.mark.parametrize("target", [1, 4, 8, 30])
def test_a_is_of_the_document_and_b_follows_it_or_is_of_another(target):
    for d, pairs in pairs_of(corpus(40, 12, words=2), target):
        for a, b, follows in pairs:
            sentences = [s for _, s in a + b] if follows else [s for _, s in a]
            assert {document for document, _ in a} == {d}
            assert sentences == sorted(sentences) and set(sentences) == set(range(sentences[0], sentences[-1] + 1))
            if follows:
                assert {document for document, _ in b} == {d}
            else:
                (document,) = {document for document, _ in b}
                assert document != d


def test_every_sentence_is_used_once():
    for _, pairs in pairs_of(corpus(40, 13), 5):
        used = [token for a, b, follows in pairs for token in (a + b if follows else a)]
        assert [sentence for _, sentence in used] == list(range(13))


def test_a_pair_fills_the_target_and_no_more():
    for _, pairs in pairs_of(corpus(30, 100), 8):
        assert all(len(a) + len(b) <= 8 for a, b, _ in pairs)
    assert all(len(a + b) == 8 for _, pairs in pairs_of(corpus(30, 8), 8) for a, b, follows in pairs[:1] if follows)


def test_single_sentences_never_follow():
    documents = corpus(20, 1) + corpus(1, 6, words=9)
    assert not any(pair.follows for _, pairs in pairs_of(documents, 8) for pair in pairs)


def test_the_coin_is_fair_every_cut_and_every_other_document_as_likely():
    documents = corpus(5, 4)
    first = [next_sentence_pairs(documents, 2, 4, draw)[0] for draw in [seeds.generator(1)] for _ in range(6000)]
    away = [pair for pair in first if not pair.follows]
    counts = [(len(away), 6000, 1 / 2), *((sum(len(pair.a) == n for pair in first), 6000, 1 / 3) for n in (1, 2, 3))]
    counts += [(sum(pair.b[0][0] == d for pair in away), len(away), 1 / 4) for d in (0, 1, 3, 4)]
    counts += [(sum(pair.b[0][1] == s for pair in away), len(away), 1 / 4) for s in range(4)]
    for hits, trials, rate in counts:
        assert abs(hits - trials * rate) <= 6 * math.sqrt(trials * rate * (1 - rate))


@pytest.mark.parametrize(
    ("documents", "index", "target", "error"),
    [
        (corpus(1, 3), 0, 4, ValueError),
        ([*corpus(2, 3), []], 0, 4, ValueError),
        (corpus(2, 3), 0, 0, ValueError),
        (corpus(2, 3), 2, 4, IndexError),
        (corpus(2, 3), -1, 4, IndexError),
    ],
)
def test_what_does_not_fit_is_refused(documents, index, target, error):
    with pytest.raises(error):
        next_sentence_pairs(documents, index, target, seeds.generator(0))
