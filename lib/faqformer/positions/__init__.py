"""Where a token stands: added to the input, rotated into queries and keys, or added to the scores."""

from faqformer.positions.alibi import AlibiBias, alibi_slopes
from faqformer.positions.extending import stretch_rows, tile_rows
from faqformer.positions.indices import token_positions
from faqformer.positions.learned import LearnedPositions
from faqformer.positions.relative import RelativePositions, offsets
from faqformer.positions.rotary import interleaved_to_half, rotary, rotary_half
from faqformer.positions.shaw import ShawRelative
from faqformer.positions.sinusoidal import frequencies, sinusoidal, sinusoidal_at
from faqformer.positions.t5 import T5Relative, t5_bucket, t5_first_distances
from faqformer.positions.transformer_xl import TransformerXLRelative

__all__ = [
    "AlibiBias",
    "LearnedPositions",
    "RelativePositions",
    "ShawRelative",
    "T5Relative",
    "TransformerXLRelative",
    "alibi_slopes",
    "frequencies",
    "interleaved_to_half",
    "offsets",
    "rotary",
    "rotary_half",
    "sinusoidal",
    "sinusoidal_at",
    "stretch_rows",
    "t5_bucket",
    "t5_first_distances",
    "tile_rows",
    "token_positions",
]
