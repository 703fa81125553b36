"""The reader of YAML: what it gives, what it refuses, and that every error says file, line, item and field."""

import pickle
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faqbook.reading import Malformed, load, one_line, read
from faqbook.reading.document import LARGEST
from faqbook.reading.loader import DEEPEST
from faqbook.schemas import COURSE, QUIZ, SABOTEURS, SPINE
from faqbook.schemas.pieces import TEXT, TEXTS, many, record
from tools import ROOT

ENTRY = record({"id": TEXT, "words": TEXTS}, count={"type": "integer", "minimum": 1, "expected": "a count"})
SCHEMA = record({"title": TEXT, "entries": many(ENTRY, 1, 3)}, yes={"type": "boolean"})
GOOD = """\
title: Two lines
  make one
entries:
  - id: first
    words: [a, b]
    count: 2
  - id: second
    words:
      - c
"""


def complaint(text, schema=SCHEMA) -> Malformed:
    with pytest.raises(Malformed) as error:
        read(text, schema, "f.yml")
    return error.value


def test_what_is_read_is_what_was_typed():
    data = read(GOOD, SCHEMA, "f.yml").data
    assert data["title"] == "Two lines make one"
    assert data["entries"] == [{"id": "first", "words": ["a", "b"], "count": 2}, {"id": "second", "words": ["c"]}]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # no YAML
        ("[a, b]", "[a, b", "line 6: no YAML: while parsing a flow sequence: expected ',' or ']', but got ':'"),
        ("    words: [a", "\twords: [a", "line 5: a tab: indent with spaces"),
        ("Two lines", "Two: lines", "line 1: mapping values are not allowed here"),
        ("Two lines", "Two\0lines", "line 1: the character '\\x00' is not allowed in YAML"),
        ("Two lines", "!!python/name:os.system x", "line 1: could not determine a constructor for the tag"),
        # YAML with a trap
        ("    count: 2", "    id: 2", "line 6: id: used more than once"),
        ("[a, b]", "&a [a, b]", "line 5: a: an anchor, or a reference to one: write it out"),
        ("[a, b]", "*a", "line 5: a: an anchor, or a reference to one: write it out"),
        ("count: 2", "<<: {count: 2}", "line 6: first: <<: no such field; there are id, words, count"),
        ("count: 2", "[a]: 2", "line 6: the name of a field is no text"),
        ("[a, b]", "[2020-13-45]", "line 5: 2020-13-45: month must be in 1..12: put it in quotes to make it a text"),
        ("[a, b]", "[2020-12-24]", "line 5: first: words[0]: expected a text, got 2020-12-24: put it in quotes"),
        ("[a, b]", "[no]", "line 5: first: words[0]: expected a text, got false: put it in quotes"),
        ("[a, b]", "[]\n---", "line 6: no YAML: expected a single document in the stream: but found another document"),
        # YAML that does not fit
        ("count: 2", "cuont: 2", "line 6: first: cuont: no such field; did you mean count?"),
        ("count: 2", "no: 2", "line 6: first: no: no such field; there are id, words, count"),
        ("count: 2", "count: 0", "line 6: first: count: expected a count, got 0"),
        ("count: 2", "count: two", "line 6: first: count: expected a count, got 'two'"),
        ("count: 2", "count:", "line 6: first: count: expected a count, got nothing"),
        ("    words: [a, b]\n", "", "line 4: first: words: missing"),
        ("    words: [a, b]", "    wrods: [a, b]", "line 5: first: wrods: no such field; did you mean words?"),
        ("[a, b]", "a, b", "line 5: first: words: expected a list, got 'a, b'"),
        ("      - c", "      - ' '", "line 9: second: words[0]: expected a text, got an empty text"),
        ("  - id: second", "  - id:", "line 7: entries[1].id: expected a text, got nothing"),
        ("title: Two", "yes: 1\ntitle: Two", "line 1: yes: expected true or false, got 1"),
        (GOOD[GOOD.index("  - id: first") :], "  []", "line 3: entries: expected at least 1 in the list, got 0"),
        (GOOD[GOOD.index("  - id: first") :], "  a: 1", "line 3: entries: expected a list, got fields"),
        ("  - id: second", 3 * "  - {id: x, words: []}\n" + "  - id: s", "line 3: entries: expected at most 3 in the"),
        ("Two lines\n", "x" * 99 + "\nyes: " + "z" * 99 + " ", "line 2: yes: expected true or false, got 'zzz"),
    ],
)
def test_every_slip_is_named_with_its_place(old, new, message):
    assert GOOD.count(old) == 1
    assert str(complaint(GOOD.replace(old, new))).startswith(f"f.yml, {message}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.yml: the file is empty"),
        ("# only words\n\n", "f.yml: the file is empty"),
        ("---\n", "f.yml, line 2: expected fields, got nothing"),
        ("[]", "f.yml, line 1: expected fields, got a list"),
        ("\n\njust words", "f.yml, line 3: expected fields, got 'just words'"),
        ("a" * (LARGEST + 1), "f.yml: expected at most 100,000 characters, got 100,001"),
        ("[" * (DEEPEST + 1), "f.yml, line 1: more than 20 levels deep"),
        ("- " * 5000 + "a", "f.yml, line 1: more than 20 levels deep"),
        ("\ufffe", "f.yml, line 1: the character '\\ufffe' is not allowed in YAML"),
    ],
)
def test_odd_files_are_refused_in_a_line(text, message):
    assert str(complaint(text)) == message


