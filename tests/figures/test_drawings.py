"""Every drawing, with usual and odd numbers: it can be read, shows its numbers, says them, and is the same twice."""

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt
import pytest

from faqbook import figures
from faqbook.figures.drawing import Drawing
from tests.figures import audit
from tests.figures.cases import CASES


@pytest.fixture(params=CASES, scope="module")
def case(request):
    """A case's name, its drawing, the texts that must stand in it, and its bytes, saved at once."""
    drawing, expected = CASES[request.param]()
    yield request.param, drawing, expected, audit.png(drawing)
    plt.close("all")


def test_it_can_be_read(case):
    _, drawing, *_ = case
    assert audit.complaints(drawing) == []


def test_it_shows_its_numbers(case):
    _, drawing, expected, _ = case
    assert audit.numbers_missing(drawing, expected) == []


def test_it_says_what_it_shows(case):
    _, drawing, *_ = case
    assert isinstance(drawing, Drawing)
    assert len(drawing.alt.split()) >= 8 and drawing.alt.endswith(".") and "nan" not in drawing.alt


def test_it_is_the_same_twice_and_has_the_book_s_width(case):
    name, drawing, _, first = case
    assert audit.png(CASES[name]()[0]) == first
    width, points = int.from_bytes(first[16:20]), figures.WIDTH * figures.STYLE["figure.dpi"]
    slack = 0 if hasattr(drawing, "ax") else 0.05 * points  # matplotlib cuts a chart, and a canvas not at all
    assert abs(width - points) <= slack
