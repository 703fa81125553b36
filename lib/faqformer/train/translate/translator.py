"""A trained model and its vocabulary: texts in, translations out."""

from collections.abc import Sequence
from pathlib import Path

from faqformer.data import stored
from faqformer.decoding import beam_search, greedy
from faqformer.train.translate.pairs import Codec
from faqformer.transformer import Config, Transformer

LONGER = 50  # how much longer than its source a translation may become (Vaswani et al. 2017, 6.1)
AT_ONCE = 64


class Translator:
    """`translator(["Northern Ireland"])`. The model is put into evaluation mode."""

    def __init__(self, model: Transformer, codec: Codec):
        self.model, self.codec = model.eval(), codec

    @classmethod
    def load(cls, folder: str | Path) -> "Translator":
        """The translator that `python -m faqformer.train translate` has written into folder.

        Raises FileNotFoundError for a folder that is not there or not whole, ValueError for one whose files are damaged
        or another model's.
        """
        model, vocabulary = stored.load(Path(folder), Transformer, Config)
        return cls(model, Codec.from_json(vocabulary))

    def __call__(self, texts: Sequence[str], width: int = 1) -> list[str]:
        """The translation of each text: greedy, or with a width above 1 the best of a beam.

        Raises ValueError for a text without a word or longer than the model has positions.
        """
        # Those of like length together, so that short ones do not wait for long ones.
        longest_last = sorted(range(len(texts)), key=lambda i: len(self.codec.bpe.encode(texts[i])))
        found = [""] * len(texts)
        for first in range(0, len(texts), AT_ONCE):
            rows = longest_last[first : first + AT_ONCE]
            for i, text in zip(rows, self._batch([texts[i] for i in rows], width), strict=True):
                found[i] = text
        return found

    def _batch(self, texts: Sequence[str], width: int) -> list[str]:
        device = next(self.model.parameters()).device
        source, mask = (tensor.to(device) for tensor in self.codec.sources(texts))
        most = min(source.shape[1] + LONGER, self.model.config.n_positions)
        symbols = {"start": self.codec.start, "end": self.codec.end, "max_length": most}
        if width == 1:
            ids = greedy(self.model, source, mask, **symbols).ids
        else:
            ids = beam_search(self.model, source, mask, width=width, **symbols).ids[:, 0]
        return [self.codec.decode(row) for row in ids.tolist()]
