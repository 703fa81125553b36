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
        (NOTEBOOK, "checks.mean_is", "x", "got 2 matches"),
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


def pinned(chapter, capsys, file):
    return main(["--pinned", file, "--root", str(chapter.root)]), capsys.readouterr()


def test_the_faults_of_a_file_are_named_with_their_places_and_nothing_runs(chapter, capsys):
    toy = "lib/faqformer/toy.py"
    for given in (toy, str(chapter.root / toy)):
        status, said = pinned(chapter, capsys, given)
        assert status == 0
        assert said.out == (
            f"✓ {toy}:2: attention/scaling: a library that doubles too much\n"
            "1 faults of 1 chapters, 0 do not match once\n"
        )
    (cell,) = [n for n, cell in enumerate(chapter.code_cells, start=1) if "draws = " in cell["source"]]
    _, said = pinned(chapter, capsys, NOTEBOOK)
    assert said.out.startswith(f"✓ {NOTEBOOK}:{cell}: attention/scaling: draws that are off\n1 faults")
    assert pinned(chapter, capsys, "lib/faqformer/masks.py")[1].out.startswith("0 faults")


@pytest.mark.parametrize(
    ("text", "where"), [("def double(x):\n    return 5 * x\n", "nowhere"), ("# 2 * x\n\n2 * x\n", "1, 3")]
)
def test_a_fault_that_an_edit_has_broken_is_shown(chapter, capsys, text, where):
    (chapter.root / "lib/faqformer/toy.py").write_text(text)
    status, said = pinned(chapter, capsys, "lib/faqformer/toy.py")
    assert status == 1 and f"✗ lib/faqformer/toy.py:{where}: attention/scaling: a library that" in said.out


@pytest.mark.parametrize("file", ["lib/faqformer/none.py", "/etc/hostname", "lib"])
def test_a_file_that_is_not_there_is_refused(executed, capsys, file):
    status, said = pinned(executed, capsys, file)
    assert status == 1 and said.err == f"✗ {file}: expected a file below {executed.root}\n"
