"""The positional encoding: the whole table as a heat map, and some of its dimensions as waves."""

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import MaxNLocator

from faqbook.figures import given
from faqbook.figures.drawing import Drawing, chart, drawn
from faqbook.figures.letters import counted, listed, written
from faqbook.figures.look import BLUE, GREY, VERMILLION

DIVERGING = LinearSegmentedColormap.from_list("vermillion, ground, blue", [VERMILLION, "white", BLUE])


@drawn
def positional_encoding(table, waves) -> Drawing:
    """The encoding's table as a heat map, positions from left to right, dimensions downwards; below, some dimensions.

    table: (n, d), at least two positions; waves: the dimensions that are drawn as waves, one to four, counted from 0.
    Blue is above 0, vermillion below, no colour 0. Raises ValueError for a dimension that the table does not have.
    """
    (table,) = given.shaped(table=(table, "n d"))
    n, d = table.shape
    waves = list(waves)
    if n < 2:
        raise ValueError(f"table: expected at least two positions, got {n}")
    if not 1 <= len(waves) <= 4 or not all(0 <= wave < d for wave in waves):
        raise ValueError(f"waves: expected one to four dimensions from 0 to {d - 1}, got {waves}")
    most = abs(table).max() or 1
    ratios = {"height_ratios": [3, *[1] * len(waves)]}
    drawing, axes = chart(1 + len(waves), 2.3 + 0.8 * len(waves), sharex=True, gridspec_kw=ratios)
    whole, *below = axes[:, 0]
    whole.imshow(table.T, cmap=DIVERGING, vmin=-most, vmax=most, aspect="auto", interpolation="nearest")
    whole.set_title("all dimensions: blue above 0, orange below", loc="left")
    whole.set(ylabel="dimension", yticks=sorted(waves))
    for ax, wave in zip(below, waves, strict=True):
        ax.axhline(0, linestyle="-", color=GREY, linewidth=0.8)
        ax.plot(range(n), table[:, wave], "o-" if n <= 64 else "-", color=BLUE, markersize=3, linewidth=1.4)
        ax.set_title(f"dimension {wave}", loc="left")
        ax.set(ylim=(-1.2 * most, 1.2 * most), yticks=[-most, most], yticklabels=written([-most, most]))
    below[-1].set_xlabel("position")
    below[-1].xaxis.set_major_locator(MaxNLocator(6, integer=True))
    turns = listed(f"dimension {wave} changes sign {counted(_crossings(table[:, wave]), 'time')}" for wave in waves)
    drawing.alt = (
        f"A heat map of the positional encoding, {n} positions from left to right, {d} dimensions downwards, "
        f"values from {written([table.min()])[0]} to {written([table.max()])[0]}. Below it, single dimensions against "
        f"the position: {turns}."
    )
    return drawing


def _crossings(wave: np.ndarray) -> int:
    """How often a sequence goes from one side of 0 to the other."""
    signs = np.sign(wave[wave != 0])
    return int((signs[1:] != signs[:-1]).sum())
