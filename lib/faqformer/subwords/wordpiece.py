"""WordPiece as BERT uses it: words cut greedily into the longest known pieces."""

from collections.abc import Iterable, Mapping, Sequence

from torch import Tensor

from faqformer.require import require_size, require_text
from faqformer.subwords.basic import basic_tokenize
from faqformer.subwords.batch import Batch, join, pad, truncate
from faqformer.subwords.criteria import Criterion, likelihood_gain
from faqformer.subwords.memory import Memory
from faqformer.subwords.segmentation import count_words
from faqformer.subwords.vocabulary import Vocabulary
from faqformer.subwords.wordpiece_training import PREFIX, learn_pieces

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


class WordPiece:
    """Text to ids and back: basic tokenization, then the greedy cut, both as in google-research/bert.

    vocabulary: the pieces in the order of their ids; it must hold [PAD], [UNK], [CLS], [SEP] and [MASK]. A piece that
    goes on a word begins with ##. lower: lower case and no accents (the uncased models). A word of more than max_word
    characters is [UNK] as a whole, like a word that cannot be cut (Google's code says 200, Hugging Face's 100).

    In a text, "[MASK]" is three signs like any other: only this class puts special tokens in.
    Raises ValueError for a vocabulary with an empty, a repeated or a missing piece.
    """

    def __init__(self, vocabulary: Iterable[str], lower: bool = True, max_word: int = 100):
        self.vocabulary = Vocabulary(vocabulary)
        missing = [piece for piece in SPECIAL if piece not in self.vocabulary]
        if missing:
            raise ValueError(f"vocabulary: expected it to hold {', '.join(SPECIAL)}, got none of {', '.join(missing)}")
        require_size("max_word", max_word)
        self.lower, self.max_word = lower, max_word
        self.pad_id, self.unk_id, self.cls_id, self.sep_id, self.mask_id = map(self.vocabulary.ids.get, SPECIAL)
        self._longest = max(len(piece) for piece in self.vocabulary.pieces)
        self._cuts = Memory(self.cut)

    @classmethod
    def train(
        cls,
        counts: Mapping[str, int],
        size: int,
        criterion: Criterion = likelihood_gain,
        lower: bool = True,
        max_word: int = 100,
    ) -> "WordPiece":
        """Learn a vocabulary of `size` pieces, special tokens included, from texts or words and how often each occurs.

        `learn_pieces` says how, and what is known of how Google did it. Raises ValueError when size is below the
        number of base pieces or above what the words allow.
        """
        words = count_words(counts, lambda text: (w for w in basic_tokenize(text, lower) if len(w) <= max_word))
        return cls([*SPECIAL, *learn_pieces(words, size - len(SPECIAL), criterion)], lower, max_word)

    def __len__(self) -> int:
        return len(self.vocabulary)

    def cut(self, word: str) -> list[str]:
        """The pieces of one word: from the left, always the longest that the vocabulary holds; else [UNK] alone.

        At most one look-up a character and length of a piece. Not the fewest pieces, and it can fail where another
        cut would do: it never takes a piece back.
        """
        if len(word) > self.max_word:
            return ["[UNK]"]
        pieces, start = [], 0
        while start < len(word):
            prefix = PREFIX if start else ""
            for end in range(min(len(word), start + self._longest), start, -1):
                if (piece := prefix + word[start:end]) in self.vocabulary.ids:
                    break
            else:
                return ["[UNK]"]
            pieces.append(piece)
            start = end
        return pieces

    def pieces(self, text: str) -> list[str]:
        """The pieces of a text, without special tokens."""
        require_text(text)
        return [piece for word in basic_tokenize(text, self.lower) for piece in self._cuts[word]]

    def encode(self, text: str) -> list[int]:
        """The ids of a text's pieces, without special tokens and without a limit on their number."""
        return [self.vocabulary.ids[piece] for piece in self.pieces(text)]

    def decode(self, ids: Sequence[int] | Tensor) -> str:
        """The words that the ids spell, with one space between two of them; special tokens are spelt out.

        `decode(encode(text))` is `" ".join(basic_tokenize(text))` where no word was unknown: spaces, and with `lower`
        case and accents, are gone for good. Raises as `Vocabulary.spell`.
        """
        words: list[str] = []
        for piece in self.vocabulary.spell(ids):
            if piece.startswith(PREFIX) and len(piece) > len(PREFIX) and words:
                words[-1] += piece[len(PREFIX) :]
            else:
                words.append(piece)
        return " ".join(words)

    def encode_pair(self, a: str, b: str | None = None, max_length: int | None = None) -> tuple[list[int], list[int]]:
        """[CLS] a [SEP], or [CLS] a [SEP] b [SEP]: the ids, and each one's segment, 0 up to the first [SEP], then 1.

        max_length: cut the longer of the two, piece by piece from its end, until the whole has at most so many ids;
        without it nothing is cut. Raises ValueError for a max_length that leaves no room.
        """
        first, second = self.encode(a), None if b is None else self.encode(b)
        if max_length is not None:
            first, second = truncate(first, second, max_length - (2 if second is None else 3))
        return join(first, second, self.cls_id, self.sep_id)

    def batch(self, texts: Sequence[str | tuple[str, str]], max_length: int | None = None) -> Batch:
        """Texts, or pairs of texts, as `encode_pair` gives them, padded with [PAD] to the longest.

        `Batch(ids, mask, segments)` has (B, n) tensors: `model(*tokenizer.batch(texts))`.
        Raises ValueError for no text at all or three in one entry, TypeError for one string instead of a list.
        """
        if isinstance(texts, str):
            raise TypeError("texts: expected a list of texts or of pairs of texts, got one string")
        pairs = [(text, None) if isinstance(text, str) else text for text in texts]
        if wrong := next((pair for pair in pairs if len(pair) != 2), None):
            raise ValueError(f"texts: expected texts or pairs of texts, got {wrong!r}")
        return pad([self.encode_pair(a, b, max_length) for a, b in pairs], self.pad_id)
