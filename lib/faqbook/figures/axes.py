"""Axes on which nothing is left out without a word: they refuse NaN and ±∞."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from faqbook.figures.look import WIDTH

_CHECKED = (
    "plot",
    "scatter",
    "bar",
    "barh",
    "hist",
    "errorbar",
    "fill_between",
    "step",
    "stem",
    "imshow",
    "pcolormesh",
)


class FiniteAxes(Axes):
    """Axes that refuse to plot NaN and ±∞, which matplotlib leaves out without a word. Mask what is to stay empty."""

    name = "finite"


def _checked(method: str):
    def call(self, *args, **kwargs):
        for place, value in [*enumerate(args, start=1), *kwargs.items()]:
            _require_finite(f"{method}, argument {place}", value)
        return getattr(super(FiniteAxes, self), method)(*args, **kwargs)

    call.__name__ = method
    call.__doc__ = f"As `Axes.{method}`. Raises ValueError for NaN or ±∞."
    return call


for _method in _CHECKED:
    setattr(FiniteAxes, _method, _checked(_method))


def subplots(rows: int = 1, columns: int = 1, height: float = 3.1, **kwargs) -> tuple[Figure, Axes | np.ndarray]:
    """`plt.subplots` at the book's width, `height` inches high, on axes that raise ValueError for NaN and ±∞."""
    return plt.subplots(
        rows,
        columns,
        figsize=(WIDTH, height),
        subplot_kw={"axes_class": FiniteAxes, **kwargs.pop("subplot_kw", {})},
        **kwargs,
    )


def _require_finite(name: str, value) -> None:
    """Raise ValueError when value holds numbers and some of them, outside a mask, are not finite."""
    if value is None or isinstance(value, str | dict | bool):
        return
    try:
        numbers = np.ma.asarray(value, dtype=float).compressed()
    except (TypeError, ValueError):
        return  # a format, a norm, a list of labels: no numbers
    if not np.isfinite(numbers).all():
        raise ValueError(f"{name}: expected finite numbers, got NaN or ±∞; mask what is to stay empty")
