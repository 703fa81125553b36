"""The residual stream: the same parts in a chain, and beside a sum to which each of them adds its output."""

from matplotlib.axes import Axes
from matplotlib.patches import Circle

from faqbook.figures import given
from faqbook.figures.drawing import LEFT, RIGHT, Drawing, canvas, drawn
from faqbook.figures.letters import LINE, counted, label, listed, width_of
from faqbook.figures.look import BLUE, GREEN, INK, VERMILLION
from faqbook.figures.shapes import Box, arrow, box

MOST = 4  # parts, side by side
END = 20  # for x_0 and x_N
GAP = 16  # between two parts, for the arrows
HIGH = LINE + 10  # a part
PLUS = 6.5  # a sum's radius
BACK = 15  # from the stream down to the gradient's way


@drawn
def residual_stream(parts) -> Drawing:
    """One to four parts without residual sums, in a chain, and with them, beside the stream; and the gradient's way.

    parts: their names, each short enough for its share of the width. Raises ValueError for others.
    """
    names = given.words("parts", parts)
    given.at_most("parts", len(names), MOST)
    n = len(names)
    room = (RIGHT - LEFT - 2 * END) / n
    wide = min(room - GAP, 96.0)
    for name in names:
        if width_of(name, math=False) > wide - 4:
            raise ValueError(f"parts: {name!r} does not fit into a box of {wide:.0f} units")
    middles = [LEFT + END + room * (i + 0.5) for i in range(n)]

    drawing = canvas(600)
    ax = drawing.ax
    label(ax, LEFT, 8 + LINE / 2, "without residual sums", ha="left", weight="bold")
    y = 8 + LINE + 8 + HIGH / 2
    _chain(ax, names, middles, wide, y)
    y += HIGH / 2 + LINE
    label(ax, (LEFT + RIGHT) / 2, y, "gradient: always through all the weights", VERMILLION)

    y += LINE / 2 + 14
    label(ax, LEFT, y + LINE / 2, "with residual sums", ha="left", weight="bold")
    y += LINE + 8
    stream = y + HIGH + 30
    _stream(ax, names, middles, wide, y, stream)
    label(ax, (LEFT + RIGHT) / 2, stream + BACK + LINE, "gradient: one path meets no weights", VERMILLION)
    drawing.resize(stream + BACK + 1.5 * LINE + 10)
    drawing.alt = (
        f"{counted(n, 'part')}, {listed(names)}, drawn twice. Above, without residual sums: each part's output is the "
        "next one's input, and the gradient comes back through all of them. Below, with residual sums: a straight "
        f"line, the stream, leads from x_0 to x_{n}; each part reads the stream, and its output is added to it. The "
        "gradient comes back along the stream, past the parts, and through them."
    )
    return drawing


def _box(ax: Axes, name: str, middle: float, wide: float, y: float) -> Box:
    return box(ax, middle - wide / 2, y, wide, HIGH, name, GREEN if "feed" in name else BLUE, math=False)


def _ends(ax: Axes, n: int, y: float) -> None:
    label(ax, LEFT, y, "$x_0$", ha="left")
    label(ax, RIGHT, y, f"$x_{n}$", ha="right")


def _chain(ax: Axes, names: list[str], middles: list[float], wide: float, y: float) -> None:
    """The parts one after the other; forward above the middle, the gradient below it."""
    boxes = [_box(ax, name, middle, wide, y - HIGH / 2) for name, middle in zip(names, middles, strict=True)]
    _ends(ax, len(names), y)
    stops = [LEFT + END - 3, *(edge for b in boxes for edge in (b.x, b.x + b.width)), RIGHT - END + 3]
    for start, end in zip(stops[::2], stops[1::2], strict=True):
        arrow(ax, (start, y - 5), (end, y - 5))
        arrow(ax, (end, y + 6), (start, y + 6), colour=VERMILLION, dashed=True)


def _stream(ax: Axes, names: list[str], middles: list[float], wide: float, top: float, y: float) -> None:
    """The stream at height y, the parts above it, and the gradient below it."""
    _ends(ax, len(names), y)
    x = LEFT + END - 3
    for name, middle in zip(names, middles, strict=True):
        part = _box(ax, name, middle, wide, top)
        read, write = middle - wide / 2 + 10, middle + wide / 2 - 4
        arrow(ax, (read, y), (read, part.y + part.height))
        arrow(ax, (write, part.y + part.height), (write, y - PLUS))
        arrow(ax, (x, y), (write - PLUS, y))
        ax.add_patch(Circle((write, y), PLUS, facecolor="white", edgecolor=INK, linewidth=1.2))
        for a, b in ((3.2, 0), (0, 3.2)):
            ax.plot([write - a, write + a], [y - b, y + b], "-", color=INK, linewidth=1.2)
        x = write + PLUS
    arrow(ax, (x, y), (RIGHT - END + 3, y))
    arrow(ax, (RIGHT - END + 3, y + BACK), (LEFT + END - 3, y + BACK), colour=VERMILLION, dashed=True)
