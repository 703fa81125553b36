"""BERT: the encoder, its two pre-training heads, and two small trained ones to look into."""

from faqformer.bert.config import BertConfig
from faqformer.bert.embeddings import BertEmbeddings
from faqformer.bert.filler import Filler
from faqformer.bert.heads import BertForMaskedLM, BertForPreTraining, MaskedLMHead, PreTrainingOutput
from faqformer.bert.initialisation import initialise
from faqformer.bert.layer import BertLayer
from faqformer.bert.model import Bert, BertOutput
from faqformer.bert.pooling import mean_pool
from faqformer.bert.reader import Reader
from faqformer.bert.trained import load_minilm, load_shakespeare_bert
from faqformer.bert.weights import load_hugging_face, our_name, our_names

__all__ = [
    "Bert",
    "BertConfig",
    "BertEmbeddings",
    "BertForMaskedLM",
    "BertForPreTraining",
    "BertLayer",
    "BertOutput",
    "Filler",
    "MaskedLMHead",
    "PreTrainingOutput",
    "Reader",
    "initialise",
    "load_hugging_face",
    "load_minilm",
    "load_shakespeare_bert",
    "mean_pool",
    "our_name",
    "our_names",
]
