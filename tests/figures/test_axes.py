"""Axes that refuse NaN and ±∞."""

import re

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest

from faqbook import figures


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize(
    "draw",
    [
        lambda ax, y: ax.plot([1, 2], y),
        lambda ax, y: ax.scatter(x=[1, 2], y=y),
        lambda ax, y: ax.bar(["a", "b"], y),
        lambda ax, y: ax.hist(y),
        lambda ax, y: ax.errorbar([1, 2], [1, 2], yerr=y),
        lambda ax, y: ax.fill_between([1, 2], y),
        lambda ax, y: ax.imshow([y, y]),
    ],
)
def test_nan_and_infinity_are_refused(draw, bad):
    fig, ax = figures.subplots()
    with pytest.raises(ValueError, match=re.escape("expected finite numbers, got NaN or ±∞")):
        draw(ax, [1.0, bad])
    draw(ax, [1.0, 2.0])
    plt.close(fig)


def test_what_is_masked_may_be_anything():
    fig, ax = figures.subplots()
    ax.imshow(np.ma.masked_invalid([[1.0, -np.inf], [np.nan, 2.0]]))
    plt.close(fig)


def test_a_grid_of_axes_is_checked_as_well():
    fig, axes = figures.subplots(2, 1, sharex=True)
    with pytest.raises(ValueError, match="plot, argument 1"):
        axes[1].plot([np.nan])
    plt.close(fig)
