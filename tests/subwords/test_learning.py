"""Learning merges: against the paper's own loop, which counts everything anew for every merge."""

import math
from collections import Counter
from itertools import islice, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from faqformer.subwords import (
    BPE,
    ByteBPE,
    WordPiece,
    count,
    count_pmi,
    likelihood_gain,
    pair_scores,
    ratio,
    wordpiece_merges,
)
from faqformer.subwords import segmentation as first_cut
from faqformer.subwords.bpe import symbols
from faqformer.subwords.learning import merges
from faqformer.subwords.merging import merged
from faqformer.subwords.segmentation import Segmentation
from faqformer.subwords.wordpiece import SPECIAL
from faqformer.subwords.wordpiece_training import characters
from tests.subwords.lines import WORDS

PAPER = {"low": 5, "lower": 2, "newest": 6, "widest": 3}  # Sennrich et al. 2016, algorithm 1, with its own words
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
CRITERIA = [count, ratio, count_pmi, likelihood_gain]

# Few letters, so that words are full of repeated and overlapping pairs.
few_words = st.dictionaries(st.text("abc", min_size=1, max_size=8), st.integers(1, 5), min_size=1, max_size=6)


def joined(word, pair, product):
    result = []
    for symbol in word:
        if result and (result[-1], symbol) == pair:
            result[-1] = product  # the product is longer than either symbol, so it is not joined again
        else:
            result.append(symbol)
    return result


def paper_loop(words, n, tie):
    """Algorithm 1: count all pairs, take the most frequent, write all words anew."""
    words, learned = [(list(word), weight) for word, weight in words], []
    while len(learned) < n:
        found = Counter()
        for word, weight in words:
            for pair in pairwise(word):
                found[pair] += weight
        if not found:
            break
        # max takes the first of equals, and a dictionary keeps the order in which its keys came
        best = max(found, key=found.get) if tie == "first" else max(found, key=lambda pair: (found[pair], pair))
        learned.append(best)
        words = [(joined(word, best, "".join(best)), weight) for word, weight in words]
    return learned


@given(few_words, st.sampled_from(["first", "largest"]), st.booleans())
@settings(deadline=None)
def test_bpe_equals_the_papers_loop(counts, tie, glued):
    words = [(symbols(word, glued), weight) for word, weight in counts.items()]
    expected = paper_loop(words, 1000, tie)
    assert BPE.train(counts, len(expected), tie, glued).merges == expected
    with pytest.raises(ValueError, match=f"n_merges: expected at most the {len(expected)} merges"):
        BPE.train(counts, len(expected) + 1, tie, glued)


@pytest.mark.parametrize("tie", ["first", "largest"])
def test_bpe_equals_the_papers_loop_on_real_words(tie):
    counts = Counter(word for word in " ".join(WORDS[:3000]).split() if "</w>" not in word)
    words = [(symbols(word), weight) for word, weight in counts.items()]
    assert BPE.train(counts, 80, tie).merges == paper_loop(words, 80, tie)


@given(few_words, st.sampled_from(["first", "largest"]))
@settings(deadline=None, max_examples=50)
def test_byte_bpe_equals_the_papers_loop(counts, tie):
    words = [(list(word), weight) for word, weight in counts.items()]
    expected = [(a.encode(), b.encode()) for a, b in paper_loop(words, 1000, tie)]
    assert ByteBPE.train(counts, len(expected), tie).merges == expected


def test_the_two_ways_to_break_ties_on_the_papers_words():
    e, w = ("e", "s"), ("es", "t")
    assert BPE.train(PAPER, 10).merges == [
        *(e, w, ("est", "</w>"), ("l", "o"), ("lo", "w"), ("n", "e"), ("ne", "w"), ("new", "est</w>")),
        *(("low", "</w>"), ("w", "i")),
    ]
    assert BPE.train(PAPER, 10, tie="largest", glued=True).merges == [  # as the authors' program has it
        *(("s", "t</w>"), ("e", "st</w>"), ("l", "o"), ("w", "est</w>"), ("n", "e"), ("ne", "west</w>")),
        *(("lo", "w</w>"), ("w", "i"), ("wi", "d"), ("wid", "est</w>")),
    ]


def test_after_every_merge_the_books_agree():
    table = Segmentation([(list(word), weight) for word, weight in PAPER.items()], str.__add__)
    for _ in merges(table):
        counted = Counter()
        for word, weight in zip(table.words, table.weights, strict=True):
            for pair in pairwise(word):
                counted[pair] += weight
        assert table.pairs == counted
        for symbol, pairs in table.partners.items():
            assert pairs == {pair for pair in counted if symbol in pair}
    assert not table.pairs


def test_bpe_equals_tokenizers():
    """Merge by merge. Among equals its trainer takes the pair of the smallest ids; so does this test's tie rule."""
    counts = Counter(word for word in " ".join(WORDS).split() if word.isalpha())
    theirs = Tokenizer(models.BPE())
    theirs.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    theirs.train_from_iterator(
        (word for word, weight in counts.items() for _ in range(weight)),
        trainers.BpeTrainer(vocab_size=400, show_progress=False),
    )
    ids = {character: i for i, character in enumerate(sorted(set("".join(counts))))}
    ours = []
    table = Segmentation([(list(word), weight) for word, weight in counts.items()], str.__add__)
    for pair, _ in merges(table, tie=lambda _, pair: (ids[pair[0]], ids[pair[1]])):
        ids.setdefault("".join(pair), len(ids))
        ours.append(pair)
        if len(ids) == 400:
            break
    assert ids == theirs.get_vocab()
    ranks = {pair: rank for rank, pair in enumerate(ours)}
    for word in sorted(counts)[::3]:
        assert merged(list(word), ranks, str.__add__) == theirs.encode(word).tokens


