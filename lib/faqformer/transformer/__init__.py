"""The Transformer of "Attention Is All You Need": encoder, decoder, and the model around them."""

from faqformer.transformer.cache import DecoderCache, LayerCache
from faqformer.transformer.config import Config, LayerConfig
from faqformer.transformer.decoder import Decoder, DecoderLayer
from faqformer.transformer.embedding import Embedding, TiedOutput
from faqformer.transformer.encoder import Encoder, EncoderLayer
from faqformer.transformer.model import Transformer

__all__ = [
    "Config",
    "Decoder",
    "DecoderCache",
    "DecoderLayer",
    "Embedding",
    "Encoder",
    "EncoderLayer",
    "LayerCache",
    "LayerConfig",
    "TiedOutput",
    "Transformer",
]
