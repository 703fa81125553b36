"""Real weights and real texts, from packages that are installed beside the book; nothing is fetched at run time.

None of it is part of faqformer: each package has its own authors and licence (`licence`), and one that is not
installed raises `MissingPackage`, one line that says how to get it.
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
