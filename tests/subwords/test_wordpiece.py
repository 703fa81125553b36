"""WordPiece's greedy cut, and what the model reads."""

import copy
import pickle

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import BertWordPieceTokenizer

from faqformer.subwords import WordPiece, basic_tokenize
from faqformer.subwords.batch import truncate
from faqformer.subwords.wordpiece import SPECIAL
from tests.subwords.lines import lines


def wordpiece(*pieces: str, **options) -> WordPiece:
    return WordPiece([*SPECIAL, *pieces], **options)


SMALL = wordpiece("un", "##aff", "##able", "a", "##b", "ab", "##c", "##cdef", "abc", "##d", "##e", "##f", "!", "自")


@pytest.fixture(scope="module")
def real(minilm_vocabulary):
    return WordPiece(minilm_vocabulary), minilm_vocabulary


def test_equals_tokenizers_on_the_trained_vocabulary(real):
    ours, vocabulary = real
    theirs = BertWordPieceTokenizer({piece: i for i, piece in enumerate(vocabulary)}, lowercase=True)
    for line in lines():
        # tokenizers reads "[MASK]" in a text as the special token; Google's code, and ours, as three signs
        line = line.replace("[MASK]", "")
        assert ours.encode(line) == theirs.encode(line, add_special_tokens=False).ids


def test_pairs_equal_tokenizers(real):
    ours, vocabulary = real
    theirs = BertWordPieceTokenizer({piece: i for i, piece in enumerate(vocabulary)}, lowercase=True)
    some = [line.replace("[MASK]", "") for line in lines(40)]
    for a, b in zip(some, reversed(some), strict=True):
        reference = theirs.encode(a, b)
        assert ours.encode_pair(a, b) == (reference.ids, reference.type_ids)
        assert ours.encode_pair(a) == (theirs.encode(a).ids, theirs.encode(a).type_ids)


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("unaffable", ["un", "##aff", "##able"]),
        ("unaffablex", ["[UNK]"]),  # one unknown character, and the whole word is gone
        ("abcdef", ["abc", "##d", "##e", "##f"]),  # ab ##cdef would have been two pieces
        ("b", ["[UNK]"]),  # ##b goes on a word; it does not begin one
        ("自", ["自"]),
    ],
)
def test_the_cut_is_greedy(word, pieces):
    assert SMALL.cut(word) == pieces


def test_the_cut_can_fail_where_another_would_do():
    assert wordpiece("ab", "a", "##bcd", "##c").cut("abcd") == ["[UNK]"]
    assert wordpiece("a", "##bcd", "##c").cut("abcd") == ["a", "##bcd"]


@pytest.mark.parametrize(("n", "pieces"), [(99, 99), (100, 100), (101, 1)])
def test_a_word_of_more_than_a_hundred_characters_is_unknown(n, pieces):
    cut = wordpiece("a", "##a").cut("a" * n)
    assert len(cut) == pieces and (cut == ["[UNK]"]) == (n > 100)
    assert wordpiece("a", "##a", max_word=200).cut("a" * 101) != ["[UNK]"]


@given(st.text())
@settings(deadline=None)
def test_decoding_gives_the_words(text):
    words = basic_tokenize(text)
    characters = {character for word in words for character in word}
    tokenizer = wordpiece(*sorted(characters), *sorted("##" + character for character in characters))
    if all(len(word) <= 100 for word in words):
        assert tokenizer.decode(tokenizer.encode(text)) == " ".join(words)


def test_decoding_the_trained_vocabulary(real):
    ours, _ = real
    for line in lines(300):
        ids = ours.encode(line)
        if ours.unk_id not in ids:
            assert ours.decode(torch.tensor(ids)) == " ".join(basic_tokenize(line))
    assert ours.decode(ours.encode_pair("Hello, wörld!", "Yes.")[0]) == "[CLS] hello , world ! [SEP] yes . [SEP]"