def wordpiece_loop(counts, n, criterion):
    """The same for WordPiece: score every pair anew, take the best, the first seen among equals."""
    words, learned = [(characters(word), weight) for word, weight in counts.items()], []
    while len(learned) < n:
        single, found = Counter(), Counter()
        for word, weight in words:
            single.update({symbol: weight * k for symbol, k in Counter(word).items()})
            for pair in pairwise(word):
                found[pair] += weight
        for a, b in found:
            n_ab = found[a, b]
            if a == b:  # of "aaa" only one pair can be joined
                n_ab = sum(weight * (len(word) - len(joined(word, (a, b), a + b))) for word, weight in words)
            found[a, b] = criterion(n_ab, single[a], single[b], single.total(), a == b)
        if not found:
            break
        best = max(found, key=found.get)
        learned.append((best, found[best]))
        product = best[0] + best[1].removeprefix("##")
        words = [(joined(word, best, product), weight) for word, weight in words]
    return learned


@pytest.mark.parametrize("criterion", CRITERIA)
@example(counts={"dcdadbacd": 3})  # a tie between pairs, of which one was looked at before a merge to its left
@given(counts=few_words)
@settings(deadline=None, max_examples=60)
def test_wordpiece_equals_the_loop(criterion, counts):
    assert list(wordpiece_merges(counts, criterion)) == wordpiece_loop(counts, 1000, criterion)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_wordpiece_equals_the_loop_on_real_words(criterion):
    counts = Counter(word.lower() for word in WORDS[:1000] if word.isalpha())
    assert list(islice(wordpiece_merges(counts, criterion), 40)) == wordpiece_loop(counts, 40, criterion)


def log_likelihood(words):
    single = Counter()
    for word, weight in words:
        for symbol in word:
            single[symbol] += weight
    return sum(n * math.log(n / single.total()) for n in single.values())


@given(few_words)
@settings(deadline=None)
def test_the_gain_is_what_the_likelihood_gains(counts):
    words = [(characters(word), weight) for word, weight in counts.items()]
    before = log_likelihood(words)
    for pair, gain in pair_scores(first_cut(counts)).items():
        after = log_likelihood([(joined(word, pair, "".join(pair)), weight) for word, weight in words])
        assert math.isclose(gain, after - before, rel_tol=0, abs_tol=1e-12 * max(1, abs(before)))


def first_of(counts, criterion, n=1):
    return [pair for pair, _ in islice(wordpiece_merges(counts, criterion), n)]


def test_the_criteria_disagree():
    """What is commonly said to be one rule is four."""
    assert [first_of(HUG, c)[0] for c in CRITERIA] == [("##u", "##g"), ("##g", "##s"), ("##u", "##g"), ("##u", "##g")]
    rare = {"qz": 1, "ab": 1000, "ac": 10, "bc": 10}
    assert [first_of(rare, c)[0][0] for c in CRITERIA] == ["a", "q", "a", "a"]
    scores = pair_scores(first_cut(HUG), ratio)
    assert scores["##g", "##s"] == 5 / (20 * 5) and scores["##u", "##g"] == 20 / (36 * 20)
    gains = [gain for _, gain in islice(wordpiece_merges(PAPER), 3)]
    assert [round(gain, 4) for gain in gains] == [28.0167, 22.7558, 14.0833]


def test_the_vocabulary_of_a_training():
    tokenizer = WordPiece.train({"The hug, the hugs": 3, "hug": 1}, 18, criterion=count)
    pieces = tokenizer.vocabulary.pieces
    assert len(tokenizer) == 18 and pieces[:5] == list(SPECIAL)
    assert pieces[5:13] == ["##e", "##g", "##h", "##s", "##u", ",", "h", "t"]
    assert pieces[13:] == ["hu", "hug", "th", "the", "hugs"]
    assert tokenizer.pieces("Hugs, the hug!") == ["hugs", ",", "the", "hug", "[UNK]"]
    assert tokenizer.decode(tokenizer.encode("the HUGS")) == "the hugs"


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: BPE.train(PAPER, -1), ValueError, "n_merges: expected an integer ≥ 0, got -1"),
        (lambda: BPE.train(PAPER, 10_000), ValueError, "n_merges: expected at most the"),
        (lambda: BPE.train(PAPER, 3, tie="random"), ValueError, "tie: expected one of first, largest, got 'random'"),
        (lambda: BPE.train({"low": 0}, 1), ValueError, "counts: expected every count to be at least 1, got 0"),
        (lambda: BPE.train({"a</w>": 1}, 1), ValueError, "counts: expected words without the end mark"),
        (lambda: BPE.train(["low"], 1), TypeError, "counts: expected texts and how often each occurs"),
        (lambda: WordPiece.train("low", 1), TypeError, "counts: expected texts and how often each occurs"),
        (lambda: WordPiece.train(PAPER, 5), ValueError, "size: expected at least"),
        (lambda: WordPiece.train(PAPER, 500), ValueError, "size: expected at most"),
        (lambda: wordpiece_merges({"low": 1.5}), TypeError, "counts: expected integers, got 1.5 for 'low'"),
        (lambda: BPE([("l", "o"), ("lx", "w")], "low"), ValueError, "merges: expected known symbols"),
        (lambda: BPE([], ["lo"]), ValueError, "alphabet: expected single characters, with or without </w>, got 'lo'"),
        (lambda: BPE([], [""]), ValueError, "alphabet: expected single characters"),
        (lambda: BPE([("<", "/"), ("w", ">"), ("</", "w>")], "</w>"), ValueError, "the end mark"),
        (lambda: BPE([("</w>", "a")], ["</w>", "a"]), ValueError, "the end mark"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
