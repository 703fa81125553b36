"""Subwords: between characters and words. Three ways to learn and to cut them, each with train, encode and decode."""

from faqformer.subwords.basic import basic_tokenize, clean, is_ideograph, is_punctuation, strip_accents
from faqformer.subwords.batch import Batch
from faqformer.subwords.bpe import BPE
from faqformer.subwords.byte_bpe import ByteBPE, chunks
from faqformer.subwords.criteria import count, count_pmi, likelihood_gain, ratio
from faqformer.subwords.unigram import best_cut
from faqformer.subwords.vocabulary import Vocabulary
from faqformer.subwords.wordpiece import WordPiece
from faqformer.subwords.wordpiece_training import learn_pieces, pair_scores, segmentation, wordpiece_merges

__all__ = [
    "BPE",
    "Batch",
    "ByteBPE",
    "Vocabulary",
    "WordPiece",
    "basic_tokenize",
    "best_cut",
    "chunks",
    "clean",
    "count",
    "count_pmi",
    "is_ideograph",
    "is_punctuation",
    "learn_pieces",
    "likelihood_gain",
    "pair_scores",
    "ratio",
    "segmentation",
    "strip_accents",
    "wordpiece_merges",
]
