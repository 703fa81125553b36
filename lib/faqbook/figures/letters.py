"""Words and numbers in a drawing: how wide they are, how they are written, where they stand."""

import functools

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import is_math_text
from matplotlib.colors import to_hex, to_rgb
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from faqbook.figures.look import INK, STYLE

SIZE = STYLE["font.size"]  # points, and pixels on a phone 360 wide
LINE = 1.3 * SIZE  # from one line to the next
RISE = 0.36 * SIZE  # from the middle of a letter to its baseline


@functools.cache
def width_of(text: str, weight: str = "normal", math: bool = True) -> float:
    """The width of the longest line of text, in a drawing's units."""
    font = FontProperties(family=STYLE["font.family"], size=SIZE, weight=weight)
    lines = (
        text_to_path.get_text_width_height_descent(line, font, math and bool(is_math_text(line)))[0]
        for line in text.split("\n")
    )
    return max(lines, default=0.0)


def widest(words) -> float:
    """The width of the widest of the words, in a drawing's units; 0 without any."""
    return max((width_of(word, math=False) for word in words), default=0.0)


def shorten(word: str, room: float) -> str:
    """The word, or as much of its beginning as fits into `room` units, and an ellipsis."""
    if width_of(word, math=False) <= room:
        return word
    kept = next((n for n in range(len(word) - 1, 0, -1) if width_of(word[:n] + "…", math=False) <= room), 0)
    return word[:kept] + "…"


def label(
    ax: Axes, x: float, y: float, text: str, colour: str = INK, ha: str = "center", math: bool = True, **kwargs
) -> None:
    """Write text so that the middle of its lines is at y; every word on one line has the same baseline.

    `math=False` for words that may contain a `$`, such as tokens. Further arguments go to `Axes.text`.
    """
    lines = text.split("\n")
    for i, line in enumerate(lines):
        base = y + RISE + (i - (len(lines) - 1) / 2) * LINE
        ax.text(x, base, line, color=of_letters(colour), ha=ha, va="baseline", fontsize=SIZE, parse_math=math, **kwargs)


def of_letters(colour: str) -> str:
    """A colour for letters: darker than for areas and lines, so that its contrast to the ground is at least 4.5."""
    return colour if colour == INK else to_hex(0.84 * np.array(to_rgb(colour)))


def written(values, digits: int = 2) -> np.ndarray:
    """Each number as it is printed: whole numbers without decimals if all are whole, else `digits` of them.

    An exact zero is “0”, what was rounded to zero “0.00”; minus is “−”, and −∞ “−∞”.
    """
    values = np.asarray(values, dtype=float)
    finite = values[np.isfinite(values)]
    decimals = 0 if (finite == finite.round()).all() else digits

    def write(value: float) -> str:
        if not np.isfinite(value):
            return "∞" if value > 0 else "−∞"
        if value == 0:
            return "0"
        text = f"{abs(value):.{decimals}f}"
        return f"−{text}" if value < 0 and float(text) else text

    return np.array([write(value) for value in values.flat], dtype=object).reshape(values.shape)


def listed(parts) -> str:
    """“a”, “a and b”, “a, b and c”."""
    *first, last = map(str, parts)
    return f"{', '.join(first)} and {last}" if first else last


def counted(n: int, noun: str) -> str:
    """“1 token”, “2 tokens”, “2 passes”."""
    return f"{n} {noun}" + ("" if n == 1 else "es" if noun.endswith("s") else "s")
