"""Byte-level BPE: merges of bytes, so that no text is unknown and every text comes back as it was."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from torch import Tensor

from faqformer.require import require_one_of, require_text
from faqformer.subwords.learning import TIES, first_merges, merges
from faqformer.subwords.memory import Memory
from faqformer.subwords.merging import merged
from faqformer.subwords.segmentation import Segmentation, count_words
from faqformer.subwords.vocabulary import Vocabulary


class ByteBPE:
    """Text to subwords of bytes by learned merges, as in GPT-2 (Radford et al. 2019, 2.2).

    The text is cut into chunks (`chunks`), each chunk into its UTF-8 bytes, and merges join bytes within a chunk.
    merges: pairs of byte strings, in the order in which they were learned. Ids: the 256 bytes by value, then what the
    merges make, in their order. Raises ValueError for a merge of what no earlier merge gives.
    """

    def __init__(self, merges: Sequence[tuple[bytes, bytes]]):
        self.merges = list(merges)
        known = dict.fromkeys(bytes([value]) for value in range(256))
        self._ranks: dict[tuple[bytes, bytes], int] = {}
        for rank, (a, b) in enumerate(self.merges):
            if a not in known or b not in known:
                raise ValueError(f"merges: expected known byte strings, got {(a, b)!r} as merge {rank}")
            known[a + b] = None
            self._ranks.setdefault((a, b), rank)
        self.vocabulary = Vocabulary(known)
        self._cuts = Memory(self.cut)

    @classmethod
    def train(cls, counts: Mapping[str, int], n_merges: int, tie: str = "first") -> "ByteBPE":
        """Learn n_merges merges, each of the most frequent pair, from texts and how often each occurs ({text: 1}).

        tie: as in `BPE.train`, by the order of byte strings. Raises ValueError for another tie, a count below 1, or
        more merges than the texts allow.
        """
        require_one_of("tie", tie, TIES)
        words = [(symbols(chunk), weight) for chunk, weight in count_words(counts, chunks).items()]
        segmentation = Segmentation(words, bytes.__add__)
        return cls(first_merges(merges(segmentation, tie=TIES[tie]), n_merges))

    def __len__(self) -> int:
        return len(self.vocabulary)

    def cut(self, chunk: str) -> list[bytes]:
        """The pieces of one chunk."""
        return merged(symbols(chunk), self._ranks, bytes.__add__)

    def pieces(self, text: str) -> list[bytes]:
        """The pieces of a text; joined, they are its UTF-8 bytes. A piece may hold a part of a character only."""
        require_text(text)
        return [piece for chunk in chunks(text) for piece in self._cuts[chunk]]

    def encode(self, text: str) -> list[int]:
        """The ids of a text's pieces."""
        return [self.vocabulary.ids[piece] for piece in self.pieces(text)]

    def decode(self, ids: Sequence[int] | Tensor) -> str:
        """The text that the ids spell: `decode(encode(text)) == text` for every text.

        Ids that spell no whole characters (cut off in the middle of one) give U+FFFD there. Raises as
        `Vocabulary.spell`.
        """
        spelt = b"".join(self.vocabulary.spell(ids))
        try:
            return spelt.decode("utf-8", SURROGATES)
        except UnicodeDecodeError:
            return spelt.decode("utf-8", "replace")


SURROGATES = "surrogatepass"  # half a surrogate pair is no character, but a Python string may hold one


def symbols(chunk: str) -> list[bytes]:
    """The UTF-8 bytes of a chunk, one by one."""
    return [bytes([value]) for value in chunk.encode("utf-8", SURROGATES)]


def chunks(text: str) -> list[str]:
    """Cut a text as GPT-2 does, losing nothing: contractions; a run of letters, digits or other signs, with one space
    before it; white space.

    GPT-2's expression asks for Unicode's letters and numbers, which the standard library's `re` cannot; it is matched
    on a copy of the text in which each character stands for its class.
    """
    return [text[match.start() : match.end()] for match in _CHUNK.finditer(text.translate(_CLASSES))]


# L letter, 0 number, tab any space but the plain one, full stop all else; a–z, space and apostrophe for themselves.
_CHUNK = re.compile(r"'(?:[stmd]|re|ve|ll)| ?[a-zL]+| ?0+| ?['.]+|[ \t]+(?![^ \t])|[ \t]+")


class _Classes(dict):
    """What `str.translate` reads, worked out when a character is first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        kind = unicodedata.category(character)[0]
        if "a" <= character <= "z" or character in " '":
            found = character
        elif kind in "LN":
            found = "L" if kind == "L" else "0"
        else:
            # The separators \x1c … \x1f are white space to Python, but not to Unicode, and so not to GPT-2.
            found = "\t" if character.isspace() and not "\x1c" <= character <= "\x1f" else "."
        self[code] = found
        return found


_CLASSES = _Classes()
