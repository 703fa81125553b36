"""How BERT's pre-training hides words: a share of the tokens is chosen, and one of three things happens to each."""

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from faqbook.figures import given
from faqbook.figures.drawing import LEFT, RIGHT, ROOM, Drawing, canvas, drawn
from faqbook.figures.grids import CELL
from faqbook.figures.letters import LINE, label, shorten
from faqbook.figures.look import GREEN, GREY, INK, PLUM, VERMILLION
from faqbook.figures.shapes import PALE, box, tint

SPACE = 4  # between two tokens
TOP = 12 + LINE  # of the sentence
BRANCH = 58  # from one of the three cases to the next
COLOURS = (PLUM, VERMILLION, GREEN)


@drawn
def masking(tokens, chosen: int, random: str, rate: float, shares, mask: str = "[MASK]") -> Drawing:
    """BERT's 80/10/10 rule on one sentence: the chosen token, and the three inputs that may become of it.

    tokens: at most eight words; chosen: the index of the one that is asked for; random: the word drawn in its place.
    rate: the share of tokens that is chosen; shares: of those, how many are masked, replaced, and left as they are.
    Raises ValueError for an index outside the sentence, a rate outside 0…1, shares that do not add up to 1.
    """
    words = given.words("tokens", tokens)
    given.at_most("tokens", len(words), 8)
    if not 0 <= chosen < len(words):
        raise ValueError(f"chosen: expected an index from 0 to {len(words) - 1}, got {chosen}")
    if not 0 < rate < 1:
        raise ValueError(f"rate: expected a share between 0 and 1, got {rate}")
    (parts,) = given.shaped(shares=(shares, "k"))
    if len(parts) != 3 or (parts < 0).any() or abs(parts.sum() - 1) > 1e-9:
        raise ValueError(f"shares: expected three that add up to 1, got {shares}")

    target, n = words[chosen], len(words)
    width = min((ROOM + SPACE) / n - SPACE, 80)
    left = LEFT + (ROOM - n * (width + SPACE) + SPACE) / 2
    end = TOP + CELL + 22 + 3 * BRANCH
    drawing = canvas(end + CELL + 14)
    ax = drawing.ax
    band = left + chosen * (width + SPACE) - SPACE / 2, TOP - SPACE / 2
    ax.add_patch(Rectangle(band, width + SPACE, end - TOP + CELL + SPACE, facecolor=tint(GREY, 0.1), linewidth=0))

    label(ax, LEFT, 8 + LINE / 2, f"{_percent(rate)} of the tokens are chosen, and must be predicted:", ha="left")
    _sentence(ax, left, TOP, width, words, chosen, INK, PALE)
    cases = [(f"become {mask}", mask), ("become a random token", random), ("stay as they are", target)]
    for i, ((name, word), share, colour) in enumerate(zip(cases, parts, COLOURS, strict=True)):
        y = TOP + CELL + 22 + i * BRANCH
        label(ax, LEFT, y + LINE / 2, f"{_percent(share)} of them {name}:", colour, ha="left", math=False)
        ax.add_patch(Rectangle((RIGHT - 100, y + 3), 100, LINE - 6, facecolor=tint(colour), linewidth=0))
        ax.add_patch(Rectangle((RIGHT - 100, y + 3), 100 * share, LINE - 6, facecolor=colour, linewidth=0))
        _sentence(ax, left, y + LINE + 5, width, [*words[:chosen], word, *words[chosen + 1 :]], chosen, colour)
    box(ax, left + chosen * (width + SPACE), end, width, CELL, shorten(target, width - 5), INK, PALE, math=False)
    _target(ax, left + chosen * (width + SPACE), end, width)
    drawing.alt = (
        f"The sentence “{' '.join(words)}”, with “{target}” chosen, one of the {_percent(rate)} of tokens to be "
        f"predicted. Below, what the model reads instead: in {_percent(parts[0])} of cases {mask}, in "
        f"{_percent(parts[1])} a random token, here “{random}”, in {_percent(parts[2])} “{target}” itself. "
        f"It must predict “{target}” in all three."
    )
    return drawing


def _sentence(
    ax: Axes, x: float, y: float, width: float, words: list[str], chosen: int, colour: str, fill=0.35
) -> None:
    """A row of words, all pale but the chosen one."""
    for i, word in enumerate(words):
        style = (colour, fill) if i == chosen else (GREY, PALE / 2)
        box(ax, x + i * (width + SPACE), y, width, CELL, shorten(word, width - 5), *style, math=False)


def _target(ax: Axes, x: float, y: float, width: float) -> None:
    """The words beside the box with the target, on the side where there is room."""
    text, middle = "the target, in all three", y + CELL / 2
    if RIGHT - x - width > x - LEFT:
        label(ax, x + width + SPACE + 2, middle, text, ha="left")
    else:
        label(ax, x - SPACE - 2, middle, text, ha="right")


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
