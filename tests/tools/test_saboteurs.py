"""The hunt for saboteurs proves itself: it catches a fault, and takes nothing else for one."""

import pytest

from tools import saboteurs
from tools.faults import Fault, faulty, read
from tools.saboteurs import hunt, main, missed

NOTEBOOK = "chapters/attention/scaling.ipynb"
CASES = {
    "wrong formula": (NOTEBOOK, "draws = torch.randn(1000,", "draws = 1 + torch.randn(1000,", ["scaling.claim"]),
    "wrong library": ("lib/faqformer/toy.py", "2 * x", "3 * x", ["scaling.step"]),
    "comment": ("lib/faqformer/toy.py", "return 2", "# harmless\n    return 2", ["scaling.step"]),
    "other exception": ("lib/faqformer/toy.py", "2 * x", "undefined * x", ["scaling.step"]),
    "broken import": ("lib/faqformer/toy.py", "def double(x):", "def double(x:", ["scaling.step", "scaling.claim"]),
    "not the one named": ("lib/faqformer/toy.py", "2 * x", "3 * x", ["scaling.step", "scaling.claim"]),
}


@pytest.fixture(scope="module")
def runs(executed):
    """Every case's saboteur and the run under it, all from one process that forks."""
    cases = [(executed, Fault(name, *case[:3], tuple(case[3]))) for name, case in CASES.items()]
    return {fault.name: (fault, outcome) for _, fault, outcome in hunt(cases)}


@pytest.mark.parametrize("name", ["wrong formula", "wrong library"])
def test_a_fault_is_caught(runs, name):
    assert missed(*runs[name]) == []


def test_a_harmless_edit_is_not_caught_and_the_chapter_passes_every_check(runs):
    fault, outcome = runs["comment"]
    assert missed(fault, outcome) == ["scaling.step"]
    assert outcome.complaints() == [] and len(outcome.checks) == 3


@pytest.mark.parametrize("name", ["other exception", "broken import"])
def test_an_exception_that_is_no_failed_check_is_not_caught(runs, name):
    fault, outcome = runs[name]
    assert missed(fault, outcome) == list(fault.fails) and outcome.raised


def test_each_named_check_must_fail(runs):
    assert missed(*runs["not the one named"]) == ["scaling.claim"]


def test_the_original_stays_as_it_is(executed, runs):
    assert (executed.root / "lib/faqformer/toy.py").read_text() == "def double(x):\n    return 2 * x\n"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("lib/faqformer/toy.py", "4 * x", "5 * x", "got 0 matches"),
        ("lib/faqformer/toy.py", "x", "y", "got 2 matches"),
        ("lib/faqformer/toy.py", "", "y", "got 0 matches"),
        ("lib/faqformer/toy.py", "2 * x", "2 * x", "got no change"),
        (NOTEBOOK, 'checks.equal("scaling.step"', "x", "got 2 matches"),
        (NOTEBOOK, '"cell_type"', "x", "got 0 matches"),
        ("lib/faqformer/none.py", "a", "b", "expected a file of the library or the chapter"),
        ("chapters/course.yml", "attention", "b", "expected a file of the library or the chapter"),
        ("lib/../pyproject.toml", "faqformer", "b", "expected a file of the library or the chapter"),
        ("lib/faqbook/checks/exact.py", "def close", "def open", "the judge"),
    ],
)
def test_a_fault_that_cannot_be_applied_is_an_error(executed, file, old, new, message):
    with pytest.raises(ValueError, match=message):
        faulty(Fault("s", file, old, new, ("scaling.step",)), executed)


def test_old_matches_code_as_it_reads_over_several_lines(executed):
    several, _ = read(executed)
    assert "1 + torch.randn(1000" in faulty(several, executed)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1", "expected a list"),
        ("- {name: a, file: b, old: c, fails: [d.e]}", "line 1: a: new: missing"),
        ("- {name: a, file: b, old: c, new: d, fails: d.e}", "fails: expected a list"),
        ("- {name: a, file: b, old: c, new: d, fails: []}", r"a: fails: expected at least 1 in the list"),
        (2 * "- {name: a, file: b, old: c, new: d, fails: [d.e]}\n", "line 2: a: two saboteurs have this name"),
        ("- {name: a, file: b, old: c, new: d, new: e, fails: [d.e]}", "line 1: new: used more than once"),
    ],
)
def test_a_malformed_list_is_refused(chapter, text, message):
    chapter.saboteurs.write_text(text)
    with pytest.raises(ValueError, match=message):
        read(chapter)


def test_the_command_says_who_escaped_and_fails(executed, runs, monkeypatch, capsys):
    def replay(cases, processes):
        return [
            (chapter, *runs["comment" if fault.name.startswith("a library") else "wrong formula"])
            for chapter, fault in cases
        ]

    monkeypatch.setattr(saboteurs, "hunt", replay)
    assert main(["--first", "--root", str(executed.root)]) == 0
    assert "✓ scaling: wrong formula: caught\n1 saboteurs in 1 chapters, 0 not caught" in capsys.readouterr().out
    assert main(["--root", str(executed.root)]) == 1
    assert "✗ scaling: comment: not caught\n  did not fail: scaling.step\n2 saboteurs" in capsys.readouterr().out


def test_a_chapter_without_saboteurs_fails_the_command(chapter, capsys):
    chapter.saboteurs.unlink()
    assert main(["--root", str(chapter.root)]) == 1
    said = capsys.readouterr().err
    assert "chapters/attention/scaling.saboteurs.yml: expected the faults of attention/scaling" in said
