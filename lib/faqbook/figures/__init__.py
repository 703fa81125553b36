"""Figures of one style, and the book's drawings.

`use` sets the style and `subplots` makes axes, for charts. A drawing is a function of the numbers that it shows, which
the caller computed: it returns a `Drawing`, a matplotlib figure with a text alternative, `.alt`. Pictures of a
chapter's own begin with a `canvas` and use the same shapes: `box`, `arrow`, `brace`, `label`, `matrix`, `tokens`.

Drawings have white ground and are inverted with all figures in the dark theme: their colours were chosen as pairs with
what the inversion makes of them. Tints lie between the ground and a colour, so that "stronger" is true in both.
"""

from faqbook.figures.axes import FiniteAxes, subplots
from faqbook.figures.bars import weight_bars
from faqbook.figures.by_hand import attention_by_hand
from faqbook.figures.drawing import LEFT, RIGHT, ROOM, Drawing, canvas, drawn, spread
from faqbook.figures.grids import matrix, tokens
from faqbook.figures.letters import label, written
from faqbook.figures.look import BLUE, GREEN, GREY, INK, PLUM, STYLE, VERMILLION, WIDTH, style, use
from faqbook.figures.masked import masked_scores
from faqbook.figures.norms import norm_axes
from faqbook.figures.pretraining import masking
from faqbook.figures.sentence import SENTENCE
from faqbook.figures.shapes import Box, arrow, box, brace, tint

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
    "arrow",
    "attention_by_hand",
    "box",
    "brace",
    "canvas",
    "drawn",
    "label",
    "masked_scores",
    "masking",
    "matrix",
    "norm_axes",
    "spread",
    "style",
    "subplots",
    "tint",
    "tokens",
    "use",
    "weight_bars",
    "written",
]
