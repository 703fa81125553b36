"""A module, printed, names its sizes and switches: what a reader of a notebook sees of it."""

import pytest

from faqformer.attention import GroupedQueryAttention, MultiHeadAttention
from faqformer.layers import BatchNorm, DeepNorm, FeedForward, LayerNorm, PreNorm, RMSNorm, SwiGLU
from faqformer.positions import AlibiBias, LearnedPositions, ShawRelative, T5Relative, TransformerXLRelative
from faqformer.transformer import Config
from faqformer.transformer.embedding import Embedding

SMALL = Config(source_vocab_size=7, target_vocab_size=7, d_model=4, n_heads=2, dropout=0.2)


@pytest.mark.parametrize(
    ("module", "line"),
    [
        (MultiHeadAttention(12, 3, dropout=0.1), "n_heads=3, dropout=0.1"),
        (GroupedQueryAttention(12, 6, 2), "n_heads=6, n_kv_heads=2"),
        (LayerNorm(12, eps=1e-12), "12, eps=1e-12"),
        (RMSNorm(12), "12, eps=1e-06"),
        (BatchNorm(12, momentum=0.3), "12, eps=1e-05, momentum=0.3"),
        (FeedForward(4, 8, "gelu", 0.2), "activation='gelu', dropout=0.2"),
        (SwiGLU(4, 8, 0.2), "dropout=0.2"),
        (PreNorm(4, 0.2), "dropout=0.2"),
        (DeepNorm(4, 1.5, 0.2), "alpha=1.5, dropout=0.2"),
        (AlibiBias(8), "n_heads=8"),
        (LearnedPositions(5, 4), "n_positions=5, d_model=4"),
        (ShawRelative(4, 2), "d_k=4, clip=2"),
        (T5Relative(4, 16, bidirectional=False), "n_heads=4, n_buckets=16, bidirectional=False"),
        (TransformerXLRelative(8, 2), "n_heads=2, base=10000"),
        (Embedding(7, SMALL), "7, 4, dropout=0.2"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_it_says_its_sizes(module, line):
    lines = repr(module).splitlines()
    assert module.extra_repr() == line
    assert lines[0].startswith(f"{type(module).__name__}(") and line in repr(module)
