"""How every check begins and ends: ids and words; line, record, panel; in a terminal, a notebook, while recording."""

import copy
import json
import pickle

import IPython
import nbformat
import pytest
import torch
from IPython.core.interactiveshell import InteractiveShell
from nbclient import NotebookClient
from traitlets.config import Config

from faqbook import checks
from faqbook.record import METADATA, Result


@pytest.mark.parametrize("id", ["scaling.grows", "layer-norm.a", "bert.512-positions", "a1.b2", "0.1"])
def test_ids(id):
    assert checks.equal(id, 1, 1).id == id


BAD_IDS = [
    "scaling",
    "scaling.",
    ".grows",
    "Scaling.grows",
    "a..b",
    "a.b.c",
    "a_b.c",
    "a.-b",
    "a.b-",
    "a--b.c",
    "a b.c",
    "",
]


@pytest.mark.bad_input
@pytest.mark.parametrize("id", [*BAD_IDS, "a.b\n", "ä.b", None, 1.2])
def test_a_malformed_id_never_passes(id):
    for call in [
        lambda: checks.equal(id, 1, 1),
        lambda: checks.close(id, 1, 1, 1),
        lambda: checks.mean_is(id, [0.0, 1.0], 0.5),
        lambda: checks.variance_is(id, [0.0, 1.0], 0.5, 1.0),
        lambda: checks.rate_is(id, 500, 1000, 0.5),
        lambda: checks.less(id, 1, 2),
        lambda: checks.at_least(id, 2, theory=1),
        lambda: checks.at_most(id, 1, required=2),
        lambda: checks.differs(id, 1, 2, 1),
        lambda: checks.slope_is(id, [0, 1], [[0, 1], [0, 1.1]], 1),
        lambda: checks.raises(id, ValueError, int, "x"),
        lambda: checks.must_fail(checks.equal, id, 1, 2),
    ]:
        with checks.recording() as records, pytest.raises(ValueError, match=r"id: expected 'slug\.words'"):
            call()
        assert records == []


@pytest.mark.bad_input
def test_words_and_sides_are_texts():
    for what in (1.5, None, ["a"]):
        with pytest.raises(TypeError, match="what: expected the quantity in words"):
            checks.less("a.b", 1, 2, what)
    for sides in ("ab", ("a",), ("a", ""), ("a", 1), 3):
        with pytest.raises(ValueError, match="sides: expected what the two sides are called"):
            checks.less("a.b", 1, 2, sides=sides)
    with pytest.raises(ValueError, match="sides: expected two different names, got 'a' twice"):
        checks.equal("a.b", 1, 1, sides=("a", "a"))


def one_of_each(id="a.b"):
    checks.equal(id, 1, 1)
    checks.close(id, torch.ones(2), torch.ones(2), 1e-12)
    checks.mean_is(id, [0.0, 1.0], 0.5)
    checks.variance_is(id, [0.0, 1.0], 0.5, 1.0)
    checks.rate_is(id, 500, 1000, 0.5)
    checks.less(id, 1, 2)
    checks.at_least(id, 2, theory=1)
    checks.at_most(id, 1, required=2)
    checks.differs(id, 1, 2, 1)
    checks.slope_is(id, [0, 1], [[0, 1], [0, 1.1]], 1)
    checks.raises(id, ValueError, int, "x")


def test_each_check_prints_one_line_and_its_record_is_json(capsys):
    one_of_each("scaling.unit-variance")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11 and all(line.startswith("✓ unit variance: ") for line in lines)  # the words of the id
    with checks.recording() as records:
        one_of_each("scaling.unit-variance")
    assert capsys.readouterr().out == ""
    assert [result.line() for result in records] == lines
    assert len({result.kind for result in records}) == 11
    for result in records:
        assert Result.from_json(json.loads(json.dumps(result.to_json(), allow_nan=False))) == result
        assert not any("derived" in f"{number.role}{number.text}" for number in result.numbers)


def test_no_line_tells_a_measured_number_as_derived():
    with checks.recording() as records:
        one_of_each()
    told = {result.kind for result in records if "derived" in result.line()}
    assert told <= {"equal", "close"}  # where the right value was worked out beforehand


def test_a_failure_raises_a_short_panel():
    with pytest.raises(AssertionError) as failure:
        checks.equal("a.b", 1, 2, "answer")
    assert str(failure.value).splitlines() == [
        "✗ a.b failed",
        "  claimed   answer",
        "  theory    2",
        "  measured  1",
    ]


def test_a_failure_travels_between_processes():
    with pytest.raises(checks.CheckFailed) as failure:
        checks.equal("a.b", 1, 2)
    for twin in (pickle.loads(pickle.dumps(failure.value)), copy.copy(failure.value)):
        assert twin.result == failure.value.result and str(twin) == str(failure.value)


