"""Real weights and real texts, from packages that are installed beside the book; nothing is fetched at run time.

None of it is part of faqformer: each part has its own authors and licence (`licence`), and a part that is not installed
raises `MissingPart`, one line that says how to get it.
"""

from faqformer.data.minilm import minilm_config, minilm_vocabulary, minilm_weights
from faqformer.data.pairs import parallel_pairs
from faqformer.data.parts import PARTS, MissingPart, Part, licence
from faqformer.data.plays import shakespeare

__all__ = [
    "PARTS",
    "MissingPart",
    "Part",
    "licence",
    "minilm_config",
    "minilm_vocabulary",
    "minilm_weights",
    "parallel_pairs",
    "shakespeare",
]
