"""Whether a drawing can be read: its texts, where they stand, what lies under them and what crosses them."""

import io
import itertools

import matplotlib as mpl
import numpy as np
from matplotlib.text import Text

from faqbook.figures.drawing import LEFT, MARGIN, POINTS, RIGHT
from faqbook.figures.letters import SIZE
from tests.figures.colours import contrast, dark, light, rgb

SMALL_PHONE = 328  # CSS pixels between the margins of a phone 360 wide
SLACK = 0.5  # units that two boxes may share: letters do not fill theirs


def png(figure) -> bytes:
    """The figure as a notebook stores it."""
    file = io.BytesIO()
    figure.savefig(file, format="png", bbox_inches="tight")
    return file.getvalue()


def texts(figure) -> list[tuple[Text, mpl.transforms.Bbox]]:
    """Each text that is seen, and where, in units of 1/360 of the width from the left and from above."""
    figure.canvas.draw()
    unit = figure.bbox.width / POINTS
    found, hidden = [], out_of_view(figure)
    for text in figure.findobj(Text):
        if text.get_text() and text.get_visible() and text not in hidden:
            x0, y0, x1, y1 = text.get_window_extent().extents / unit
            high = figure.bbox.height / unit
            found.append((text, mpl.transforms.Bbox([[x0, high - y1], [x1, high - y0]])))
    return found


def out_of_view(figure) -> set[Text]:
    """The labels of ticks beyond an axis' ends, which matplotlib makes and does not draw."""
    return {
        label
        for ax in figure.axes
        for axis in (ax.xaxis, ax.yaxis)
        for tick in axis.get_major_ticks()
        for label in (tick.label1, tick.label2)
        if not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())
    }


def strings(figure) -> list[str]:
    return [text.get_text() for text, _ in texts(figure)]


def complaints(figure) -> list[str]:
    """What keeps a reader from reading the drawing."""
    found = texts(figure)
    return [*small(found), *outside(figure, found), *overlapping(found), *crossed(figure, found), *pale(figure, found)]


def small(found) -> list[str]:
    return [
        f"{text.get_text()!r}: {text.get_fontsize()} points"
        for text, _ in found
        if text.get_fontsize() < SIZE or text.get_fontsize() * SMALL_PHONE / POINTS < 9
    ]


def outside(figure, found) -> list[str]:
    """Texts beyond a canvas' margin. Charts are laid out by matplotlib, and saved as wide as they are."""
    if not hasattr(figure, "ax"):
        return []
    bottom = 72 * figure.get_figheight() - MARGIN
    return [
        f"{text.get_text()!r} leaves the drawing: {box.extents.round(1)}, bottom {bottom:.0f}"
        for text, box in found
        if box.x0 < LEFT - SLACK or box.x1 > RIGHT + SLACK or box.y0 < MARGIN - SLACK or box.y1 > bottom + SLACK
    ]


def overlapping(found) -> list[str]:
    return [
        f"{a.get_text()!r} and {b.get_text()!r} overlap"
        for (a, one), (b, other) in itertools.combinations(found, 2)
        if min(one.x1, other.x1) - max(one.x0, other.x0) > SLACK
        and min(one.y1, other.y1) - max(one.y0, other.y0) > SLACK
    ]


def crossed(figure, found) -> list[str]:
    """Texts through which a line or an arrow goes, unless a halo keeps it off the letters."""
    unit = figure.bbox.width / POINTS
    complaints = []
    for line in (
        *figure.findobj(mpl.lines.Line2D),
        *figure.findobj(mpl.patches.FancyArrowPatch),
        *figure.findobj(mpl.patches.PathPatch),
    ):
        if not line.get_visible() or line.get_linestyle() == "None":
            continue
        path = line.get_transform().transform_path(line.get_path()).interpolated(40).vertices / unit
        path[:, 1] = figure.bbox.height / unit - path[:, 1]
        for text, box in found:
            inside = (path > box.min + 1).all(1) & (path < box.max - 1).all(1)
            if inside.any() and not text.get_path_effects():
                complaints.append(f"{text.get_text()!r} is crossed by a line")
    return complaints


def pale(figure, found) -> list[str]:
    """Texts whose contrast to what lies under them, the most frequent colour there, is below 4.5 in a theme."""
    complaints = []
    for text, _ in found:
        text.set_alpha(0)
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3] / 255
    scale = pixels.shape[1] / POINTS
    for text, box in found:
        text.set_alpha(None)
        (x0, y0), (x1, y1) = (scale * box.get_points()).round().astype(int)
        colours, counts = np.unique(pixels[y0:y1, x0:x1].reshape(-1, 3), axis=0, return_counts=True)
        ground = colours[counts.argmax()]
        for theme in (light, dark):
            ratio = contrast(theme(rgb(text.get_color())), theme(ground))
            if ratio < 4.5:
                complaints.append(f"{text.get_text()!r}: contrast {ratio:.2f} in the {theme.__name__} theme")
    return complaints


def numbers_missing(figure, expected) -> list[str]:
    """The expected strings that the drawing does not show, counted: what is expected twice must stand there twice."""
    shown = strings(figure)
    return [text for text in expected if text not in shown or shown.remove(text)]


def rows(figure) -> list[list[str]]:
    """The texts as they are read: line by line from above, each from left to right."""
    lines: dict[int, list[tuple[float, str]]] = {}
    for text, box in texts(figure):
        base = round(text.get_transform().transform(text.get_position())[1])
        lines.setdefault(-base, []).append((box.x0, text.get_text()))
    return [[text for _, text in sorted(line)] for _, line in sorted(lines.items())]
