"""The weights of one query as bars, a panel for each case."""

import numpy as np
from matplotlib.patches import Rectangle

from faqbook.figures import given
from faqbook.figures.drawing import LEFT, RIGHT, ROOM, Drawing, canvas, drawn
from faqbook.figures.grids import CLEAR
from faqbook.figures.letters import LINE, label, shorten, widest, written
from faqbook.figures.look import BLUE, GREY, INK, VERMILLION
from faqbook.figures.shapes import arrow

HIGH = 80  # the highest bar
HEAD = LINE + 8  # a panel's title
EACH = 8  # keys: so many bars bear their numbers
COLOURS = (VERMILLION, BLUE)


@drawn
def weight_bars(cases, tokens=(), one_scale: bool = True, digits: int = 2) -> Drawing:
    """One query's weights over its n keys as bars, a panel for each case.

    cases: name → (n,) weights, such as {"unscaled": …, "scaled": …}; n ≤ 128, at most four cases.
    tokens: n words, written under the bars. With at most eight keys each bar bears its number; each title says the
    largest weight. A dotted line marks 1/n, what each key would get if all were equal, where it is clear of the axis.
    one_scale: one for all panels, so that heights compare; False lets each panel's largest bar be as high as can be.
    Raises ValueError for cases of different lengths and weights that do not add up to 1.
    """
    if not 0 < len(cases) <= 4:
        raise ValueError(f"cases: expected one to four, got {len(cases)}")
    rows = given.shaped(**{name: (weights, "n") for name, weights in cases.items()})
    for name, weights in zip(cases, rows, strict=True):
        given.require_weights(name, weights)
    n = len(rows[0])
    given.at_most("keys", n, 128)
    tokens = given.words("tokens", tokens, n) if tokens else []
    numbers, names = n <= EACH and widest(written(rows, digits).flat) < ROOM / n, bool(tokens)
    largest = [weights.max() for weights in rows]
    block = HEAD + numbers * LINE + HIGH + names * (LINE + 2) + 16

    drawing = canvas(len(rows) * block + 8)
    for i, (name, weights) in enumerate(zip(cases, rows, strict=True)):
        top = 8 + i * block
        unit = HIGH / (max(largest) if one_scale else largest[i] or 1)
        floor, title = top + HEAD + numbers * LINE + HIGH, f"largest weight {written(largest, digits)[i]}"
        label(drawing.ax, LEFT, top + LINE / 2, name, COLOURS[i % 2], ha="left", weight="bold")
        if unit / n > 4:
            title += f", dotted: 1/{n}"
            drawing.ax.plot([LEFT, RIGHT], [floor - unit / n] * 2, ":", color=GREY, linewidth=1.2)
        label(drawing.ax, RIGHT, top + LINE / 2, title, ha="right")
        _bars(drawing.ax, floor, unit * weights, COLOURS[i % 2], written(weights, digits) if numbers else [])
        arrow(drawing.ax, (LEFT, floor), (RIGHT, floor), colour=INK, head=False)
        for j, word in enumerate(tokens):
            label(drawing.ax, _middle(j, n), floor + LINE / 2 + 3, shorten(word, ROOM / n - 3), math=False)
    drawing.alt = _alt(dict(zip(cases, rows, strict=True)), tokens, digits)
    return drawing


def _middle(j: int, n: int) -> float:
    return LEFT + (j + 0.5) * ROOM / n


def _bars(ax, floor: float, heights: np.ndarray, colour: str, numbers) -> None:
    n = len(heights)
    width = min(0.72 * ROOM / n, 36)
    for j, height in enumerate(heights):
        ax.add_patch(Rectangle((_middle(j, n) - width / 2, floor - height), width, height, color=colour, linewidth=0))
    for j, number in enumerate(numbers):
        label(ax, _middle(j, n), floor - heights[j] - LINE / 2 - 1, number, path_effects=CLEAR)


def _alt(cases: dict[str, np.ndarray], tokens: list[str], digits: int) -> str:
    n = len(next(iter(cases.values())))
    parts = []
    for name, weights in cases.items():
        top, above = int(weights.argmax()), int((weights > 1 / n).sum())
        largest = (
            f"the largest, at {f'“{tokens[top]}”' if tokens else f'key {top + 1}'}, is {written(weights, digits)[top]}"
        )
        each = f", of {', '.join(map(' '.join, zip(tokens, written(weights, digits), strict=True)))}" if tokens else ""
        parts.append(f"{name}: {largest}; {above} of {n} lie above 1/{n}{each}")
    return f"Bars of one query's weights over {n} keys. {'. '.join(parts)}."
