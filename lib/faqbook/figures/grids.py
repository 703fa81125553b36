"""Matrices with their numbers in the cells, and rows of tokens, in a drawing's units."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke

from faqbook.figures.letters import SIZE, label, shorten, widest, written
from faqbook.figures.look import GREY, INK, PLUM, VERMILLION
from faqbook.figures.shapes import PALE, STRONG, Box, box, tint

CELL = 20  # a cell's height
GAP = 5  # between a matrix and its labels
HATCH = {"hatch": "/////", "edgecolor": tint(GREY, 0.55), "linewidth": 0}
CLEAR = [withStroke(linewidth=2.5, foreground="white")]  # keeps a hatch off the letters


def cell_width(values, digits: int = 2, least: float = CELL) -> float:
    """The width that the widest of the numbers needs in its cell."""
    return max(least, widest(written(values, digits).flat) + 7)


def matrix(
    ax: Axes, x: float, y: float, values, width: float, height: float = CELL, colour: str = PLUM, digits: int = 2,
    strength: float = STRONG,
    shut=None, most: float | None = None, numbers: bool = True, rows=(), columns=(),
) -> Box:  # fmt: skip
    """A grid with its left upper corner at (x, y), whose cells are `width` wide: each with its number, shaded by it.

    colour: of values above 0, at full `strength` at `most` (default: the largest magnitude); values below 0 are shaded
        in another, so that the sign is seen; `most=0`: one pale tint, no shading.
    shut: bool, True for cells that are hatched instead of shaded (what may not be attended to).
    numbers: False for a heat map without numbers.
    rows, columns: words, written left of the rows and above the columns; shortened where they do not fit.
    Raises ValueError for a number that is wider than its cell.
    """
    values = np.asarray(values, dtype=float)
    shut = np.zeros(values.shape, bool) if shut is None else np.asarray(shut)
    open_values = abs(values[~shut & np.isfinite(values)])
    most = open_values.max(initial=0) if most is None else most
    texts = written(values, digits)
    if numbers and widest(texts.flat) > width - 2:
        raise ValueError(f"values: {max(texts.flat, key=len)} is wider than a cell of {width:.0f} units")
    for (i, j), value in np.ndenumerate(values):
        corner = x + j * width, y + i * height
        ax.add_patch(Rectangle(corner, width, height, **_fill(value, shut[i, j], colour, most, strength)))
        if numbers:
            effects = CLEAR if shut[i, j] else []
            label(ax, corner[0] + width / 2, corner[1] + height / 2, texts[i, j], path_effects=effects)
    grid = Box(x, y, width * values.shape[1], height * values.shape[0])
    _lines(ax, grid, values.shape, colour if most == 0 else GREY)
    name_rows(ax, grid, rows)
    name_columns(ax, grid, columns)
    return grid


def _fill(value: float, shut: bool, colour: str, most: float, strength: float) -> dict:
    if shut:
        return {"facecolor": "white", **HATCH}
    if most == 0:
        return {"facecolor": tint(colour, PALE), "linewidth": 0}
    share = strength * min(abs(value) / most, 1) if np.isfinite(value) else 0
    return {"facecolor": tint(VERMILLION if value < 0 else colour, share), "linewidth": 0}


def _lines(ax: Axes, grid: Box, shape: tuple[int, ...], colour: str) -> None:
    """Thin lines between the cells, and the frame."""
    for i in range(1, shape[0]):
        height = grid.y + i * grid.height / shape[0]
        ax.plot([grid.x, grid.x + grid.width], [height] * 2, "-", color=tint(colour, 0.35), linewidth=0.6)
    for j in range(1, shape[1]):
        place = grid.x + j * grid.width / shape[1]
        ax.plot([place] * 2, [grid.y, grid.y + grid.height], "-", color=tint(colour, 0.35), linewidth=0.6)
    ax.add_patch(Rectangle((grid.x, grid.y), grid.width, grid.height, fill=False, edgecolor=colour, linewidth=1))


def name_rows(ax: Axes, grid: Box, names, colour: str = INK) -> None:
    """Write a name left of each of a grid's rows."""
    for i, name in enumerate(names):
        label(ax, grid.x - GAP, grid.y + (i + 0.5) * grid.height / len(names), name, colour, ha="right", math=False)


def name_columns(ax: Axes, grid: Box, names, colour: str = INK) -> None:
    """Write a name above each of a grid's columns, shortened to the column's width."""
    width = grid.width / max(len(names), 1)
    for j, name in enumerate(names):
        place = grid.x + (j + 0.5) * width
        label(ax, place, grid.y - GAP - SIZE / 2, shorten(name, width - 2), colour, math=False)


def tokens(
    ax: Axes, x: float, y: float, words, width: float, colour: str = INK, fill: float | list[float] = PALE,
    gap: float = 4, height: float = CELL,
) -> list[Box]:  # fmt: skip
    """A row of words in boxes, each `width` wide, shortened where they do not fit; returns the boxes.

    fill: of each box, or of all.
    """
    fills = fill if isinstance(fill, list) else [fill] * len(words)
    return [
        box(ax, x + i * (width + gap), y, width, height, shorten(word, width - 5), colour, share, math=False)
        for i, (word, share) in enumerate(zip(words, fills, strict=True))
    ]
