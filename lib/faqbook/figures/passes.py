"""Training against use: one pass with a loss in every row, and a loop that reads the last row alone."""

from matplotlib.axes import Axes

from faqbook.figures import given
from faqbook.figures.drawing import LEFT, ROOM, Drawing, canvas, drawn
from faqbook.figures.grids import CELL
from faqbook.figures.letters import LINE, counted, label, shorten, width_of
from faqbook.figures.look import BLUE, GREEN, GREY
from faqbook.figures.shapes import PALE, STRONG, Box, arrow, box

TOP = 34  # of the inputs
GAP = 4  # between two tokens
PASS = 32  # from one pass of the loop to the next
MOST = 7  # tokens, side by side


@drawn
def training_and_use(tokens, start: str = "[start]") -> Drawing:
    """How a decoder is trained and how it is used, on one sentence of at most seven tokens.

    Above, training: the tokens shifted by one go in together, and each row has its target and its loss. Below, use: a
    pass for each new token, of which only the last row is read; its token joins the input of the next pass.
    """
    words = given.words("tokens", tokens)
    given.at_most("tokens", len(words), MOST)
    n = len(words)
    width = min((ROOM + GAP) / (n + 1) - GAP, 60)
    left = LEFT + (ROOM - (n + 1) * (width + GAP) + GAP) / 2
    columns = [left + i * (width + GAP) for i in range(n + 1)]
    inputs = [start, *words]

    drawing = canvas(600)
    ax, wide = drawing.ax, columns[n - 1] + width - columns[0]
    label(ax, LEFT, TOP - 12, "training: one pass, a loss in every row", ha="left", weight="bold")
    fed = _row(ax, columns, TOP, width, inputs[:n], BLUE)
    model = box(ax, columns[0], TOP + CELL + 14, wide, CELL + 2, _name(wide), GREY)
    targets = _row(ax, columns, model.y + model.height + 14, width, words, GREEN)
    for above, below in zip(fed, targets, strict=True):
        arrow(ax, above.bottom, (above.bottom[0], model.y))
        arrow(ax, (below.top[0], model.y + model.height), below.top)
    for name, row in (("input", fed), ("target", targets)):
        label(ax, columns[n], row[0].left[1], name, ha="left")

    y = targets[0].y + CELL + 34
    label(ax, LEFT, y, "use: a loop, only the last row is read", ha="left", weight="bold")
    label(ax, LEFT, y + LINE, "the new token joins the input of the next pass", ha="left")
    y += LINE + 12
    for t in range(1, n + 1):
        _row(ax, columns, y, width, inputs[:t], BLUE)
        (new,) = _row(ax, columns[t:], y, width, [words[t - 1]], GREEN, STRONG)
        if t < n:
            arrow(ax, new.bottom, (new.bottom[0], y + PASS), colour=GREEN)
        y += PASS
    drawing.resize(y - PASS + CELL + 10)
    pairs = ", ".join(f"“{word}” for “{fed}”" for fed, word in zip(inputs, words, strict=False))
    drawing.alt = (
        f"Above, training: the {counted(n, 'token')} {', '.join(inputs[:n])} go in together, in one pass under the "
        f"causal mask, and each row has its target: {pairs}. Below, use: {counted(n, 'pass')}; each reads one more "
        f"token than the one before, only the last row is read, and its token joins the next input, from "
        f"“{words[0]}” to “{words[-1]}”."
    )
    return drawing


def _row(ax: Axes, columns: list[float], y: float, width: float, words: list[str], colour: str, fill=PALE) -> list[Box]:
    """Words in boxes, from the first column on."""
    places = zip(columns, words, strict=False)
    return [box(ax, x, y, width, CELL, shorten(word, width - 5), colour, fill, math=False) for x, word in places]


def _name(width: float) -> str:
    """The model's name, as far as it fits."""
    return next((name for name in ("decoder, under a causal mask", "decoder") if width_of(name) < width - 4), "")
