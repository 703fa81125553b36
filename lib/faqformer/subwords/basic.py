"""BERT's basic tokenization: what becomes of a text before the first subword is looked up.

google-research/bert, `tokenization.py` (Devlin et al. 2019 describe it in one sentence). In order: drop control
characters, give every kind of space the same sign, put spaces around CJK ideographs, lower the case and strip the
accents, cut out punctuation. Two translations of the text do it, so the work grows with its length and no faster.
"""

import unicodedata
from collections.abc import Callable

# Blocks whose characters stand alone: CJK ideographs. Kana, Hangul, 々 and 〇 lie outside and stay inside their words.
IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


def is_ideograph(character: str) -> bool:
    """Whether BERT treats the character as a word of its own, as it does every Chinese character."""
    return any(first <= ord(character) <= last for first, last in IDEOGRAPHS)


def is_punctuation(character: str) -> bool:
    """Unicode's punctuation, and every printable ASCII character that is no letter, digit or space: $ + < ^ …"""
    ascii_sign = "!" <= character <= "~" and not character.isalnum()
    return ascii_sign or unicodedata.category(character).startswith("P")


def clean(text: str) -> str:
    """Without control characters and U+FFFD, every space a plain one, ideographs between spaces."""
    return text.translate(_CLEAN)


def strip_accents(text: str) -> str:
    """The text in NFD without its combining marks: é becomes e, but also й becomes и and ガ becomes カ."""
    return unicodedata.normalize("NFD", text).translate(_STRIP)


def basic_tokenize(text: str, lower: bool = True) -> list[str]:
    """The words and punctuation marks of a text. lower (the uncased models): lower case, and no accents."""
    text = clean(text)
    if lower:
        text = strip_accents(text.lower())
    return text.translate(_SPLIT).split()


class _Table(dict):
    """What `str.translate` reads: code point → replacement, worked out when a character is first met."""

    def __init__(self, rule: Callable[[str], str]):
        super().__init__()
        self.rule = rule

    def __missing__(self, code: int) -> str:
        self[code] = replacement = self.rule(chr(code))
        return replacement


def _cleaned(character: str) -> str:
    category = unicodedata.category(character)
    if character in " \t\n\r" or category == "Zs":
        return " "
    if character in "\0\N{REPLACEMENT CHARACTER}" or category in ("Cc", "Cf"):
        return ""
    return f" {character} " if is_ideograph(character) else character


_CLEAN = _Table(_cleaned)
_STRIP = _Table(lambda character: "" if unicodedata.category(character) == "Mn" else character)
_SPLIT = _Table(lambda character: f" {character} " if is_punctuation(character) else character)
