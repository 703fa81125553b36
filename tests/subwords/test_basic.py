"""BERT's basic tokenization: against its rules written out one by one, and against the tokenizers package."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from faqformer.subwords import basic_tokenize, is_ideograph, is_punctuation
from tests.subwords.lines import FRAGMENTS, lines


def by_the_rules(text: str, lower: bool) -> list[str]:
    """Character by character and word by word, in the order of google-research/bert."""
    cleaned = ""
    for c in text:
        if c in "\t\n\r " or unicodedata.category(c) == "Zs":
            cleaned += " "
        elif c not in "\0\ufffd" and unicodedata.category(c) not in ("Cc", "Cf"):
            cleaned += f" {c} " if is_ideograph(c) else c
    words = []
    for word in cleaned.split():
        if lower:
            word = "".join(c for c in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(c) != "Mn")
        inside = False
        for c in word:
            if inside and not is_punctuation(c):
                words[-1] += c
            else:
                words.append(c)
            inside = not is_punctuation(c)
    return words


def theirs(text: str, lower: bool = True) -> list[str]:
    normal = BertNormalizer(clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=lower)
    return [word for word, _ in BertPreTokenizer().pre_tokenize_str(normal.normalize_str(text))]


@pytest.mark.parametrize("lower", [True, False])
def test_follows_the_rules(lower):
    for line in lines(200):
        assert basic_tokenize(line, lower) == by_the_rules(line, lower)


@given(st.text(), st.booleans())
@settings(deadline=None)
def test_follows_the_rules_on_any_text(text, lower):
    assert basic_tokenize(text, lower) == by_the_rules(text, lower)


@pytest.mark.parametrize("lower", [True, False])
def test_equals_tokenizers(lower):
    for line in lines():
        assert basic_tokenize(line, lower) == theirs(line, lower)


@pytest.mark.parametrize(
    ("text", "ours", "others"),
    [
        # tokenizers lowers one character at a time, so that it does not know the sigma at the end of a word
        ("ΟΔΟΣ", ["οδος"], ["οδοσ"]),
        # it drops private characters as control characters; Google's code did so in 2018, and does not since
        ("a\ue000b", ["a\ue000b"], ["ab"]),
        # in its list of blocks, extension E begins at 2B920 instead of 2B820
        ("\U0002b820\U0002b821", ["\U0002b820", "\U0002b821"], ["\U0002b820\U0002b821"]),
        # its table of punctuation is older than this sign of Unicode 12
        ("a\u2e4fb", ["a", "\u2e4f", "b"], ["a\u2e4fb"]),
    ],
)
def test_where_tokenizers_differs(text, ours, others):
    """Where this is red, tokenizers has changed: then the reasons above are to be looked at again."""
    assert basic_tokenize(text) == by_the_rules(text, True) == ours
    assert theirs(text) == others


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("自然语言", ["自", "然", "语", "言"]),
        ("𠮷野家", ["𠮷", "野", "家"]),  # extension B stands alone too
        ("トウキョウ", ["トウキョウ"]),  # kana, and Hangul below, stay words
        ("ガ", ["カ"]),  # the voicing mark is an accent to NFD
        ("人々", ["人", "々"]),  # 々 is no ideograph: only the spaces around 人 part them
        ("a々〇b", ["a々〇b"]),
        ("café Й", ["cafe", "и"]),
        ("don't--stop", ["don", "'", "t", "-", "-", "stop"]),
        ("[MASK]", ["[", "mask", "]"]),  # a text cannot smuggle in a special token
        ("a\0b\ufffdc\x07d\u200de", ["abcde"]),
        ("a\u00a0b\u3000c\td\u2028e", ["a", "b", "c", "d", "e"]),
        ("", []),
        (" \t\n ", []),
    ],
)
def test_examples(text, words):
    assert basic_tokenize(text) == words


INSIDE = "3400 4dbf 4e00 9fff f900 faff 20000 2a6df 2a700 2b73f 2b740 2b81f 2b820 2ceaf 2f800 2fa1f"
OUTSIDE = "33ff 4dc0 4dff a000 f8ff fb00 1ffff 2a6e0 2a6ff 2ceb0 2f7ff 2fa20"


def test_the_blocks_of_ideographs_end_where_googles_do():
    assert all(is_ideograph(chr(int(code, 16))) for code in INSIDE.split())
    assert not any(is_ideograph(chr(int(code, 16))) for code in OUTSIDE.split())


def test_hangul_is_taken_apart():
    assert [len(word) for word in basic_tokenize("한국")] == [6]


def test_the_lines_hold_what_is_hard():
    text = "".join(lines())
    assert all(fragment in text for kind in FRAGMENTS.values() for fragment in kind)
