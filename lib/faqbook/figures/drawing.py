"""A drawing: a figure whose unit is a pixel of a phone, and which can say in words what it shows."""

import functools
from collections.abc import Callable

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from faqbook.figures.axes import FiniteAxes, subplots
from faqbook.figures.look import WIDTH, style

POINTS = 72 * WIDTH  # a drawing's width: 360 units, each a point on paper and a pixel on a phone 360 pixels wide
MARGIN = 7.2  # what matplotlib adds around a saved figure (0.1 inch)
LEFT, RIGHT = MARGIN + 1, POINTS - MARGIN - 1  # so that half of a border's line is not cut off
ROOM = RIGHT - LEFT  # for what is drawn


class Drawing(Figure):
    """A figure with a text alternative, `alt`: sentences made from the numbers that were drawn.

    `ax` are the axes of a canvas, in units of 1/360 of the width, y downwards.
    """

    alt: str = ""
    ax: Axes

    def resize(self, height: float) -> None:
        """Give a canvas this height. Raises ValueError for one that leaves no room."""
        _require_height(height)
        self.set_size_inches(WIDTH, height / 72)
        self.ax.set_position((MARGIN / POINTS, MARGIN / height, 1 - 2 * MARGIN / POINTS, 1 - 2 * MARGIN / height))
        self.ax.set(xlim=(MARGIN, POINTS - MARGIN), ylim=(height - MARGIN, MARGIN))


def canvas(height: float) -> Drawing:
    """An empty drawing, `height` units high and 360 wide, with its axes as `.ax`; y runs downwards.

    What is drawn keeps MARGIN units away from all sides. All of it is shown, empty or not, so that letters have the
    same size in every drawing. Raises ValueError for a height that leaves no room.
    """
    _require_height(height)
    drawing = plt.figure(FigureClass=Drawing, layout="none")
    # A saved figure is cut to its axes, and gets matplotlib's margin around them.
    drawing.ax = drawing.add_axes((0, 0, 1, 1), axes_class=FiniteAxes)
    drawing.ax.axis("off")
    drawing.resize(height)
    return drawing


def _require_height(height: float) -> None:
    if not height > 2 * MARGIN:
        raise ValueError(f"height: expected more than the margins, {2 * MARGIN}, got {height}")


def chart(rows: int, height: float, **kwargs) -> tuple[Drawing, np.ndarray]:
    """A drawing of `rows` charts below each other, `height` inches high, with matplotlib's own axes and layout."""
    return subplots(rows, height=height, FigureClass=Drawing, squeeze=False, **kwargs)


def drawn(function: Callable[..., Drawing]) -> Callable[..., Drawing]:
    """Let function draw in the book's style, whatever matplotlib is set to; half a drawing is closed when it raises."""

    @functools.wraps(function)
    def call(*args, **kwargs) -> Drawing:
        before = set(plt.get_fignums())
        try:
            with style():
                return function(*args, **kwargs)
        except Exception:
            for number in set(plt.get_fignums()) - before:
                plt.close(number)
            raise

    return call


def spread(widths: list[float], what: str, most: float = 24) -> list[float]:
    """The left edges of blocks of these widths, side by side, centred, with equal gaps of at most `most` units.

    Raises ValueError when `what`, which they draw, is too wide.
    """
    gaps = max(len(widths) - 1, 1)
    gap = min((ROOM - sum(widths)) / gaps, most)
    if (gap < 6 and len(widths) > 1) or gap < 0:
        raise ValueError(f"{what}: too wide for a drawing by {6 * gaps + sum(widths) - ROOM:.0f} of {ROOM:.0f} units")
    start = (POINTS - sum(widths) - gap * (len(widths) - 1)) / 2
    return [start + sum(widths[:i]) + i * gap for i in range(len(widths))]
