"""Real weights and real texts; nothing is fetched at run time.

They come from packages that are installed beside the book and are no part of faqformer: each has its own authors and
licence (`licence`), and one that is not installed raises `MissingPackage`, one line that says how to get it. One model
lives here: `shakespeare_bert/`, which `python -m faqformer.train bert` wrote, in the format of `faqformer.data.stored`.
"""

from faqformer.data.minilm import minilm_config, minilm_vocabulary, minilm_weights
from faqformer.data.packages import PACKAGES, MissingPackage, Package, licence
from faqformer.data.pairs import parallel_pairs
from faqformer.data.plays import shakespeare

__all__ = [
    "PACKAGES",
    "MissingPackage",
    "Package",
    "licence",
    "minilm_config",
    "minilm_vocabulary",
    "minilm_weights",
    "parallel_pairs",
    "shakespeare",
]
