"""Reading: the example is what the schema says, and every mistake is named with its file, item and field."""

import re
from copy import deepcopy
from importlib.resources import files

import pytest

from faqbook import quiz
from faqbook.reading import Malformed
from faqbook.schemas import KINDS
from tests.quiz.conftest import FOLDER, read, text

ONE, SEVERAL, TRUTH, NUMBER, ORDER, BUG = "one", "several", "truth", "number", "order", "bug"


def test_the_example_has_an_item_of_each_kind(example):
    assert [item.kind for item in example.items] == list(KINDS)


def test_the_example_is_read(example):
    items = {item.kind: item for item in example.items}
    assert [option.right for option in items[ONE].options] == [True, False, False]
    assert all(option.computed for option in items[ONE].options)
    assert [option.right for option in items[SEVERAL].options] == [True, True, False, False]
    assert [(option.text, option.right) for option in items[TRUTH].options] == [("True", True), ("False", False)]
    assert items[NUMBER].number.answer == 0.02**0.5
    assert [items[kind].level for kind in (ONE, TRUTH)] == ["lesson", "depth"]
    assert items[NUMBER].number.shown == "0.14"
    assert [trap.shown for trap in items[NUMBER].number.traps] == ["0.020", "0.014", "1.4"]
    assert items[ORDER].options[0].text == "find the largest score"
    assert items[BUG].bug.shows == "torch.allclose(weights.sum(-1), torch.ones(3))"


def test_what_is_read_stays_as_it_is(example):
    items = {item.kind: item for item in example.items}
    number = items[NUMBER].number
    for part, name in (
        (example, "slug"),
        (items[ONE], "kind"),
        (items[ONE].options[0], "right"),
        (number, "answer"),
        (number.traps[0], "value"),
        (items[BUG].bug, "fixed"),
    ):
        with pytest.raises(AttributeError):
            setattr(part, name, None)


SPOILT = [
    (ONE, "options", [], "options: expected at least 2 in the list, got 0"),
    (ONE, "kind", "two", "kind: expected one, several, truth, number, order, bug, got 'two'"),
    (ONE, "level", "deep", "level: expected lesson, depth, got 'deep'; did you mean depth?"),
    (ONE, "promt", "x", "promt: no such field; did you mean prompt?"),
    (ONE, "answer", "x", "answer: no such field; there are kind, id, tests, reread, prompt, options, level"),
    (ONE, "prompt", "", "prompt: expected a text, got an empty text"),
    (ONE, "prompt", 12, "prompt: expected a text, got 12: put it in quotes"),
    (ONE, "prompt", "a $x", "prompt: $ is never closed in 'a $x'"),
    (ONE, "prompt", "\frac", "prompt: the control character"),
    (ONE, "prompt", r"$\softmax$", "prompt: $\\softmax$: \\softmax is not known"),
    (TRUTH, "answer", "__import__('os')", "answer: "),
    (TRUTH, "answer", 1, "answer: expected true, false or an expression, got 1"),
    (TRUTH, "answer", "1 + 1", "answer: '1 + 1': expected True or False, got 2"),
    (TRUTH, "to_true", "*a", "to_true: * is never closed"),
    (NUMBER, "answer", 8, "answer: expected an expression as a text, got 8: put it in quotes"),
    (NUMBER, "answer", "-8", "answer: '-8': expected an expression that computes it, got the number itself"),
    (NUMBER, "answer", "1 < 2", "answer: '1 < 2': expected a number, got True"),
    (NUMBER, "answer", "1 / 0", "answer: '1 / 0': division by zero"),
    (NUMBER, "answer", "1 - 1", "answer: digits: zero has no significant digits"),
    (NUMBER, "digits", 0, "digits: expected a whole number from 1 to 10, got 0"),
    (NUMBER, "digits", True, "digits: expected a whole number from 1 to 10, got true"),
    (NUMBER, "places", 2, "places: there is digits already"),
    (NUMBER, "traps", [{"value": "math.sqrt(0.02)", "feedback": "x"}], "traps[0].value: 0.1414"),
    (NUMBER, "traps", [{"value": v, "feedback": "x"} for v in ("7", "7.01")], "traps[1].value: 7.01 cannot be told"),
    (BUG, "fixed", "", "fixed: expected Python as a text, got an empty text"),
]