def test_a_list_is_not_a_mapping_the_other_way_round():
    assert str(complaint("a: 1", SABOTEURS)) == "f.yml, line 1: expected a list, got fields"


@pytest.mark.parametrize("text", ["[" * LARGEST, "{" * LARGEST, "- " * (LARGEST // 2), "a: &a [" * 10000, "'" * 99999])
def test_a_file_made_to_hurt_is_refused_at_once(text):
    start = time.process_time()
    complaint(text)
    assert time.process_time() - start < 5


def test_millions_behind_an_anchor_are_not_unfolded():
    lines = ["a0: &a0 [x, x]", *(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 60))]
    assert complaint("\n".join(lines)).line == 1


def test_a_file_that_is_not_utf8_names_its_line(tmp_path):
    path = tmp_path / "f.yml"
    path.write_bytes("title: x\nentries: schön".encode("latin-1"))
    with pytest.raises(Malformed, match=r"^f\.yml, line 2: expected text in UTF-8$"):
        load(path, SCHEMA)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "g.yml", SCHEMA)


def test_an_error_has_its_parts_and_survives_a_way_between_processes():
    error = complaint(GOOD.replace("count: 2", "count: 0"))
    assert (error.file, error.line, error.item, error.field) == ("f.yml", 6, "first", "count")
    assert error.problem == "expected a count, got 0" and isinstance(error, ValueError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_what_a_schema_cannot_see_gets_its_place_too():
    document = read(GOOD, SCHEMA, "f.yml")
    assert str(document.error("is odd", "entries", 1, "words", 0)) == "f.yml, line 9: second: words[0]: is odd"
    assert str(document.error("is odd")) == "f.yml, line 1: is odd"
    inner, outer = document.at("entries", 0, "words"), document.at("entries", 0)
    with pytest.raises(Malformed, match=r"^f\.yml, line 5: first: words: inner$"), outer, inner:
        raise ValueError("inner")
    with pytest.raises(KeyError), document.at("entries"):
        raise KeyError("is a bug, not a slip")


@pytest.mark.parametrize("path", [("none",), ("entries", 9), ("title", "x"), ("entries", "x"), (3,)])
def test_a_place_that_there_is_not_has_the_line_of_what_should_hold_it(path):
    assert read(GOOD, SCHEMA, "f.yml").line(*path) in (1, 3)


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet="ab:- \n[]{}\"'#&*!|>%@`,?\t0.~", max_size=60), st.sampled_from([SCHEMA, QUIZ, SPINE, COURSE]))
def test_any_text_is_read_or_refused(text, schema):
    try:
        read(text, schema, "f.yml")
    except Malformed as error:
        assert str(error).startswith("f.yml") and "\n" not in str(error)


def test_lines_of_a_text_become_one():
    assert one_line({"a": ["b\n  c", 1, None], "d": " e "}) == {"a": ["b c", 1, None], "d": "e"}


def test_no_other_module_reads_yaml():
    """Else there would be two kinds of error, and a second place where of two equal names the first is lost."""
    readers = ("yaml.load", "safe_load", "yaml.compose", "full_load")
    for path in [*(ROOT / "lib").rglob("*.py"), *(ROOT / "tools").rglob("*.py")]:
        if path.parent.name != "reading":
            assert not any(name in path.read_text(encoding="utf-8") for name in readers), path
