"""BLEU by hand, against sacreBLEU, and on what it must refuse."""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from faqformer.bleu import brevity_penalty, corpus_bleu, ngrams, score, sentence_bleu, statistics

SMOOTHINGS = ["none", "exp", "floor", "add-k"]
CANDIDATE = "the cat sat on the mat today".split()
REFERENCE = "the cat is sitting on the mat today".split()


def sacrebleu(candidates, references, smoothing, effective_order=False):
    """sacreBLEU's score from 0 to 1; it wants the references by number, and a missing one as None."""
    metric = BLEU(tokenize="none", smooth_method=smoothing, effective_order=effective_order)
    most = max(len(refs) for refs in references)
    columns = [[" ".join(refs[i]) if i < len(refs) else None for refs in references] for i in range(most)]
    return metric.corpus_score([" ".join(c) for c in candidates], columns).score / 100


def test_by_hand():
    bleu = corpus_bleu(candidates=[CANDIDATE], references=[[REFERENCE]])
    assert bleu.statistics.matches == (6, 4, 2, 1) and bleu.statistics.totals == (7, 6, 5, 4)
    assert bleu.precisions == pytest.approx([6 / 7, 4 / 6, 2 / 5, 1 / 4], rel=1e-15)
    expected = math.exp(1 - 8 / 7) * float(Fraction(2, 35)) ** 0.25
    assert bleu.score == pytest.approx(expected, rel=1e-15)


def test_clipping():
    """Papineni's example: seven times 'the' matches twice."""
    stats = statistics(["the"] * 7, ["the cat is on the mat".split(), "there is a cat on the mat".split()])
    assert (stats.matches[0], stats.totals[0]) == (2, 7)


def test_matches_are_clipped_by_reference_not_by_their_sum():
    assert statistics(["a", "a"], [["a", "b"], ["c", "a"]], order=1).matches == (1,)


@pytest.mark.parametrize("lengths, closest", [((3, 5), 3), ((5, 3), 3), ((5,), 5), ((2, 5), 5), ((4, 1), 4)])
def test_reference_length_is_the_closest_and_the_shorter_of_two(lengths, closest):
    assert statistics(["x"] * 4, [["y"] * n for n in lengths]).reference_length == closest


@pytest.mark.parametrize("c, r, expected", [(10, 10, 1), (12, 10, 1), (10, 12, math.exp(-0.2)), (0, 3, 0), (0, 0, 1)])
def test_brevity_penalty(c, r, expected):
    assert brevity_penalty(c, r) == pytest.approx(expected, rel=1e-15)


def test_tokens_are_not_joined():
    assert ngrams(["ab", "c"], 2) != ngrams(["a", "bc"], 2)


def test_a_perfect_translation_scores_one():
    assert corpus_bleu(candidates=[REFERENCE], references=[[CANDIDATE, REFERENCE]]).score == 1


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("seed", range(150))
def test_random_corpora_equal_sacrebleu(seed, smoothing):
    """Few words and short sentences: zero counts, orders without n-grams, ties of the closest length all occur."""
    rng = random.Random(seed)
    sentence = lambda: [rng.choice("abcdefg"[: rng.randint(1, 7)]) for _ in range(rng.randint(1, 9))]  # noqa: E731
    candidates = [sentence() for _ in range(rng.randint(1, 8))]
    references = [[sentence() for _ in range(rng.randint(1, 3))] for _ in candidates]
    ours = corpus_bleu(candidates=candidates, references=references, smoothing=smoothing).score
    assert ours == pytest.approx(sacrebleu(candidates, references, smoothing), abs=1e-12)
    one = sentence_bleu(candidate=candidates[0], references=references[0], smoothing=smoothing).score
    assert one == pytest.approx(sacrebleu(candidates[:1], references[:1], smoothing, True), abs=1e-12)


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("candidate", [[], ["a"], ["z"], ["a", "b", "c"], list("abcdefgh")])
def test_degenerate_candidates_equal_sacrebleu(candidate, smoothing):
    references = [[list("abcdef")]]
    ours = corpus_bleu(candidates=[candidate], references=references, smoothing=smoothing).score
    assert ours == pytest.approx(sacrebleu([candidate], references, smoothing), abs=1e-12)


@pytest.mark.parametrize("smoothing, value", [("floor", 0.3), ("add-k", 2)])
def test_smoothing_value(smoothing, value):
    stats = statistics(list("abxc"), [list("abyc")])
    metric = BLEU.compute_bleu(list(stats.matches), list(stats.totals), 4, 4, smoothing, value)
    assert score(stats, smoothing, value).score == pytest.approx(metric.score / 100, abs=1e-12)


tokens = st.lists(st.sampled_from("abc"), max_size=8)


@given(st.lists(st.tuples(tokens, tokens), min_size=1, max_size=5))
def test_the_order_of_sentences_does_not_matter(pairs):
    forward = corpus_bleu(candidates=[c for c, _ in pairs], references=[[r] for _, r in pairs])
    backward = corpus_bleu(candidates=[c for c, _ in pairs[::-1]], references=[[r] for _, r in pairs[::-1]])
    assert forward == backward and 0 <= forward.score <= 1


def test_corpus_is_not_the_mean_of_sentences():
    candidates, references = [list("abcde"), list("xbcdz")], [[list("abcde")], [list("abcde")]]
    corpus = corpus_bleu(candidates=candidates, references=references).score
    sentences = [corpus_bleu(candidates=[c], references=[r]).score for c, r in zip(candidates, references, strict=True)]
    assert sentences == [1, 0] and corpus == pytest.approx((8 / 10 * 6 / 8 * 4 / 6 * 2 / 4) ** 0.25, rel=1e-15)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    "candidates, references, error, words",
    [
        (["the cat"], [[["the"]]], TypeError, "candidate: expected a list of tokens, got the string 'the cat'"),
        ([["the"]], [["the cat"]], TypeError, "references: expected a list of tokens, got the string"),
        ([["the"]], [[]], ValueError, "references: expected at least one"),
        ([["the"]], ["the"], ValueError, "references: expected at least one"),
        ([], [], ValueError, "candidates: expected at least one"),
        ([["a"]], [[["a"]], [["b"]]], ValueError, "got 1 candidates and 2 lists of references"),
    ],
)
def test_refusals(candidates, references, error, words):
    with pytest.raises(error, match=words.replace("(", r"\(")):
        corpus_bleu(candidates=candidates, references=references)


@pytest.mark.parametrize(
    "order, smoothing, words", [(0, "none", "order: "), (4, "laplace", "smoothing: expected one of")]
)
def test_options_are_checked(order, smoothing, words):
    with pytest.raises(ValueError, match=words):
        corpus_bleu(candidates=[["a"]], references=[[["a"]]], order=order, smoothing=smoothing)
    with pytest.raises(ValueError, match=words):
        sentence_bleu(candidate=["a"], references=[["a"]], order=order, smoothing=smoothing)
