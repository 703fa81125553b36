"""What the eye gets: the dark theme's filter, contrast, colour blindness."""

import re
from functools import cache

import matplotlib as mpl
import numpy as np

from tools import ROOT

# CSS hue-rotate(180deg) as the filter-effects standard defines it.
HUE = np.array([[-0.574, 1.430, 0.144], [0.426, 0.430, 0.144], [0.426, 1.430, -0.856]])


@cache
def filtered() -> float:
    """The share by which the site's style inverts its figures in the dark theme."""
    css = (ROOT / "_static" / "book.css").read_text(encoding="utf-8")
    return float(re.search(r"cell_output img \{[^}]*filter: invert\((0\.\d+)\) hue-rotate\(180deg\)", css)[1])


def rgb(colour) -> np.ndarray:
    return np.array(mpl.colors.to_rgb(colour))


def light(colour: np.ndarray) -> np.ndarray:
    return colour


def dark(colour: np.ndarray) -> np.ndarray:
    """What the dark theme's filter makes of a colour (…, 3)."""
    share = filtered()
    return np.clip((share - (2 * share - 1) * colour) @ HUE.T, 0, 1)


def linear(colour: np.ndarray) -> np.ndarray:
    return np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)


def contrast(a: np.ndarray, b: np.ndarray) -> float:
    """WCAG's contrast ratio."""
    low, high = sorted(linear(colour) @ [0.2126, 0.7152, 0.0722] for colour in (a, b))
    return (high + 0.05) / (low + 0.05)
