"""BPE's encoders: the merges applied one after the other, and texts that come back."""

import copy
import pickle
from itertools import pairwise

import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from faqformer.subwords import BPE, ByteBPE, WordPiece, chunks
from faqformer.subwords.merging import merged
from faqformer.subwords.wordpiece import SPECIAL
from tests.subwords.lines import FRAGMENTS, WORDS, lines

MANUAL = "".join(word + " " for word in WORDS[:6000])


def one_merge_at_a_time(symbols, ranks):
    """Search the whole word for the pair learned first, join it everywhere, begin again."""
    while found := [pair for pair in pairwise(symbols) if pair in ranks]:
        best, result = min(found, key=ranks.get), []
        for symbol in symbols:
            if result and (result[-1], symbol) == best:
                result[-1] += symbol
            else:
                result.append(symbol)
        symbols = result
    return symbols


# Any pairs in any order: also two ways to one symbol, of which the later makes a pair that was learned earlier.
any_pairs = st.lists(st.tuples(*2 * [st.text("ab", min_size=1, max_size=3)]), max_size=12, unique=True)


# Joining a bc at its first place makes abc a, learned before a bc: it must wait until all of them are joined.
@example("abcabc", [("b", "c"), ("abc", "a"), ("a", "bc")])
@given(st.text("ab", max_size=30), any_pairs)
@settings(deadline=None, max_examples=500)
def test_merging_equals_one_merge_at_a_time(word, pairs):
    ranks = {pair: rank for rank, pair in enumerate(pairs)}
    assert merged(list(word), ranks, str.__add__) == one_merge_at_a_time(list(word), ranks)