def test_recording_goes_on_after_a_failure_and_ends_with_its_block(capsys):
    with checks.recording() as records:
        checks.equal("a.first", 1, 2)
        with checks.recording() as inner:
            checks.equal("a.inner", 1, 1)
        result = checks.equal("a.second", 1, 1)
        with pytest.raises(ValueError):
            checks.equal("a.third", float("nan"), 1)
    assert [(r.id, r.passed) for r in records] == [("a.first", False), ("a.second", True)]
    assert [r.id for r in inner] == ["a.inner"] and records[1] is result
    assert capsys.readouterr().out == ""
    with pytest.raises(checks.CheckFailed):
        checks.equal("a.b", 1, 2)
    with pytest.raises(RuntimeError), checks.recording():
        raise RuntimeError
    checks.equal("a.b", 1, 1)
    assert capsys.readouterr().out.count("✓") == 1


def test_must_fail_shows_a_failure_and_enters_no_verdict(capsys):
    assert checks.must_fail(checks.equal, "a.b", 1, 2, "answer") is None
    assert capsys.readouterr().out == "✗ fails, as it should: answer: theory 2, measured 1\n"
    with checks.recording() as records:
        checks.must_fail(checks.mean_is, "a.b", [0.0, 0.1], 50, se=0.1, what="no mean")
    assert records == [] and capsys.readouterr().out == ""
    checks.equal("a.b", 1, 1)  # the expectation ends with the call
    with pytest.raises(checks.CheckFailed):
        checks.equal("a.b", 1, 2)


def test_must_fail_fails_when_the_check_passes():
    with pytest.raises(checks.CheckFailed, match="this check was meant to fail") as failure:
        checks.must_fail(checks.equal, "a.b", 1, 1)
    assert failure.value.result.kind == "equal" and not failure.value.result.passed
    with checks.recording() as records:
        checks.must_fail(checks.raises, "a.b", ValueError, int, "x")
    assert [(r.id, r.kind, r.passed) for r in records] == [("a.b", "raises", False)]


def test_must_fail_is_not_satisfied_by_another_exception():
    for error, call in [
        (ValueError, lambda: checks.must_fail(checks.equal, "a.b", float("nan"), 1)),
        (ZeroDivisionError, lambda: checks.must_fail(lambda id: 1 / 0, "a.b")),
        (TypeError, lambda: checks.must_fail(checks.raises, "a.b", ValueError, len, 3)),
        (TypeError, lambda: checks.must_fail(lambda id: None, "a.b")),  # no check at all
    ]:
        with pytest.raises(error):
            call()
        with pytest.raises(checks.CheckFailed):
            checks.equal("a.b", 1, 2)  # and it leaves no expectation behind


CELLS = [
    "from faqbook import checks",
    "checks.equal('a.b', 1, 1, 'one')\nchecks.close('a.b', 1 / 3, 0.3, 0.1)",
    "checks.mean_is('a.b', [0.0, 1.0, 2.0], 50, se=0.1)",
    "checks.must_fail(checks.equal, 'a.b', 1, 2)",
    "checks.equal('a.b', 2, 2)",
]


@pytest.fixture(scope="module")
def outputs():
    """What a real kernel answers to the cells."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
    NotebookClient(notebook, timeout=120, kernel_name="python3", allow_errors=True).execute()
    nbformat.validate(notebook)
    return [cell.outputs for cell in notebook.cells]


def test_a_notebook_shows_one_line_a_check_with_the_record_in_its_metadata(outputs):
    assert outputs[0] == []
    first, second = outputs[1]  # and not a third for the value of the cell
    assert first.output_type == "display_data"
    assert first.data == {"text/plain": "✓ one: 1, as derived"}
    assert second.data == {"text/plain": "✓ b: theory 0.3, measured 0.333"}
    record = Result.from_json(second.metadata[METADATA])
    assert record.numbers[0].value == 1 / 3 and record.passed and record.id == "a.b"
    assert record.line() == second.data["text/plain"]


def test_a_notebook_shows_a_failure_as_a_panel_without_the_way_through_the_library(outputs):
    (error,) = outputs[2]
    assert error.output_type == "error" and error.ename == "CheckFailed"
    assert error.traceback == [
        "✗ a.b failed",
        "  claimed   b",
        "  theory    50",
        "  measured  1",
        "  tolerance ±0.6, 6 standard errors",
        "  but       off by 490 standard errors",
    ]


def test_a_notebook_shows_an_expected_failure_and_its_record_says_so(outputs):
    (shown,) = outputs[3]
    assert shown.data == {"text/plain": "✗ fails, as it should: b: theory 2, measured 1"}
    record = Result.from_json(shown.metadata[METADATA])
    assert record.meant_to_fail and not record.passed
    assert len(outputs[4]) == 1


def test_ipython_in_a_terminal_prints_line_and_panel(monkeypatch, capsys):
    shell = InteractiveShell(
        config=Config({"HistoryManager": {"enabled": False}, "InteractiveShell": {"colors": "nocolor"}})
    )
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    shell.run_cell("from faqbook import checks; checks.equal('a.b', 1, 1); checks.equal('a.b', 1, 2)")
    out, err = capsys.readouterr()
    assert out.splitlines()[:3] == ["✓ b: 1, as derived", "✗ a.b failed", "  claimed   b"]
    assert "Traceback" not in out + err and "conclude.py" not in out + err
