"""Byte-pair encoding as Sennrich et al. brought it to translation: merges of characters inside words."""

from collections.abc import Iterable, Mapping, Sequence

from torch import Tensor

from faqformer.require import require_one_of, require_text
from faqformer.subwords.learning import TIES, first_merges, merges
from faqformer.subwords.memory import Memory
from faqformer.subwords.merging import merged
from faqformer.subwords.segmentation import Pair, Segmentation, count_words
from faqformer.subwords.vocabulary import Vocabulary

END = "</w>"  # marks the end of a word
UNKNOWN = "[UNK]"


class BPE:
    """Words, cut at white space, to subwords by learned merges (Sennrich et al. 2016, 3.2).

    merges: pairs of symbols in the order in which they were learned. alphabet: the base symbols; a character that is
    none of them is [UNK], that character alone. glued: the end mark </w> is part of a word's last character from the
    start, as in the authors' program since version 0.2; otherwise it is a symbol of its own, as in the paper.

    Ids: [UNK] ([UNK] and [UNK]</w> when glued), the alphabet in the order of strings, what the merges make, in their
    order. Raises ValueError for an alphabet of more than characters, for a merge of symbols that neither the alphabet
    nor an earlier merge gives, or of which the end mark is not one whole.
    """

    def __init__(self, merges: Sequence[Pair], alphabet: Iterable[str], glued: bool = False):
        self.merges, self.glued = list(merges), glued
        self.alphabet = sorted(set(alphabet))
        for symbol in self.alphabet:
            if len(symbol.removesuffix(END)) > 1 or not symbol:
                raise ValueError(f"alphabet: expected single characters, with or without {END}, got {symbol!r}")
        known = dict.fromkeys([UNKNOWN, UNKNOWN + END, *self.alphabet] if glued else [UNKNOWN, *self.alphabet])
        self._ranks: dict[Pair, int] = {}
        for rank, (a, b) in enumerate(self.merges):
            if a not in known or b not in known:
                raise ValueError(f"merges: expected known symbols, got {(a, b)!r} as merge {rank}")
            # Else the mark could be spelt out of characters, or stand inside a piece, and decoding would be a guess.
            if END in (a + b).removesuffix(END) or (a + b).endswith(END) != b.endswith(END):
                raise ValueError(f"merges: expected the end mark {END} at the end and in one piece, got {(a, b)!r}")
            known[a + b] = None
            self._ranks.setdefault((a, b), rank)
        self.vocabulary = Vocabulary(known)
        self._cuts = Memory(self.cut)

    @classmethod
    def train(cls, counts: Mapping[str, int], n_merges: int, tie: str = "first", glued: bool = False) -> "BPE":
        """Learn n_merges merges, each of the most frequent pair, from words or texts and how often each occurs.

        tie: which of equally frequent pairs. "first": the one seen first when the words are read in their order, as the
        paper's program does with Python's ordered dictionaries. "largest": the last one in the order of strings, as the
        authors' later program does. Raises ValueError for another tie, a count below 1, a word with </w> in it, or more
        merges than the words allow.
        """
        require_one_of("tie", tie, TIES)
        words = count_words(counts, str.split)
        if marked := next((word for word in words if END in word), None):
            raise ValueError(f"counts: expected words without the end mark {END}, got {marked!r}")
        segmentation = Segmentation([(symbols(word, glued), weight) for word, weight in words.items()], str.__add__)
        alphabet = list(segmentation.symbols)
        return cls(first_merges(merges(segmentation, tie=TIES[tie]), n_merges), alphabet, glued)

    def __len__(self) -> int:
        return len(self.vocabulary)

    def cut(self, word: str) -> list[str]:
        """The pieces of one word, the last of them with the end mark; an unknown character is [UNK]."""
        return [
            piece if piece in self.vocabulary else UNKNOWN + END if piece.endswith(END) else UNKNOWN
            for piece in merged(symbols(word, self.glued), self._ranks, str.__add__)
        ]

    def pieces(self, text: str) -> list[str]:
        """The pieces of a text's words, one after the other."""
        require_text(text)
        return [piece for word in text.split() for piece in self._cuts[word]]

    def encode(self, text: str) -> list[int]:
        """The ids of a text's pieces."""
        return [self.vocabulary.ids[piece] for piece in self.pieces(text)]

    def decode(self, ids: Sequence[int] | Tensor) -> str:
        """The words that the ids spell, with one space after each but the last.

        `decode(encode(text))` is `" ".join(text.split())` where every character is in the alphabet. Raises as
        `Vocabulary.spell`.
        """
        pieces = self.vocabulary.spell(ids)
        text = "".join(piece.removesuffix(END) + " " if piece.endswith(END) else piece for piece in pieces)
        return text.removesuffix(" ")


def symbols(word: str, glued: bool = False) -> list[str]:
    """A word's characters and the end mark: l o w </w>, or glued l o w</w>."""
    return [*word[:-1], word[-1] + END] if glued else [*word, END]
