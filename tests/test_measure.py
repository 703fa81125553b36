"""How long a page takes: what is counted, what is not, and how it adds up."""

import json
from pathlib import Path

import pytest

from faqbook import course
from faqbook.course import Size, measure
from tests.test_course import SPINE

ROOT = Path(__file__).parents[1]
LESSON = course.parse("scaling", SPINE, "scaling.yml")


def page(*cells, spine=LESSON, items=0, deep=0):
    return measure({"cells": list(cells)}, spine, items, deep)


def text(*lines):
    return {"cell_type": "markdown", "metadata": {}, "source": [f"{line}\n" for line in lines]}


def code(source, *outputs, tags=()):
    return {"cell_type": "code", "metadata": {"tags": list(tags)}, "source": source, "outputs": list(outputs)}


def output(plain="", **data):
    return {"output_type": "display_data", "data": {"text/plain": plain, **data}}


CHECK = output("✓ variance: theory 1, measured 0.97")
FIGURE = output("<Figure>", **{"image/png": "…"})


@pytest.mark.parametrize(
    ("source", "size"),
    [
        ("", Size()),
        ("Two words.", Size(words=2)),
        ("A formula, $q \\cdot k / \\sqrt{d_k}$, is a word – a dash is none", Size(words=10)),
        ("[a link](../appendix/an-address.md#key) counts by its text", Size(words=6)),
        ("$$a + b\n= c$$\n\nand $$d$$", Size(words=1, formulas=2)),
        ("| a | b |\n|---|---|\n| 1 | 2 |", Size(words=4)),
        ("before\n\n```python\n## no heading\nx = 1\n```\n\nafter", Size(words=2)),
    ],
)
def test_text(source, size):
    assert page(text(source)).sections == {"": size}


@pytest.mark.parametrize(
    ("cell", "size"),
    [
        (code("x = 1\n\ny = 2\n", CHECK, CHECK, FIGURE), Size(code=2, checks=2, figures=1)),
        (code(["x = 1\n", "y = 2"], output(["✓ a\n", "✓ b\n", "no ✓"])), Size(code=2, checks=2)),
        (code("x = 1", output("✗ fails, as it should")), Size(code=1, checks=1)),
        (code("x = 1", {"output_type": "stream", "name": "stdout", "text": "✓ printed"}), Size(code=1)),
        (code("x = 1", CHECK, FIGURE, tags=["hide-input"]), Size(checks=1, figures=1)),
        (code("x = 1", CHECK, FIGURE, tags=["remove-input", "real"]), Size(checks=1, figures=1)),
        (code("x = 1", CHECK, FIGURE, tags=["hide-cell"]), Size()),
        (code("x = 1", FIGURE, tags=["real"]), Size(code=1, figures=1)),
    ],
)
def test_hidden_code_costs_nothing_a_hidden_cell_nothing_at_all(cell, size):
    assert page(cell).sections == {"": size}


def test_what_is_said_comes_from_the_spine():
    sections = page(text("## Say it"), text("## Often said"), text("## Why", "why")).sections
    thirty, points, pressed = 3, 2, 2 + 3
    assert sections["Say it"] == Size(words=thirty + points + pressed)
    first, second = (3 + 4), (3 + 6)  # the full corrections are folded
    assert sections["Often said"] == Size(words=first + second)
    assert sections["Why"] == Size(words=1)


def test_lesson_and_depth():
    cells = [text("# T", "## Say it", "", "## Why", "why"), code("x", tags=[]), text("### 1. Step", "two words")]
    cells += [text("## In depth", "deep"), text("### A part", "", "deeper $$x$$"), code("y", FIGURE)]
    cells += [text("## Asked next", "much more", "## Sources", "and more")]
    measured = page(*cells, items=5)
    assert list(measured.sections) == ["", "Say it", "Why", "In depth"]
    assert measured.lesson == Size(words=1) + measured.sections["Say it"] + Size(words=1 + 2 + 2, code=1)
    assert measured.depth == Size(words=1 + 2 + 1, code=1, figures=1, formulas=1)
    assert page(text("## Why", "word")).depth == Size()


def test_minutes_add_up():
    sizes = [Size(words=150), Size(code=15), Size(checks=30), Size(figures=4), Size(formulas=5)]
    assert [size.minutes for size in sizes] == [1, 1, 1, 3, 2]
    assert sum(sizes, Size()).minutes == 8
    assert sum(sizes, Size()) == Size(150, 15, 30, 4, 5)


@pytest.mark.parametrize(
    ("cells", "items", "shown"),
    [
        ([text("## Say it", 1350 * "x "), text("## In depth", 3750 * "x ")], 5, "lesson 9 min · quiz 6 · in depth 25"),
        ([text("## Why", 5400 * "word ")], 7, "lesson 36 min · quiz 8"),
        ([text("## Why", "word")], 0, "lesson 1 min"),
        ([], 0, "lesson 1 min"),
    ],
)  # fmt: skip
def test_what_a_reader_is_told(cells, items, shown):
    assert str(page(*cells, items=items)) == shown


def test_items_on_the_depth_take_their_time_there():
    cells = [text("## Say it", 1350 * "word "), text("## In depth", 3750 * "word ")]
    assert str(page(*cells, items=7, deep=2)) == "lesson 9 min · quiz 6 · in depth 27"
    assert str(page(text("## Say it"), text("## In depth"), items=2, deep=2)) == "lesson 1 min · in depth 2"
    assert str(page(text("## Why", "word"), items=7, deep=2)) == "lesson 1 min · quiz 8"  # a page without a depth


def test_a_page_is_measured_from_its_files(tmp_path):
    (tmp_path / "scaling.yml").write_text(SPINE, encoding="utf-8")
    with pytest.raises(FileNotFoundError, match=r"scaling\.ipynb"):
        course.measure_page("scaling", tmp_path)
    cells = [text("## Often said"), code("chapter.often_said()", tags=["remove-input"])]
    (tmp_path / "scaling.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    assert course.measure_page("scaling", tmp_path) == page(*cells, items=0)
    item = {"kind": "truth", "answer": True}
    item |= {name: "x" for name in ("reread", "prompt", "to_true", "to_false")} | {"tests": "scaling.power"}
    items = [item | {"id": f"scaling.{name}"} for name in "ab"]
    (tmp_path / "scaling.quiz.yml").write_text(json.dumps({"items": items}), encoding="utf-8")
    assert course.measure_page("scaling", str(tmp_path)).items == 2


def test_the_books_pages_take_time():
    for part in course.parts(ROOT / "chapters"):
        for slug in part.slugs:
            measured = course.measure_page(slug, ROOT / "chapters" / part.name)
            assert 5 < measured.lesson.minutes < 60 and measured.items >= 5
