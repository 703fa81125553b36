"""Scores, a mask, weights: three matrices with their numbers printed."""

import numpy as np

from faqbook.figures import given
from faqbook.figures.by_hand import LONGEST
from faqbook.figures.drawing import ROOM, Drawing, canvas, drawn, spread
from faqbook.figures.grids import CELL, GAP, cell_width, matrix
from faqbook.figures.letters import LINE, label, listed, shorten, widest, written
from faqbook.figures.look import GREY, PLUM
from faqbook.figures.shapes import arrow

TITLE = 2 * LINE + GAP  # a matrix's title and the names of its columns
STEP = 34  # the arrow from one matrix to the next


@drawn
def masked_scores(scores, mask, weights, tokens, digits: int = 2) -> Drawing:
    """The scores, the same with −∞ where the mask forbids, and the softmax of each row, below each other.

    scores, weights: (n, n), a line for each query; mask: (n, n) of bool, True = may attend; tokens: n words, n ≤ 6.
    Raises ValueError for shapes that do not fit each other, for rows of weights that do not add up to 1 (or to 0, for
    a query that may attend to nothing), and for weight on what the mask forbids; TypeError for a mask that is not bool.
    """
    scores, weights = given.shaped(scores=(scores, "n n"), weights=(weights, "n n"))
    n = len(scores)
    given.at_most("tokens", n, 6)
    given.require_weights("weights", weights)
    allowed = given.mask("mask", mask, n, n)
    tokens = given.words("tokens", tokens, n)
    if weights[~allowed].any():
        raise ValueError(f"weights: expected 0 where the mask is False, got {weights[~allowed].max():.4g}")

    masked = np.where(allowed, scores, -np.inf)
    width = max(*(cell_width(part, digits) for part in (scores, masked, weights)), min(widest(tokens) + 6, 52))
    names = [shorten(word, min(ROOM - n * width - GAP - 1, LONGEST)) for word in tokens]
    _, at_grid = spread([widest(names), n * width], "scores", most=GAP + 1)
    block = TITLE + n * CELL

    drawing = canvas(16 + 3 * block + 2 * STEP)
    panels = [("scores", scores, {"most": 0, "colour": GREY}), ("masked scores", masked, {"most": 0, "colour": GREY})]
    panels += [("weights", weights, {"most": 1, "colour": PLUM})]
    for i, (title, numbers, style) in enumerate(panels):
        top = 8 + i * (block + STEP)
        shut = ~allowed if i else None
        label(drawing.ax, at_grid + n * width / 2, top + LINE / 2, title, weight="bold")
        grid = matrix(
            drawing.ax,
            at_grid,
            top + TITLE,
            numbers,
            width,
            digits=digits,
            shut=shut,
            rows=names,
            columns=tokens,
            **style,
        )
        if i < 2:
            x, y = grid.bottom
            arrow(drawing.ax, (x, y + 6), (x, y + STEP - 2))
            label(
                drawing.ax, x + 10, y + STEP / 2 + 2, ["−∞ where the mask forbids", "softmax of each row"][i], ha="left"
            )
    drawing.alt = _alt(tokens, scores, allowed, weights, digits)
    return drawing


def _alt(tokens, scores, allowed, weights, digits) -> str:
    def lines(numbers) -> str:
        return "; ".join(
            f"{word}: {', '.join(row)}" for word, row in zip(tokens, written(numbers, digits), strict=True)
        )

    seen = "; ".join(
        f"“{word}” may attend to {listed(np.array(tokens)[row]) if row.any() else 'nothing'}"
        for word, row in zip(tokens, allowed, strict=True)
    )
    return (
        f"Three {len(tokens)} × {len(tokens)} matrices, a row for each query. Scores, {lines(scores)}. Then the same, "
        f"hatched and −∞ where the mask forbids: {seen}. Then the weights, the softmax of each row, {lines(weights)}."
    )
