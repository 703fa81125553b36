"""Reading: the example is what the schema says, and every mistake is named with its file, item and field."""

import re

import jsonschema
import pytest
import yaml

from faqbook import quiz
from faqbook.quiz.read import SCHEMA
from tests.quiz.conftest import FOLDER, read

ONE, SEVERAL, TRUTH, NUMBER, ORDER, BUG = "one", "several", "truth", "number", "order", "bug"


def test_the_schema_is_one_and_shows_the_example():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    written = yaml.safe_load((FOLDER / "example.quiz.yml").read_text(encoding="utf-8"))
    assert SCHEMA["examples"] == [written]
    kinds = SCHEMA["$defs"]["item"]["properties"]["kind"]["enum"]
    assert [item["kind"] for item in written["items"]] == kinds


def test_the_example_is_read(example):
    items = {item.kind: item for item in example.items}
    assert [option.right for option in items[ONE].options] == [True, False, False]
    assert all(option.computed for option in items[ONE].options)
    assert [option.right for option in items[SEVERAL].options] == [True, True, False, False]
    assert [(option.text, option.right) for option in items[TRUTH].options] == [("True", True), ("False", False)]
    assert items[NUMBER].number.answer == 0.02**0.5
    assert items[NUMBER].number.shown == "0.14"
    assert [trap.shown for trap in items[NUMBER].number.traps] == ["0.020", "0.014", "1.4"]
    assert items[ORDER].options[0].text == "find the largest score"
    assert quiz.run_bug(items[BUG]) == (False, True)


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
    (ONE, "options", [], r"example.which-mean: options: \[\] should be non-empty|too short"),
    (ONE, "kind", "two", r"example.which-mean: kind: 'two' is not one of"),
    (ONE, "hint", "x", r"example.which-mean: .*'hint' was unexpected"),
    (ONE, "id", "Example.which", "does not match"),
    (ONE, "id", "other.which", "other.which: expected an id that begins with 'example.'"),
    (ONE, "prompt", "", r"example.which-mean: prompt: '' should be non-empty|too short"),
    (ONE, "prompt", "a $x", r"example.which-mean: prompt: \$ is never closed"),
    (ONE, "prompt", "\frac", "example.which-mean: prompt: the control character"),
    (ONE, "prompt", r"$\softmax$", r"example.which-mean: prompt: .*softmax is not known"),
    (TRUTH, "answer", "__import__('os')", "example.bias: answer: .*not among the names"),
    (TRUTH, "answer", "1 + 1", "example.bias: answer: .*expected True or False, got 2"),
    (TRUTH, "to_true", "*a", r"example.bias: to_true: \* is never closed"),
    (NUMBER, "answer", 8, "example.standard-error: answer: 8 is not of type 'string'"),
    (NUMBER, "answer", "-8", "example.standard-error: answer: .*got the number itself"),
    (NUMBER, "answer", "1 < 2", "example.standard-error: answer: .*expected a number, got True"),
    (NUMBER, "answer", "1 / 0", "example.standard-error: answer: '1 / 0': division by zero"),
    (NUMBER, "answer", "1 - 1", "example.standard-error: answer: digits: zero has no significant"),
    (NUMBER, "places", 2, "should not be valid under|example.standard-error"),
    (NUMBER, "traps", [{"value": "math.sqrt(0.02)", "feedback": "x"}], r"traps\[0\].value: 0.1414.* cannot be told"),
    (NUMBER, "traps", [{"value": v, "feedback": "x"} for v in ("7", "7.01")], r"traps\[1\].value: 7.01 cannot be told"),
    (BUG, "fixed", "", "example.which-axis: fixed"),
]


@pytest.mark.parametrize(("kind", "name", "value", "message"), SPOILT)
def test_mistakes_are_named(entries, kind, name, value, message):
    with pytest.raises(ValueError, match=message) as error:
        read(entries[kind] | {name: value})
    assert str(error.value).startswith("example.quiz.yml: ")


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
    with pytest.raises(ValueError, match="item 2: 'id' is a required property"):
        read(entries[ONE], nameless)


def test_an_id_is_used_once(entries):
    with pytest.raises(ValueError, match=r"example\.which-mean: used more than once"):
        read(entries[ONE], entries[ONE])


@pytest.mark.parametrize("text", ["items: [", "", "[]", "items: []", "items: [1]", "items: [{}]"])
def test_other_files_are_refused(text):
    with pytest.raises(ValueError, match=r"^q\.yml: "):
        quiz.parse("example", text, "q.yml")


def test_a_key_typed_twice_is_refused():
    with pytest.raises(ValueError, match=r"^q\.yml: id: used more than once .*line 1"):
        quiz.parse("example", "items: [{id: example.a, id: example.b}]", "q.yml")


def test_a_missing_file_says_where_it_lies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"scaling\.quiz\.yml is not in .*zip of notebooks"):
        quiz.show("scaling")


def test_a_quiz_lies_beside_its_notebook(monkeypatch):
    monkeypatch.chdir(FOLDER)
    assert quiz.show("example") == quiz.load("example", FOLDER)


def test_the_schema_ships_with_the_library():
    from importlib.resources import files

    for name in ("schema.json", "quiz.js", "quiz.css"):
        assert files("faqbook.quiz").joinpath(name).is_file()
    assert re.fullmatch(SCHEMA["$defs"]["id"]["pattern"], "scaling.why-root")