@pytest.mark.parametrize(("kind", "name", "value", "message"), SPOILT)
def test_mistakes_are_named(entries, kind, name, value, message):
    """With the file, the line, the item and the field."""
    written = text(entries[kind] | {name: value})
    with pytest.raises(Malformed) as error:
        quiz.parse("example", written, "example.quiz.yml")
    lines = written.splitlines()
    named = next(line for line in lines if line.lstrip("- ").startswith(f"{name}:"))
    if error.value.field == name:
        assert lines[error.value.line - 1] == named
    assert str(error.value).startswith(f"example.quiz.yml, line {error.value.line}: {entries[kind]['id']}: {message}")


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("Example.which", "Example.which: id: expected an id, slug.words in lower case, digits and hyphens, got 'Exam"),
        ("other.which", "other.which: id: expected an id that begins with 'example.'"),
    ],
)
def test_an_id_has_its_form_and_its_slug(entries, id, message):
    with pytest.raises(Malformed, match=rf"example\.quiz\.yml, line \d+: {re.escape(message)}"):
        read(entries[ONE] | {"id": id})


@pytest.mark.parametrize(("rights", "message"), [((True, True, False), "got 2"), ((False,) * 3, "got 0")])
@pytest.mark.parametrize("kind", [ONE, BUG])
def test_exactly_one_of_one(entries, kind, rights, message):
    options = [o | {"right": r} for o, r in zip(entries[kind]["options"], rights, strict=True)]
    with pytest.raises(ValueError, match=f"options: expected exactly one to be right, {message}"):
        read(entries[kind] | {"options": options})


@pytest.mark.parametrize("right", [True, False])
def test_some_but_not_all_of_several(entries, right):
    options = [o | {"right": right} for o in entries[SEVERAL]["options"]]
    with pytest.raises(ValueError, match="expected some to be right and some wrong"):
        read(entries[SEVERAL] | {"options": options})


def test_an_exact_answer_must_be_givable(entries):
    entry = {name: value for name, value in entries[NUMBER].items() if name not in ("digits", "traps")}
    with pytest.raises(ValueError, match="cannot be given exactly: say how to round it with digits or places"):
        read(entry)
    assert read(entry | {"answer": "1 / 3"}).items[0].number.shown == "1/3"


def test_a_trap_may_be_a_root_or_zero(entries):
    exact = {name: value for name, value in entries[NUMBER].items() if name != "digits"}
    traps = [{"value": value, "feedback": "x"} for value in ("math.sqrt(2)", "1 - 1")]
    for entry, shown in ((exact | {"answer": "1 / 3"}, "1.41"), (entries[NUMBER], "1.4")):
        root, zero = read(entry | {"traps": traps}).items[0].number.traps
        assert root.shown == shown and root.accepted[0] < float(shown) < 2**0.5 < root.accepted[1]
        assert zero.shown == "0" and zero.accepted == (0, 0)


def test_an_item_without_an_id_is_named_by_its_place(entries):
    nameless = {name: value for name, value in entries[NUMBER].items() if name != "id"}
    with pytest.raises(Malformed, match=r"line \d+: items\[1\]: id: missing"):
        read(entries[ONE], nameless)


def test_an_id_is_used_once(entries):
    with pytest.raises(ValueError, match=r"example\.which-mean: id: used more than once"):
        read(entries[ONE], deepcopy(entries[ONE]))


@pytest.mark.parametrize("text", ["items: [", "", "[]", "items: []", "items: [1]", "items: [{}]"])
def test_other_files_are_refused(text):
    with pytest.raises(Malformed, match=r"^q\.yml"):
        quiz.parse("example", text, "q.yml")


def test_a_missing_file_says_where_it_lies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"scaling\.quiz\.yml is not in .*zip of notebooks"):
        quiz.show("scaling")


def test_a_quiz_lies_beside_its_notebook(monkeypatch):
    monkeypatch.chdir(FOLDER)
    assert quiz.show("example").quiz == quiz.load("example", FOLDER)


def test_script_and_style_ship_with_the_library():
    for name in ("quiz.js", "progress.js", "quiz.css"):
        assert files("faqbook.quiz").joinpath(name).is_file()
