"""Over which numbers of a (batch, token, feature) block a normalisation takes its mean and variance."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from faqbook.figures.drawing import LEFT, ROOM, Drawing, canvas, drawn
from faqbook.figures.letters import LINE, SIZE, counted, label, width_of
from faqbook.figures.look import BLUE, GREY, VERMILLION
from faqbook.figures.shapes import tint

MOST = 6  # cells along an edge
PANEL = 140  # a block's width, with the names beside it
LARGEST = 24  # a cell's side on the front
BACK = np.array([0.5, -0.42])  # from one sentence of the batch to the next, in sides of a cell


@drawn
def norm_axes(batch: int, tokens: int, features: int) -> Drawing:
    """LayerNorm's and BatchNorm's axes: two blocks of batch × tokens × features numbers, in each of which one set is
    marked whose mean and variance are taken together: all features of a token; a feature of all tokens of the batch.

    The sizes are those of the block that is drawn, each from 1 to 6. Raises ValueError for others.
    """
    for name, size in (("batch", batch), ("tokens", tokens), ("features", features)):
        if not 1 <= size <= MOST:
            raise ValueError(f"{name}: expected from 1 to {MOST} cells, got {size}")
    beside = width_of("batch") + 6
    side = min(PANEL / (features + batch * BACK[0]), (PANEL - beside) / (features + batch * BACK[0] / 2), LARGEST)
    wide = SIZE + 6 + side * features + max(side * batch * BACK[0], side * batch * BACK[0] / 2 + beside)
    size = batch, tokens, features
    token, feature = (tokens - 1) // 2, (features - 1) // 2
    front = LINE + 14 - batch * side * BACK[1]  # the upper edge of the front, below the title and the top
    bottom = front + tokens * side

    drawing = canvas(bottom + 4 * LINE + 26)
    all_features = counted(features, "feature")
    layer = f"all {all_features}\nof one token:\n{counted(features, 'number')}"
    across = f"one feature of all\n{batch} × {tokens} tokens:\n{counted(batch * tokens, 'number')}"
    panels = [("LayerNorm", BLUE, lambda b, t, f: (b, t) == (0, token), layer)]
    panels += [("BatchNorm", VERMILLION, lambda b, t, f: f == feature, across)]
    for i, (name, colour, inside, words) in enumerate(panels):
        middle = LEFT + ROOM * (1 + 2 * i) / 4
        left = middle - wide / 2 + SIZE + 6
        label(drawing.ax, middle, 8 + LINE / 2, name, colour, weight="bold")
        _block(drawing.ax, np.array([left, front]), side, size, inside, colour)
        _names(drawing.ax, left, front, side, size)
        label(drawing.ax, middle, bottom + 2.5 * LINE + 12, words)
    drawing.alt = (
        f"Two blocks of {counted(batch, 'sentence')} × {counted(tokens, 'token')} × {all_features}. In the first, "
        f"LayerNorm, a row is marked: all {all_features} of one token of one sentence share a mean and a variance. In "
        f"the second, BatchNorm, a slice through the block: one feature of all {batch} × {tokens} = "
        f"{counted(batch * tokens, 'token')} does."
    )
    return drawing


def _block(ax: Axes, corner: np.ndarray, side: float, size: tuple[int, int, int], inside, colour: str) -> None:
    """The three visible faces, cell by cell; a cell is strong in colour where `inside(sentence, token, feature)`."""
    batch, tokens, features = size
    right, down, back = np.array([side, 0]), np.array([0, side]), side * BACK
    faces = [(corner, right, down, [(0, t, f) for t in range(tokens) for f in range(features)], (2, 1))]
    faces += [(corner, right, back, [(b, 0, f) for b in range(batch) for f in range(features)], (2, 0))]
    faces += [
        (
            corner + features * right,
            back,
            down,
            [(b, t, features - 1) for b in range(batch) for t in range(tokens)],
            (0, 1),
        )
    ]
    for origin, first, second, cells, (i, j) in faces:
        for cell in cells:
            at = origin + cell[i] * first + cell[j] * second
            fill = tint(colour, 0.75) if inside(*cell) else tint(GREY, 0.08)
            ax.add_patch(
                Polygon(
                    [at, at + first, at + first + second, at + second], facecolor=fill, edgecolor=GREY, linewidth=0.7
                )
            )


def _names(ax: Axes, left: float, front: float, side: float, size: tuple[int, int, int]) -> None:
    """The names of the three axes, beside the edges."""
    batch, tokens, features = size
    bottom, right = front + tokens * side, left + features * side
    label(ax, left + features * side / 2, bottom + LINE / 2 + 3, "feature")
    label(ax, left - 8, front + tokens * side / 2, "token", rotation=90)
    end = right + batch * side * BACK[0], bottom + batch * side * BACK[1]
    label(ax, (right + end[0]) / 2 + 5, (bottom + end[1]) / 2 + 9, "batch", ha="left")
