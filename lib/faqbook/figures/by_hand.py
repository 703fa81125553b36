"""Attention with one query, by hand: its numbers printed, from the scores to the output."""

from matplotlib.patches import Rectangle

from faqbook.figures import given
from faqbook.figures.drawing import Drawing, canvas, drawn, spread
from faqbook.figures.grids import CELL, GAP, cell_width, matrix, name_rows
from faqbook.figures.letters import label, listed, shorten, widest, width_of, written
from faqbook.figures.look import BLUE, GREEN, INK, PLUM, VERMILLION
from faqbook.figures.shapes import arrow, brace

LONGEST = 70  # units that a token's name may take beside a matrix
ROW = 24  # from one key to the next
BAR = 44  # the bar of a weight of 1
FIRST = 66  # where the keys begin, below the query and the headings


@drawn
def attention_by_hand(
    query, keys, values, scores, weights, output, tokens, asking: str, score: str = "q·k", digits: int = 2
) -> Drawing:
    """One query against all keys, a line each: q·k, softmax, weights, and the weighted sum of the values.

    query: (d_k,); keys: (n, d_k); values: (n, d_v); scores, weights: (n,); output: (d_v,); all computed by the caller.
    tokens: the n words that keys and values belong to; asking: the word whose query it is.
    score: what `scores` are, as a heading, such as "q·k/√2" for scaled ones.
    Raises ValueError for shapes that do not fit each other, weights that do not add up to 1, or too many numbers for
    a drawing's width, TypeError for what is no number or word.
    """
    query, keys, values, scores, weights, output = given.shaped(
        query=(query, "d_k"), keys=(keys, "n d_k"), values=(values, "n d_v"), scores=(scores, "n"),
        weights=(weights, "n"), output=(output, "d_v"),
    )  # fmt: skip
    given.require_weights("weights", weights)
    tokens = given.words("tokens", tokens, len(keys))
    given.at_most("keys", len(keys), 12)
    names = [shorten(word, LONGEST) for word in tokens]
    height = ROW * len(keys)

    key, value = cell_width([*keys.flat, *query], digits), cell_width([*values.flat, *output], digits)
    number, weight = (
        max(cell_width(scores, digits), width_of(score)),
        max(cell_width(weights, digits), width_of("weight")),
    )
    widths = [widest(names), key * len(query), number, weight + BAR, value * len(output)]
    _, at_key, at_score, at_weight, at_value = spread(widths, "attention by hand", most=18)

    drawing = canvas(FIRST + height + 84)
    ax = drawing.ax
    asked = matrix(ax, at_key, 12, [query], key, colour=BLUE, digits=digits, most=0)
    name_rows(ax, asked, ["q"], BLUE)
    label(ax, asked.right[0] + GAP, asked.right[1], f"the query of “{asking}”", BLUE, ha="left", math=False)

    headings = [(at_key, widths[1], "k", VERMILLION), (at_score, number, score, INK)]
    headings += [(at_weight, weight, "weight", PLUM), (at_value, widths[4], "v", GREEN)]
    for x, width, heading, colour in headings:
        label(ax, x + width / 2, FIRST - 12, heading, colour)

    for i, (name, of_score, of_weight) in enumerate(
        zip(names, written(scores, digits), written(weights, digits), strict=True)
    ):
        y = FIRST + i * ROW
        line = matrix(ax, at_key, y, keys[[i]], key, colour=VERMILLION, digits=digits, most=0)
        name_rows(ax, line, [name])
        label(ax, at_score + number / 2, line.right[1], of_score)
        label(ax, at_weight + weight / 2, line.right[1], of_weight, PLUM)
        bar = BAR * weights[i]
        ax.add_patch(Rectangle((at_weight + weight, y + 4), bar, CELL - 8, facecolor=PLUM, linewidth=0))
        matrix(ax, at_value, y, values[[i]], value, colour=GREEN, digits=digits, most=0)

    end = FIRST + height
    tip = brace(ax, (at_score, end), (at_weight + weight, end))
    label(ax, tip[0], tip[1] + 8, "softmax")
    result = matrix(ax, at_value, end + 44, [output], value, colour=INK, digits=digits, most=0)
    arrow(ax, (result.top[0], end), result.top)
    name_rows(ax, result, ["output, the sum of weight · v"])
    drawing.alt = _alt(asking, query, keys, scores, weights, output, tokens, score, digits)
    return drawing


def _alt(asking, query, keys, scores, weights, output, tokens, score, digits) -> str:
    """What the drawing says, in words."""

    def vector(values) -> str:
        return f"({', '.join(written(values, digits))})"

    pairs = zip(tokens, written(scores, digits), written(weights, digits), strict=True)
    lines = listed(f"{word} {of_score} and {of_weight}" for word, of_score, of_weight in pairs)
    return (
        f"Attention by hand: the query of “{asking}”, q = {vector(query)}, meets {len(keys)} keys. "
        f"Scores {score} and softmax weights: {lines}. "
        f"The sum of the weights times the values is the output, {vector(output)}."
    )
