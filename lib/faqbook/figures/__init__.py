"""Figures of one style, and the book's drawings.

`use` sets the style and `subplots` makes axes, for charts. A drawing is a function of the numbers that it shows, which
the caller computed: it returns a `Drawing`, a matplotlib figure with a text alternative, `.alt`. Pictures of a
chapter's own begin with a `canvas` and use the same shapes: `box`, `arrow`, `brace`, `label`, `matrix`, `tokens`.

Drawings have white ground and are inverted with all figures in the dark theme: their colours were chosen as pairs with
what the inversion makes of them. Tints lie between the ground and a colour, so that "stronger" is true in both.
"""

from faqbook.figures.axes import FiniteAxes, subplots
from faqbook.figures.bars import weight_bars
from faqbook.figures.bert import three_embeddings
from faqbook.figures.by_hand import attention_by_hand
from faqbook.figures.cache import kv_cache, query_groups
from faqbook.figures.drawing import LEFT, RIGHT, ROOM, Drawing, canvas, chart, drawn, spread
from faqbook.figures.grids import matrix, tokens
from faqbook.figures.layers import decoder_layer, encoder_and_decoder, encoder_layer
from faqbook.figures.letters import label, written
from faqbook.figures.look import BLUE, GREEN, GREY, INK, PLUM, STYLE, VERMILLION, WIDTH, style, use
from faqbook.figures.masked import masked_scores
from faqbook.figures.norms import norm_axes
from faqbook.figures.passes import training_and_use
from faqbook.figures.positions import positional_encoding
from faqbook.figures.pretraining import masking
from faqbook.figures.rates import schedule
from faqbook.figures.sentence import SENTENCE
from faqbook.figures.shapes import Box, arrow, box, brace, tint
from faqbook.figures.sight import architectures
from faqbook.figures.split import heads
from faqbook.figures.stream import residual_stream
from faqbook.figures.tasks import task_heads

__all__ = [
    "BLUE",
    "GREEN",
    "GREY",
    "INK",
    "LEFT",
    "PLUM",
    "RIGHT",
    "ROOM",
    "SENTENCE",
    "STYLE",
    "VERMILLION",
    "WIDTH",
    "Box",
    "Drawing",
    "FiniteAxes",
    "architectures",
    "arrow",
    "attention_by_hand",
    "box",
    "brace",
    "canvas",
    "chart",
    "decoder_layer",
    "drawn",
    "encoder_and_decoder",
    "encoder_layer",
    "heads",
    "kv_cache",
    "label",
    "masked_scores",
    "masking",
    "matrix",
    "norm_axes",
    "positional_encoding",
    "query_groups",
    "residual_stream",
    "schedule",
    "spread",
    "style",
    "subplots",
    "task_heads",
    "three_embeddings",
    "tint",
    "tokens",
    "training_and_use",
    "use",
    "weight_bars",
    "written",
]