def test_work_grows_with_the_length_of_the_text():
    class Counting(dict):
        asked = 0

        def __contains__(self, piece):
            Counting.asked += 1
            return super().__contains__(piece)

    tokenizer = wordpiece("abc", "##abc", "##a", "##b", "##c", max_word=10**6)
    tokenizer.vocabulary.ids = Counting(tokenizer.vocabulary.ids)
    for n in (300, 3000, 30_000):
        Counting.asked = 0
        assert len(tokenizer.cut("abc" * (n // 3))) == n // 3
        assert Counting.asked <= n * max(map(len, tokenizer.vocabulary.pieces))


def test_a_batch():
    batch = SMALL.batch(["ab", ("abc !", "un"), ""])
    pad, cls, sep = SMALL.pad_id, SMALL.cls_id, SMALL.sep_id
    ab, abc, sign, un = (SMALL.vocabulary.ids[piece] for piece in ("ab", "abc", "!", "un"))
    assert batch.ids.tolist() == [
        [cls, ab, sep, pad, pad, pad],
        [cls, abc, sign, sep, un, sep],
        [cls, sep, pad, pad, pad, pad],
    ]
    assert batch.mask.tolist() == [[True] * 3 + [False] * 3, [True] * 6, [True] * 2 + [False] * 4]
    assert batch.segments.tolist() == [[0] * 6, [0, 0, 0, 0, 1, 1], [0] * 6]
    assert (batch.ids.dtype, batch.mask.dtype, batch.segments.dtype) == (torch.int64, torch.bool, torch.int64)


def test_nothing_is_cut_unless_asked():
    assert len(SMALL.encode_pair("ab " * 1000)[0]) == 1002
    assert len(SMALL.encode_pair("ab " * 1000, max_length=512)[0]) == 512
    assert len(SMALL.encode_pair("ab " * 1000, "un " * 3, max_length=512)[0]) == 512
    assert SMALL.batch(["ab " * 9, "ab"], max_length=5).ids.shape == (2, 5)
    assert SMALL.encode_pair("ab", "un", max_length=512) == SMALL.encode_pair("ab", "un")


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 24))
@settings(deadline=None)
def test_the_longer_of_a_pair_is_cut(n_a, n_b, room):
    a, b = list(range(n_a)), list(range(100, 100 + n_b))
    first, second = truncate(a, b, room)
    assert (first, second) == (a[: len(first)], b[: len(second)])
    assert len(first) + len(second) == min(room, n_a + n_b)
    # Either the shorter one is whole, or both were cut to the same length, b before a.
    if len(first) < n_a and len(second) < n_b:
        assert len(first) - len(second) in (0, 1)
    elif len(second) < n_b:
        assert len(second) >= len(first) - 1
    elif len(first) < n_a:
        assert len(first) >= len(second)


def test_copies_work_alone():
    for copied in (copy.deepcopy(SMALL), pickle.loads(pickle.dumps(SMALL))):
        assert copied.pieces("unaffable ab") == SMALL.pieces("unaffable ab")
        assert copied.vocabulary is not SMALL.vocabulary


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: WordPiece(["a", "b"]), ValueError, "vocabulary: expected it to hold"),
        (lambda: wordpiece("a", "a"), ValueError, "every subword once, got 'a' again"),
        (lambda: wordpiece(""), ValueError, "none empty"),
        (lambda: WordPiece([]), ValueError, "at least one subword"),
        (lambda: SMALL.decode([10_000]), IndexError, "ids: expected 0 to 18, got 10000"),
        (lambda: SMALL.decode([-1]), IndexError, "ids: expected 0 to 18, got -1"),
        (lambda: SMALL.batch("one text"), TypeError, "texts: expected a list"),
        (lambda: SMALL.batch(["a", ("a", "b", "c")]), ValueError, "texts: expected texts or pairs of texts, got"),
        (lambda: SMALL.batch([]), ValueError, "at least one row"),
        (lambda: SMALL.encode_pair("a", "b", max_length=2), ValueError, "max_length: expected room"),
        (lambda: SMALL.decode([1.5]), TypeError, "ids: expected a sequence of integers"),
        (lambda: SMALL.decode(torch.ones(2)), TypeError, "ids: expected a sequence of integers"),
        (lambda: SMALL.decode(torch.ones(2, 2).long()), TypeError, "ids: expected a sequence of integers"),
        (lambda: SMALL.encode(b"bytes"), TypeError, "text: expected a string"),
        (lambda: wordpiece("a", max_word=0), ValueError, "max_word: expected an integer ≥ 1, got 0"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
