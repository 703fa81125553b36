"""A new chapter: its files with the right structure, and what to do next; for an unlisted one what it needs first."""

import asyncio
from contextlib import nullcontext

import pytest

from faqbook import checks, exercise
from faqbook.course import parts
from tests.tools.conftest import sibling
from tools.chapters import existing
from tools.new import main, notebook
from tools.notebooks import store
from tools.rules import complaints, course
from tools.rules.__main__ import main as rules


def new(chapter, *arguments):
    return main([*arguments, "--root", str(chapter.root)])


def lacks(chapter, *arguments):
    return rules([*arguments, "--root", str(chapter.root)])


def test_a_new_chapter_runs_and_lacks_what_only_its_author_can_give(chapter, capsys):
    assert new(chapter, "masking") == 0
    said = capsys.readouterr().out
    fresh = sibling(chapter, "masking")
    for path in fresh.own:
        assert f"wrote {path.relative_to(chapter.root)}\n" in said
    assert "Next: `make chapter SLUG=attention/masking`" in said
    assert existing(chapter.root) == [chapter, fresh] and course.in_order(chapter.root) == []
    asyncio.run(store(fresh))
    found = complaints(fresh)
    assert len(found) > 10 and all(complaint.endswith("TODO") for complaint in found)


def test_what_a_chapter_lacks_is_said(executed, chapter, capsys):
    assert lacks(executed, "scaling") == 0
    assert capsys.readouterr().out == "attention/scaling lacks nothing that a rule can see\n"
    chapter.saboteurs.unlink()
    assert lacks(chapter) == 1
    assert (
        "attention/scaling lacks:\n- chapters/attention/scaling.saboteurs.yml: not there\n" in capsys.readouterr().out
    )


def test_an_existing_chapter_stays_as_it_is(chapter, capsys):
    before = {path: path.read_bytes() for path in chapter.own}
    assert new(chapter, "scaling") == 1
    assert capsys.readouterr().err == "✗ chapters/attention/scaling.ipynb: is there already\n"
    assert {path: path.read_bytes() for path in chapter.own} == before


@pytest.mark.parametrize("name", ["scalin", "other", "Attention/other", "attention/", "attention/a b", "a/b/c", ""])
def test_what_cannot_be_a_new_question_is_refused(chapter, capsys, name):
    assert new(chapter, name) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"✗ {name}: not in chapters/course.yml; ") and "A new question is called part/slug" in said
    assert ("did you mean attention/scaling?" in said) is (name == "scalin")


@pytest.mark.parametrize("name", ["attention/other", "block/other"])
def test_the_lines_that_an_unlisted_question_needs_are_those_that_make_it_one(chapter, capsys, name):
    assert new(chapter, name) == 1
    said = capsys.readouterr().err
    assert "whose parts are attention." in said
    lines = [line for line in said.splitlines() if line.startswith("  ")]
    listed = chapter.root / "chapters/course.yml"
    listed.write_text(listed.read_text(encoding="utf-8") + "\n".join(lines) + "\n", encoding="utf-8")
    assert new(chapter, name) == 0
    assert parts(chapter.root / "chapters")[-1].name == name.split("/")[0]


@pytest.mark.parametrize(
    ("body", "fails"), [("...  # your code", False), ("return x + x", False), ("return 3 * x", True)]
)
def test_what_the_reader_writes_is_marked(executed, body, fails):
    """The three cells of "Write it", run one after the other, with the reader's line in the first."""
    sources = [cell["source"] for cell in executed.code_cells]
    start = next(n for n, source in enumerate(sources) if source.startswith("def double(x):"))
    assert "...  # your code" in sources[start]
    namespace = {"checks": checks, "exercise": exercise}
    with pytest.raises(checks.CheckFailed) if fails else nullcontext():
        for source in sources[start : start + 3]:
            exec(source.replace("...  # your code", body), namespace)


def test_a_notebook_from_markdown():
    cells = notebook("# A\n```python hide-cell alt: A line, rising\nx = 1\n\ny\n```\nB\n---\nC\n")["cells"]
    assert [(cell["cell_type"], cell["source"]) for cell in cells] == [
        ("markdown", "# A"),
        ("code", "x = 1\n\ny"),
        ("markdown", "B"),
        ("markdown", "C"),
    ]
    assert cells[1]["metadata"] == {
        "tags": ["hide-cell"],
        "jupyter": {"source_hidden": True},
        "mystnb": {"image": {"alt": "A line, rising"}},
    }
    assert cells[0]["metadata"] == {}
