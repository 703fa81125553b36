"""BERT's input: the three embeddings that are added for each token of a text."""

import numpy as np

from faqbook.figures import given
from faqbook.figures.drawing import Drawing, canvas, drawn, spread
from faqbook.figures.grids import CELL, GAP, matrix
from faqbook.figures.letters import LINE, label, shorten, widest, width_of
from faqbook.figures.look import BLUE, GREEN, GREY, VERMILLION
from faqbook.figures.shapes import PALE, STRONG, box

ROW = 25  # from one token to the next
LONGEST = 64  # units of a token's name
LEAST = 52  # the width of a table's row
VECTOR = 5  # cells that stand for a vector


@drawn
def three_embeddings(tokens, ids, segments, rows=()) -> Drawing:
    """BERT's three embeddings of a text that runs downwards: a line for each token, whose three rows are added.

    tokens: at most 16 words, with the special tokens; ids, segments: (n,) whole numbers, each token's row of the token
    table and of the segment table, 0 or 1; its position is its row of the third. rows: how many rows the three tables
    have, written above them when given. Raises ValueError for what is no row of its table.
    """
    words = given.words("tokens", tokens)
    n = len(words)
    given.at_most("tokens", n, 16)
    places = given.shaped(tokens=(np.arange(n), "n"), ids=(ids, "n"), segments=(segments, "n"))
    sizes = [int(size) for size in rows] or [np.inf, 2, np.inf]
    if len(sizes) != 3:
        raise ValueError(f"rows: expected three numbers, of the token, segment and position table, got {rows}")
    position, token, segment = (place.astype(int) for place in places)
    tables = [("token", token, BLUE), ("segment", segment, VERMILLION), ("position", position, GREEN)]
    for (name, place, _), exact, size in zip(tables, [places[1], places[2], places[0]], sizes, strict=True):
        if (place != exact).any() or (place < 0).any() or (place >= size).any():
            allowed = f"from 0 to {size - 1}" if np.isfinite(size) else "of at least 0"
            raise ValueError(f"{name}: expected rows {allowed}, got {exact.tolist()}")

    heads = [f"{name}\n{size:,} rows" if rows else name for (name, _, _), size in zip(tables, sizes, strict=True)]
    names = [shorten(word, LONGEST) for word in words]
    widths = [widest(names), *(max(width_of(head), LEAST) for head in heads), 10 * VECTOR]
    _, *lefts, at_sum = spread(widths, "three embeddings", most=20)
    lines = 2 if rows else 1

    top = 10 + lines * LINE + 8
    drawing = canvas(top + n * ROW + 8)
    ax = drawing.ax
    label(ax, at_sum + 5 * VECTOR, 10 + lines * LINE / 2, "input")
    for left, width, head, (_, place, colour) in zip(lefts, widths[1:4], heads, tables, strict=True):
        label(ax, left + width / 2, 10 + lines * LINE / 2, head, colour)
        for i, number in enumerate(place):
            fill = STRONG if colour == VERMILLION and number else PALE
            box(ax, left, top + i * ROW, width, CELL, str(number), colour, fill)
    for i, name in enumerate(names):
        y = top + i * ROW + CELL / 2
        label(ax, lefts[0] - GAP, y, name, ha="right", math=False)
        for left, sign in zip([*lefts[1:], at_sum], "++=", strict=True):
            label(ax, left - (lefts[1] - lefts[0] - widths[1]) / 2, y, sign)
        matrix(ax, at_sum, y - CELL / 2, np.zeros((1, VECTOR)), 10, colour=GREY, most=0, numbers=False)
    lines = "; ".join(f"{word}: {a}, {b}, {c}" for word, a, b, c in zip(words, token, segment, position, strict=True))
    drawing.alt = (
        f"A table with a line for each of {n} tokens. Each token's input is the sum of three rows, one of the "
        f"token table, one of the segment table, one of the position table: {lines}."
    )
    return drawing
