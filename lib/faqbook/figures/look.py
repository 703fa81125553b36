"""One style for all figures: legible on a phone, in the light and the dark theme, and without colour vision.

A figure is 5 inches wide and its smallest text 10.5 points: no letter is below 10 pixels on a phone, 358 pixels wide.
The background is white and opaque. In the dark theme the site inverts a figure as a whole, by the filter
`invert(.9294) hue-rotate(180deg)`; the colours stay apart, and clear of the background, either way. Labels are in Latin
letters: other fonts may be missing.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import matplotlib as mpl
from cycler import cycler

WIDTH = 5.0  # inches

BLUE, VERMILLION, GREEN, PLUM = "#0072B2", "#D55E00", "#009E73", "#882255"  # lines that are told apart
INK, GREY = "#222222", "#767676"  # text and axes; reference lines

STYLE = {
    "figure.figsize": (WIDTH, 3.1),
    "figure.dpi": 160,
    "savefig.dpi": 160,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "figure.constrained_layout.use": True,
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same letters on every machine
    "font.size": 10.5,
    "axes.titlesize": 11,
    "axes.labelsize": 10.5,
    "xtick.labelsize": 10.5,
    "ytick.labelsize": 10.5,
    "legend.fontsize": 10.5,
    "legend.frameon": False,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.prop_cycle": cycler(color=[BLUE, VERMILLION, GREEN, PLUM], linestyle=["-", "--", "-.", ":"]),
    "lines.linewidth": 1.8,
    "lines.markersize": 5,
    "axes.formatter.min_exponent": 4,  # 0.001 rather than a power with a tiny exponent
    "image.cmap": "cividis",  # even in lightness, and the same to every eye
}


def use() -> None:
    """Draw all further figures in the book's style (for the first cell of a notebook)."""
    mpl.rcParams.update(STYLE)


@contextmanager
def style() -> Iterator[None]:
    """Draw the figures of the block in the book's style, and leave matplotlib's settings as they were."""
    with mpl.rc_context(STYLE):
        yield
