"""Several heads: the width is split, each part attends for itself, the parts are joined again."""

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from faqbook.figures import given
from faqbook.figures.drawing import POINTS, Drawing, canvas, drawn, spread
from faqbook.figures.grids import matrix
from faqbook.figures.letters import LINE, counted, label, listed
from faqbook.figures.look import BLUE, GREEN, GREY, PLUM, VERMILLION
from faqbook.figures.shapes import arrow, box, tint

HIGH = 22  # a box with one line
COLOURS = (BLUE, VERMILLION, GREEN, PLUM)  # of the heads
MAP = 66  # the side of a map of weights
GAP = 12  # between two heads
SHORT = 11  # an arrow
LEAST = 170  # the width of what is not split


@drawn
def heads(weights, d_model: int) -> Drawing:
    """Split, attend, concatenate, W_o: the way through multi-head attention, with each head's weights as a map.

    weights: (h, n, n), each head's softmax, a row for each query; h ≤ 4, n ≤ 12. d_model: the model's width, of which
    each head has the part d_model / h. Raises ValueError for a width that h does not divide.
    """
    (weights,) = given.shaped(weights=(weights, "h n n"))
    given.require_weights("weights", weights)
    h, n, _ = weights.shape
    given.at_most("heads", h, len(COLOURS))
    given.at_most("tokens", n, 12)
    if d_model < h or d_model % h:
        raise ValueError(f"d_model: expected a multiple of the {h} heads, got {d_model}")
    whole, part = f"({n}, {d_model})", f"({n}, {d_model // h})"

    wide = max(h * (MAP + GAP) - GAP, LEAST)
    lefts = spread([MAP] * h, "heads", most=GAP)
    centres = [x + MAP / 2 for x in lefts]
    colours = COLOURS[:h]

    drawing = canvas(600)
    ax, middle = drawing.ax, [POINTS / 2]
    y = box(ax, (POINTS - wide) / 2, 10, wide, HIGH, f"x {whole}", GREY).bottom[1]
    y = _step(ax, y, "$W_q$, $W_k$, $W_v$, split into " + counted(h, "head"), wide, middle, centres)
    for x, colour in zip(lefts, colours, strict=True):
        box(ax, x, y, MAP, 2 * LINE + 6, f"q, k, v\n{part}", colour)
    y = _step(ax, y + 2 * LINE + 6, r"softmax($q\,k^\mathsf{T}\!/\sqrt{d_k}$)", wide, centres, centres)
    for x, colour, map_ in zip(lefts, colours, weights, strict=True):
        matrix(ax, x, y, map_, MAP / n, MAP / n, colour=colour, most=1, numbers=False, strength=0.9)
    y = _step(ax, y + MAP, "weights · v", wide, centres, centres)
    for i, (x, colour) in enumerate(zip(lefts, colours, strict=True)):
        box(ax, x, y, MAP, 2 * LINE + 6, f"head {i + 1}\n{part}", colour)
    y = _step(ax, y + 2 * LINE + 6, "concatenate", wide, centres, middle)
    for i, colour in enumerate(colours):
        box(ax, (POINTS - wide) / 2 + i * wide / h, y, wide / h, HIGH, f"head {i + 1}", colour)
    y = _step(ax, y + HIGH, "$W_o$", wide, middle, middle)
    y = box(ax, (POINTS - wide) / 2, y, wide, HIGH, f"output {whole}", GREY).bottom[1]
    drawing.resize(y + 10)
    drawing.alt = _alt(weights, d_model)
    return drawing


def _step(ax: Axes, y: float, words: str, width: float, before: list[float], after: list[float]) -> float:
    """What is done between two lines of boxes, on a pale band, with arrows into it and out of it; returns its end."""
    top = y + SHORT
    band = Rectangle(((POINTS - width) / 2, top), width, LINE + 5, facecolor=tint(GREY), linewidth=0)
    ax.add_patch(band)
    label(ax, POINTS / 2, top + (LINE + 5) / 2, words)
    for x in before:
        arrow(ax, (x, y), (x, top))
    for x in after:
        arrow(ax, (x, top + LINE + 5), (x, top + LINE + 5 + SHORT))
    return top + LINE + 5 + SHORT


def _alt(weights, d_model: int) -> str:
    h, n, _ = weights.shape
    maps = "; ".join(f"head {i + 1}: {listed(map_.argmax(1) + 1)}" for i, map_ in enumerate(weights))
    strongest = f"; the key with the largest weight, query by query: {maps}" if n <= 6 else ""
    return (
        f"Multi-head attention, from above downwards. x, {n} × {d_model}, gives queries, keys and values, which are "
        f"split into {counted(h, 'head')} of width {d_model // h}. Each has its own map of softmax weights, a row for "
        f"each query{strongest}. Each sums its values; the results are concatenated to {n} × {d_model}, and W_o mixes "
        "them."
    )
