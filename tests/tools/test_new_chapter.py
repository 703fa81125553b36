"""A new chapter: three files with the right structure, and a list of what they lack."""

import asyncio

import pytest

from tools.chapters import Chapter
from tools.new import main, notebook
from tools.notebooks import store


def new(chapter, *arguments):
    return main([*arguments, "--root", str(chapter.root)])


def test_a_new_chapter_runs_and_lacks_what_only_its_author_can_give(chapter, capsys):
    assert new(chapter, "masking") == 0
    said = capsys.readouterr().out
    for name in ("masking.ipynb", "masking.yml", "masking.quiz.yml"):
        assert f"wrote chapters/attention/{name}" in said
    assert "run `make notebooks`" in said
    fresh = Chapter("attention", "masking", chapter.root)
    asyncio.run(store(fresh.notebook, fresh.root))
    assert new(chapter, "--missing", "attention/masking") == 1
    lacks = capsys.readouterr().out.splitlines()
    assert lacks[0] == "attention/masking lacks:"
    rest = [line for line in lacks[1:] if not line.endswith("TODO")]
    assert rest == [
        "- chapters/attention/masking.saboteurs.yml: expected the faults of attention/masking",
        "- _toc.yml: no entry; `python -m tools.site toc` writes it",
    ]
    assert len(lacks) - len(rest) > 10


def test_a_finished_chapter_lacks_nothing(executed, capsys):
    assert new(executed, "--missing", "scaling") == 0
    assert capsys.readouterr().out == "attention/scaling lacks nothing that a rule can see\n"


def test_a_chapter_that_is_not_there_lacks_its_files(executed, capsys):
    assert new(executed, "--missing", "masking") == 1
    assert "- chapters/attention/masking.ipynb: not there" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("slug", "message"),
    [("scaling", "is there already"), ("other", "not in chapters/course.yml"), ("block/masking", "not in")],
)
def test_an_existing_or_unlisted_chapter_is_refused(chapter, capsys, slug, message):
    before = {path: path.read_bytes() for path in chapter.own}
    assert new(chapter, slug) == 1
    assert message in capsys.readouterr().err
    assert {path: path.read_bytes() for path in chapter.own} == before


def test_a_notebook_from_markdown():
    cells = notebook("# A\n```python hide-cell alt: A line, rising\nx = 1\n\ny\n```\nB\n---\nC\n")["cells"]
    assert [(cell["cell_type"], cell["source"]) for cell in cells] == [
        ("markdown", "# A"),
        ("code", "x = 1\n\ny"),
        ("markdown", "B"),
        ("markdown", "C"),
    ]
    assert cells[1]["metadata"] == {"tags": ["hide-cell"], "mystnb": {"image": {"alt": "A line, rising"}}}
    assert cells[0]["metadata"] == {}
