"""Subwords: between characters and words."""

from faqformer.subwords.basic import basic_tokenize, clean, is_ideograph, is_punctuation, strip_accents
from faqformer.subwords.batch import Batch
from faqformer.subwords.vocabulary import Vocabulary
from faqformer.subwords.wordpiece import WordPiece

__all__ = [
    "Batch",
    "Vocabulary",
    "WordPiece",
    "basic_tokenize",
    "clean",
    "is_ideograph",
    "is_punctuation",
    "strip_accents",
]
