"""A column of a flow chart, from above downwards: boxes on a line, and residual paths beside it."""

from matplotlib.axes import Axes
from matplotlib.patches import Circle

from faqbook.figures.letters import LINE, label
from faqbook.figures.look import GREY, INK
from faqbook.figures.shapes import Box, arrow, box

WIDE = 104  # a box
STEP = 15  # from one box to the next
PLUS = 6.5  # a sum's radius
BYPASS = 14  # how far beside the boxes the residual path runs


class Column:
    """Where the next thing goes: on the line at x, below y."""

    def __init__(self, ax: Axes, x: float, y: float):
        self.ax, self.x, self.y = ax, x, y

    def text(self, words: str, colour: str = INK, **kwargs) -> None:
        """Words on the line: where it begins or ends."""
        lines = words.count("\n") + 1
        label(self.ax, self.x, self.y + lines * LINE / 2, words, colour, **kwargs)
        self.y += lines * LINE + 2

    def down(self, length: float = STEP, head: bool = True) -> None:
        """The line goes on."""
        arrow(self.ax, (self.x, self.y), (self.x, self.y + length), head=head)
        self.y += length

    def box(self, words: str, colour: str) -> Box:
        """A box on the line, as high as its words."""
        drawn = box(self.ax, self.x - WIDE / 2, self.y, WIDE, LINE * (words.count("\n") + 1) + 7, words, colour)
        self.y += drawn.height
        return drawn

    def residual(self, start: float) -> None:
        """A sum on the line, to which a path leads past the boxes from the line at height start."""
        beside = self.x + WIDE / 2 + BYPASS
        centre = self.y + PLUS
        self.ax.add_patch(Circle((self.x, centre), PLUS, facecolor="white", edgecolor=INK, linewidth=1.2))
        for ends in ([(-3.2, 0), (3.2, 0)], [(0, -3.2), (0, 3.2)]):
            (x0, y0), (x1, y1) = ends
            self.ax.plot([self.x + x0, self.x + x1], [centre + y0, centre + y1], "-", color=INK, linewidth=1.2)
        arrow(self.ax, (self.x, start), (beside, start), (beside, centre), (self.x + PLUS, centre), colour=GREY)
        self.y += 2 * PLUS

    def sublayer(self, words: str, colour: str, norm: str) -> Box:
        """A sublayer with its residual sum, and LayerNorm behind the sum ("post") or before the sublayer ("pre")."""
        self.down(STEP / 2, head=False)
        start = self.y
        self.down(STEP / 2 + 2)
        if norm == "pre":
            self.box("LayerNorm", GREY)
            self.down()
        drawn = self.box(words, colour)
        self.down()
        self.residual(start)
        if norm == "post":
            self.down()
            self.box("LayerNorm", GREY)
        return drawn
