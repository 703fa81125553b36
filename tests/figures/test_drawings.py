"""Every drawing, with usual and odd numbers: it can be read, shows its numbers, says them, and is the same twice."""

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt
import pytest

from faqbook import figures
from faqbook.figures.drawing import Drawing
from tests.figures import audit
from tests.figures.cases import CASES


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


@pytest.mark.parametrize("name", CASES)
def test_it_can_be_read(name):
    drawing, _ = CASES[name]()
    assert audit.complaints(drawing) == []


@pytest.mark.parametrize("name", CASES)
def test_it_shows_its_numbers(name):
    drawing, expected = CASES[name]()
    assert audit.numbers_missing(drawing, expected) == []


@pytest.mark.parametrize("name", CASES)
def test_it_says_what_it_shows(name):
    drawing, _ = CASES[name]()
    assert isinstance(drawing, Drawing)
    assert len(drawing.alt.split()) >= 8 and drawing.alt.endswith(".") and "nan" not in drawing.alt


@pytest.mark.parametrize("name", CASES)
def test_it_is_the_same_twice_and_has_the_book_s_width(name):
    first, second = (audit.png(CASES[name]()[0]) for _ in range(2))
    assert first == second
    width = int.from_bytes(first[16:20])
    assert width == figures.WIDTH * figures.STYLE["figure.dpi"]
