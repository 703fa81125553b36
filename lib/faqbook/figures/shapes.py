"""Boxes, arrows and braces, in a drawing's units."""

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, PathPatch
from matplotlib.path import Path

from faqbook.figures.letters import LINE, label, width_of
from faqbook.figures.look import GREY, INK

PALE = 0.12  # of a colour, on the ground: behind words
STRONG = 0.4  # the most on which INK is read in both themes


class Box(NamedTuple):
    """Where something stands: its left upper corner and its size; the middles of its sides, for arrows."""

    x: float
    y: float
    width: float
    height: float

    @property
    def top(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y

    @property
    def bottom(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height

    @property
    def left(self) -> tuple[float, float]:
        return self.x, self.y + self.height / 2

    @property
    def right(self) -> tuple[float, float]:
        return self.x + self.width, self.y + self.height / 2


def tint(colour: str, share: float = PALE) -> str:
    """`share` of a colour on the white ground: 0 is the ground, 1 the colour."""
    return to_hex(1 - share * (1 - np.array(to_rgb(colour))))


def box(
    ax: Axes, x: float, y: float, width: float, height: float, text: str = "", colour: str = INK, fill: float = PALE,
    dashed: bool = False, math: bool = True,
) -> Box:  # fmt: skip
    """A box with round corners and words in its middle. Raises ValueError for words that are wider or higher."""
    if text and (width_of(text, math=math) > width - 4 or LINE * (text.count("\n") + 1) > height):
        raise ValueError(f"text: {text!r} does not fit into a box of {width:.0f} × {height:.0f} units")
    style = {"edgecolor": colour, "facecolor": tint(colour, fill), "linewidth": 1, "linestyle": "--" if dashed else "-"}
    ax.add_patch(FancyBboxPatch((x, y), width, height, boxstyle="round,pad=0,rounding_size=3", **style))
    if text:
        label(ax, x + width / 2, y + height / 2, text, math=math)
    return Box(x, y, width, height)


def arrow(ax: Axes, *points: tuple[float, float], colour: str = GREY, dashed: bool = False, head: bool = True) -> None:
    """A line through the points, with an arrow's head at the last, unless `head=False`."""
    style = {"color": colour, "linewidth": 1.2, "linestyle": "--" if dashed else "-", "joinstyle": "round"}
    if len(points) > 2:
        ax.add_patch(PathPatch(Path(points[:-1]), fill=False, **style))
    arrowstyle = "-|>,head_length=0.4,head_width=0.2" if head else "-"
    ax.add_patch(FancyArrowPatch(*points[-2:], arrowstyle=arrowstyle, mutation_scale=11, shrinkA=0, shrinkB=0, **style))


def brace(
    ax: Axes, start: tuple[float, float], end: tuple[float, float], depth: float = 7, colour: str = GREY
) -> tuple[float, float]:
    """A brace from start to end, its tip `depth` to the right of the way (below it, from left to right, and left of
    it, downwards; above or right of it with a negative depth). Returns the tip, for a label."""
    start, end = np.array(start), np.array(end)
    along = (end - start) / np.hypot(*(end - start))
    across = np.array([-along[1], along[0]]) * depth
    middle, half, bend = (start + end) / 2, across / 2, along * abs(depth) / 2
    points = [start, start + half, start + half + bend, middle + half - bend, middle + half, middle + across]
    points += [middle + half, middle + half + bend, end + half - bend, end + half, end]
    curve, line = [Path.CURVE3] * 2, [Path.LINETO]
    codes = [Path.MOVETO, *curve, *line, *curve, *curve, *line, *curve]
    ax.add_patch(PathPatch(Path(points, codes), fill=False, edgecolor=colour, linewidth=1))
    return tuple(middle + across)
