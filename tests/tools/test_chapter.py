"""One command a chapter: it finds what is wrong, each thing once, and judges again only what changed."""

import shutil
import time

import pytest

from tests.tools.conftest import plant
from tools import chapter as command
from tools import preview, watch
from tools.canonical import dump, load
from tools.found import Memo


def judge(chapter, capsys) -> dict[str, str]:
    """The command's lines by stage, what is wrong as `wrong`."""
    status = command.main(["--no-page", "--root", str(chapter.root), chapter.name])
    lines = capsys.readouterr().out.splitlines()
    stages = {line.split()[1]: line for line in lines if line[:2] in ("✓ ", "✗ ")}
    wrong = lines[lines.index(next(line for line in lines if line.startswith(("Wrong", "Nothing")))) :]
    assert status == (0 if wrong[0].startswith("Nothing is wrong with attention/scaling") else 1)
    return stages | {"wrong": "\n".join(wrong[1:])}


def anew(said: dict[str, str]) -> set[str]:
    """The stages that were not known."""
    return {stage for stage, line in said.items() if stage != "wrong" and "as before" not in line}


@pytest.fixture(scope="module")
def judged(executed, tmp_path_factory):
    """A sound chapter, judged once."""
    book = tmp_path_factory.mktemp("judged") / "book"
    shutil.copytree(executed.root, book)
    chapter = type(executed)(executed.part, executed.slug, book)
    assert command.main(["--no-page", "--root", str(book), chapter.name]) == 0
    return chapter


@pytest.fixture
def known(judged, tmp_path):
    """A copy of it, to be changed."""
    shutil.copytree(judged.root, tmp_path / "book")
    return type(judged)(judged.part, judged.slug, tmp_path / "book")


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_nothing_is_judged_twice(known, capsys):
    said = judge(known, capsys)
    assert anew(said) == set() and said["wrong"] == ""
    assert set(said) == {"checks", "seeds", "saboteurs", "notebook", "rules", "wrong"}
    assert "3 of 3 other seeds" in said["seeds"] and "2 of 2 caught" in said["saboteurs"]


RUNS = {"checks", "seeds", "saboteurs"}


@pytest.mark.parametrize(
    ("file", "old", "new", "stages"),
    [
        ("chapters/attention/scaling.ipynb", "two sentences", "three sentences", {"rules"}),
        ("chapters/attention/scaling.saboteurs.yml", "1 + torch", "3 + torch", {"rules", "saboteurs"}),
        ("lib/faqformer/masks.py", '"""', '"""A ', {"rules"}),
        ("lib/faqformer/seeds.py", '"""', '"""A ', {"rules", "notebook", *RUNS}),
    ],
)
def test_a_change_is_judged_by_the_stages_that_rest_on_it(known, capsys, file, old, new, stages):
    edit(known.root / file, old, new)
    said = judge(known, capsys)
    assert anew(said) == stages and said["wrong"] == ""


def test_text_that_was_edited_is_stored_in_canonical_form_without_a_run(known, capsys):
    notebook = load(known.notebook)
    notebook["cells"][-1]["source"] += "\n"
    known.notebook.write_text(dump(notebook | {"metadata": {"editor": 1}}), encoding="utf-8")
    said = judge(known, capsys)
    assert "its text stored" in said["notebook"] and said["wrong"] == ""


def test_of_a_fault_more_only_that_is_tried(known, capsys, monkeypatch):
    tried = []
    jobs = command.judge.__globals__["runs"].outcomes

    def counted(jobs_, processes):
        tried.extend(jobs_)
        return jobs(jobs_, processes)

    monkeypatch.setattr("tools.runs.outcomes", counted)
    with known.saboteurs.open("a") as file:
        file.write("- {name: harmless, file: lib/faqformer/toy.py, old: 2 * x, new: x * 2, fails: [scaling.step]}\n")
    said = judge(known, capsys)
    assert len(tried) == 1 and "✗ saboteurs" in said["saboteurs"] and "2 of 3 caught" in said["saboteurs"]
    assert said["wrong"] == "- saboteur not caught: harmless\n  did not fail: scaling.step"
    assert judge(known, capsys)["wrong"] == said["wrong"] and len(tried) == 1, "what is wrong is known, too"


def test_failing_checks_are_all_told_and_stop_what_would_say_nothing(known, capsys):
    edit(known.root / "lib/faqformer/toy.py", "2 * x", "3 * x")
    said = judge(known, capsys)
    assert set(said) == {"checks", "notebook", "rules", "wrong"}
    assert said["wrong"].count("✗ scaling.step failed") == 1
    assert "code cell" not in said["wrong"], "the notebook stops at the same check"


def test_a_notebook_that_cannot_be_stored_is_told_once_without_rules_on_its_outputs(known, capsys):
    plant(known, "import sys\nprint('hm', file=sys.stderr)")
    said = judge(known, capsys)
    assert "attention/scaling, code cell 1 (import sys): wrote to stderr: hm" in said["wrong"]
    assert "not executed" not in said["wrong"] and "section 'Quiz': missing" in said["wrong"]


def test_a_spine_that_cannot_be_read_is_told_once(known, capsys):
    edit(known.spine, "verdict: half", "verdict: halve")
    (line,) = judge(known, capsys)["wrong"].splitlines()
    assert line.startswith("- code cell 1: Malformed: scaling.yml, line ")
    assert line.endswith(
        ": scaling.claim: verdict: expected right, right-if, half, wrong, open, got 'halve'; did you mean half?"
    )


def test_an_interrupted_run_keeps_what_it_found(known):
    memo = Memo(known)
    before = dict(memo.before)
    memo.put("new", ["complaint"])
    memo.save(whole=False)
    assert Memo(known).before == before | {"new": ["complaint"]}
    memo = Memo(known)
    memo.get("new")
    memo.save(whole=True)
    assert Memo(known).before == {"new": ["complaint"]}, "what nothing asked for is forgotten"


def test_warnings_of_the_page_are_complaints(known, monkeypatch):
    program = "print('a.md:3: WARNING: citation not found: nobody [x]'); raise SystemExit(1)"
    monkeypatch.setattr(preview, "JUPYTER_BOOK", ("python3", "-c", program))
    import asyncio

    assert asyncio.run(preview.build(known)) == ["WARNING: citation not found: nobody [x]"]


def test_watching_sees_what_is_typed_and_not_what_a_run_stores(known):
    changes = watch.changes([known], pause=0.01)
    next(changes)
    start = watch._state([known])
    notebook = load(known.notebook)
    notebook["cells"][1]["outputs"] = []
    known.notebook.write_text(dump(notebook), encoding="utf-8")
    assert watch._state([known]) == start
    edit(known.notebook, "two sentences", "three sentences")
    next(changes)
    time.sleep(0.01)
    (known.root / "lib/faqformer/toy.py").touch()
    next(changes)
    known.quiz.unlink()
    next(changes)
