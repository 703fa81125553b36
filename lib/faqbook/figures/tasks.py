"""What is put on BERT for a task: a label of the text, a label of each token, an answer's start and end."""

from matplotlib.axes import Axes

from faqbook.figures import given
from faqbook.figures.drawing import LEFT, RIGHT, ROOM, Drawing, canvas, drawn
from faqbook.figures.grids import CELL
from faqbook.figures.grids import tokens as row
from faqbook.figures.letters import LINE, label, listed, shorten, width_of
from faqbook.figures.look import BLUE, GREEN, GREY, PLUM
from faqbook.figures.shapes import PALE, STRONG, arrow, box

GAP = 3  # between two tokens
VECTOR = 9  # the height of a vector's box
SPACE = 22  # between two panels
STEP = 9  # from one part to the next, within a panel
MOST = 8  # tokens, side by side


@drawn
def task_heads(text, tokens, span) -> Drawing:
    """Three ways to use BERT's vectors, a panel each: what is read, and what comes out.

    text: (words, label), one label for the text, read at the first token, [CLS].
    tokens: (words, labels), a label for each token, "" for none.
    span: (words, first, last), the indices of an answer's start and end.
    At most eight words each. Raises ValueError for labels of another number, or an end before the start.
    """
    (text, verdict), (tokens, labels), (passage, first, last) = text, tokens, span
    text, tokens = given.words("text", text), given.words("tokens", tokens)
    passage = given.words("span", passage)
    if len(labels) != len(tokens):
        raise ValueError(f"tokens: expected {len(tokens)} labels, got {len(labels)}")
    if not 0 <= first <= last < len(passage):
        raise ValueError(f"span: expected 0 ≤ first ≤ last < {len(passage)}, got {first} and {last}")
    ends = {first: "start", last: "end"} if first < last else {first: "start, end"}
    panels = [
        ("a label for the text, from its first vector", text, [verdict], PLUM),
        ("a label for each token", tokens, labels, BLUE),
        ("start and end of an answer", passage, [ends.get(i, "") for i in range(len(passage))], GREEN),
    ]
    for _, words, _, _ in panels:
        given.at_most("words", len(words), MOST)

    drawing, y = canvas(600), 10.0
    for title, words, labels, colour in panels:
        y = _panel(drawing.ax, y, title, words, labels, colour) + SPACE
    drawing.resize(y - SPACE + 10)
    pairs = listed(f"“{word}” is {name}" for word, name in zip(tokens, panels[1][2], strict=True) if name)
    drawing.alt = (
        f"Three panels, each a text over BERT and, below, its vectors. One: from the vector of “{text[0]}” comes the "
        f"label of the text, {verdict}. Two: each token's vector gives a label: {pairs or 'none here'}. Three: among "
        f"the vectors an answer's start, “{passage[first]}”, and its end, “{passage[last]}”, are chosen."
    )
    return drawing


def _panel(ax: Axes, y: float, title: str, words: list[str], labels: list[str], colour: str) -> float:
    """A text, BERT, its vectors, and what is read from those that have a label; returns the lower end."""
    width = min((ROOM + GAP) / len(words) - GAP, 60)
    label(ax, LEFT, y + LINE / 2, title, ha="left", weight="bold")
    read = [bool(name) for name in labels] + [False] * (len(words) - len(labels))
    tokens = row(ax, LEFT, y + LINE + 5, words, width, GREY, PALE / 2, GAP)
    model = box(ax, LEFT, tokens[0].y + CELL + STEP, len(words) * (width + GAP) - GAP, CELL, "BERT", GREY)
    below = model.y + CELL + STEP
    for token, used in zip(tokens, read, strict=True):
        arrow(ax, token.bottom, (token.bottom[0], model.y))
        arrow(ax, (token.bottom[0], below - STEP), (token.bottom[0], below))
        box(ax, token.x, below, width, VECTOR, "", colour if used else GREY, STRONG if used else PALE / 2)
    for i, (token, name) in enumerate(zip(tokens, labels, strict=False)):
        if name:
            free = not any(read[max(i - 1, 0) : i] + read[i + 1 : i + 2])  # on both sides: room for a longer label
            wide = max(min(width_of(name) + 10, 1.9 * width if free else width), width)
            left = min(max(token.bottom[0] - wide / 2, LEFT), RIGHT - wide)
            arrow(ax, (token.bottom[0], below + VECTOR), (token.bottom[0], below + VECTOR + STEP + 3))
            box(ax, left, below + VECTOR + STEP + 3, wide, CELL, shorten(name, wide - 5), colour, math=False)
    return below + VECTOR + STEP + 3 + CELL