def test_merging_asks_no_more_than_three_times_a_symbol():
    class Counting(dict):
        asked = 0

        def get(self, pair):
            Counting.asked += 1
            return super().get(pair)

    ranks = Counting({("a", "b"): 0, ("ab", "ab"): 1, ("abab", "abab"): 2})
    for n in (64, 6400):
        Counting.asked = 0
        assert merged(["a", "b"] * (n // 2), ranks, str.__add__) == ["ab" * 4] * (n // 8)
        assert Counting.asked <= 3 * n


@pytest.fixture(scope="module")
def bpe():
    return BPE.train({MANUAL.replace("</w>", ""): 1}, 300)


@pytest.fixture(scope="module")
def byte_bpe():
    return ByteBPE.train({MANUAL: 1, "".join(FRAGMENTS["Chinese"] + FRAGMENTS["emoji"]): 3}, 300)


@pytest.mark.parametrize("glued", [True, False])
@given(text=st.text())
@settings(deadline=None)
def test_bpe_gives_the_words_back(glued, text):
    """All that it promises: its words, with one space between two."""
    counts = {text.replace("</w>", "w/"): 1}
    tokenizer = BPE.train(counts, 0, glued=glued)
    if glued:  # there a character is another symbol at the end of a word
        tokenizer = BPE([], {c + end for c in text for end in ("", "</w>") if not c.isspace()} or {"a"}, glued=True)
    (known,) = counts
    assert tokenizer.decode(tokenizer.encode(known)) == " ".join(known.split())


def test_bpe_gives_real_words_back(bpe):
    text = " ".join(WORDS[1000:9000])
    known = "".join(c if c in bpe.vocabulary or c.isspace() else "" for c in text)
    assert bpe.decode(bpe.encode(known)) == " ".join(known.split())
    assert bpe.decode(torch.tensor(bpe.encode(known))) == " ".join(known.split())


@given(st.lists(st.sampled_from(["<", "/", "w", ">", "</w>", "a", " "])).map("".join), st.booleans())
@settings(deadline=None)
def test_a_word_that_looks_like_the_end_mark(text, glued):
    """Merges learned without it cannot spell it, so it comes back too."""
    tokenizer = BPE.train({"a/ w> a < > </ w </ w > / w a/w a<": 1}, 5, glued=glued)
    tokenizer = BPE(tokenizer.merges, [c + end for c in "</w>a" for end in ("", "</w>")] + tokenizer.alphabet, glued)
    assert tokenizer.decode(tokenizer.encode(text)) == " ".join(text.split())


def test_an_unknown_character_costs_itself_alone(bpe):
    assert bpe.pieces("a自") == ["a", "[UNK]", "</w>"]
    assert bpe.decode(bpe.encode("a自b 自 c")) == "a[UNK]b [UNK] c"
    glued = BPE.train({"ab cb": 1}, 1, glued=True)
    assert glued.pieces("c自 ab") == ["c", "[UNK]</w>", "ab</w>"]
    assert glued.decode(glued.encode("c自 自 自b ab")) == "c[UNK] [UNK] [UNK]b ab"


@given(st.text())
@settings(deadline=None, max_examples=300)
def test_bytes_give_any_text_back(byte_bpe, text):
    assert byte_bpe.decode(byte_bpe.encode(text)) == text
    assert b"".join(byte_bpe.pieces(text)) == text.encode()
    assert "".join(chunks(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "   two  leading",
        " ",
        "",
        "\n\n  \t",
        "👩\u200d👩\u200d👧",
        "a\u0301",
        "\0",
        "\ud83d half a pair",
        "</w>",
        "[UNK]",
    ],
)
def test_what_others_lost(byte_bpe, text):
    assert byte_bpe.decode(byte_bpe.encode(text)) == text


HARD = ["'s't've 'S don't''ll", "a  b   c \n d", "  ", "x½Ⅷ³y", "\x1c\x1da \x85b \u2028c\u180ed", "_a_ 1_2", ""]


def gpt2_alphabet() -> dict[int, str]:
    """How GPT-2 writes the 256 bytes: printable ones as they are, the others as characters from U+0100 on."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    rest = [value for value in range(256) if value not in printable]
    return {value: chr(value) for value in printable} | {value: chr(256 + i) for i, value in enumerate(rest)}


def test_equals_tokenizers(byte_bpe):
    """On lines with runs of spaces, emoji, Chinese, control characters, and the same merges in both."""
    shown = gpt2_alphabet()

    def show(piece: bytes) -> str:
        return "".join(shown[value] for value in piece)

    vocabulary = {show(piece): i for i, piece in enumerate(byte_bpe.vocabulary.pieces)}
    theirs = Tokenizer(models.BPE(vocabulary, [(show(a), show(b)) for a, b in byte_bpe.merges]))
    theirs.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    for line in [*lines(), *HARD]:
        ids = byte_bpe.encode(line)
        assert ids == theirs.encode(line).ids
        assert byte_bpe.decode(ids) == line


def test_chunks_equal_tokenizers():
    theirs = pre_tokenizers.ByteLevel(add_prefix_space=False)
    for line in [*lines(), *HARD]:
        assert chunks(line) == [line[start:end] for _, (start, end) in theirs.pre_tokenize_str(line)]


def test_base_symbols_of_chinese():
    tokenizer = ByteBPE([])
    assert [len(tokenizer.encode(text)) for text in ("自然语言", "𠮷", "é", "a")] == [12, 4, 2, 1]
    assert tokenizer.decode(tokenizer.encode("自")[:2]) == "\N{REPLACEMENT CHARACTER}"


def test_where_the_two_encoders_differ():
    """The same pieces and the word abc: BPE joins what was learned first, WordPiece takes the longest from the left."""
    learned = [("b", "c"), ("a", "b")]
    assert merged(list("abc"), {pair: rank for rank, pair in enumerate(learned)}, str.__add__) == ["a", "bc"]
    assert BPE(learned, ["a", "b", "c", "</w>"]).pieces("abc") == ["a", "bc", "</w>"]
    assert WordPiece([*SPECIAL, "a", "##b", "##c", "ab", "##bc"]).pieces("abc") == ["ab", "##c"]


def test_copies_work_alone(bpe, byte_bpe):
    for tokenizer in (bpe, byte_bpe):
        for copied in (copy.deepcopy(tokenizer), pickle.loads(pickle.dumps(tokenizer))):
            assert copied.encode("the unaffable cat") == tokenizer.encode("the unaffable cat")


@pytest.mark.bad_input
@pytest.mark.parametrize("tokenizer", [BPE([], "ab"), ByteBPE([])])
def test_bad_input(tokenizer):
    with pytest.raises(TypeError, match="text: expected a string, got bytes"):
        tokenizer.encode(b"bytes")
    with pytest.raises(TypeError, match="text: expected a string, got list"):
        tokenizer.encode(["a", "b"])
    with pytest.raises(IndexError, match="ids: expected 0 to"):
        tokenizer.decode([-1])
    with pytest.raises(IndexError, match="ids: expected 0 to"):
        tokenizer.decode([len(tokenizer)])
    with pytest.raises(TypeError, match="ids: expected a sequence of integers"):
        tokenizer.decode([1.0])


@pytest.mark.bad_input
def test_merges_must_be_known():
    with pytest.raises(ValueError, match="merges: expected known byte strings"):
        ByteBPE([(b"ab", b"c")])
    with pytest.raises(ValueError, match="tie: expected one of"):
        ByteBPE.train({"a": 1}, 0, tie="last")
