"""The lint finds what it is for: each rule is broken once."""

from dataclasses import replace

import pytest

from faqbook.quiz.model import Item, Option, Quiz
from tests.quiz.conftest import read
from tools.rules.fair import problems
from tools.rules.together import at_least, problems_together

IDS = {"example.mean", "example.variance", "example.softmax"}
HEADINGS = ["Short answer", "Derivation", "Break it"]


def changed(example, index, **changes):
    items = list(example.items)
    items[index] = replace(items[index], **changes)
    return replace(example, items=tuple(items))


def told(item, text, place=0):
    options = list(item.options)
    options[place] = replace(options[place], feedback=text)
    return tuple(options)


def test_the_example_passes(example):
    assert problems(example, IDS, HEADINGS) == []
    assert problems_together([example]) == []


def test_number_and_mix_of_items(example):
    few = replace(example, items=example.items[:4])
    assert problems(few, IDS, HEADINGS) == [
        "example: expected 5 to 10 items, got 4",
        "example: expected an item of kind bug",
    ]
    same = replace(example, items=tuple(replace(example.items[1], id=f"example.q{i}") for i in range(11)))
    text = "\n".join(problems(same, IDS, HEADINGS))
    for part in ("got 11", "two items with computed numbers", "of kind bug", "mixed kinds, got several"):
        assert part in text


@pytest.mark.parametrize(("n", "enough"), [(0, False), (1, False), (2, True)])
def test_two_computed_numbers_are_enough(example, n, enough):
    items = {item.kind: item for item in example.items}
    some = replace(example, items=(*[items["several"]] * 5, *[items["number"]] * n, items["bug"]))
    assert ("example: expected at least two items with computed numbers" not in problems(some, IDS, HEADINGS)) == enough


def test_a_lesson_has_five_items_of_its_own(example):
    """A chapter is a lesson when it has the section "Say it"; the other chapters may ask as they like."""
    deep = replace(example, items=tuple(replace(item, level="depth") for item in example.items))
    assert problems(example, IDS, [*HEADINGS, "Say it"]) == problems(deep, IDS, HEADINGS) == []
    assert problems(changed(example, 0, level="depth"), IDS, [*HEADINGS, "Say it"]) == [
        "example: expected at least 5 items on the lesson, got 4"
    ]


def test_what_is_reread_in_depth_is_an_item_on_the_depth(example):
    """And the other way round; on a page without depth the items may be what they like."""
    assert problems(example, IDS, ["Short answer", "Break it", "In depth", "Derivation"]) == [
        "example.independence: level: lesson, but the section to reread is in depth",
        "example.standard-error: level: lesson, but the section to reread is in depth",
        "example.softmax-steps: level: lesson, but the section to reread is in depth",
    ]
    assert problems(example, IDS, [*HEADINGS, "In depth"]) == [
        "example.bias: level: depth, but the section to reread is on the lesson"
    ]


@pytest.mark.parametrize(
    ("answer", "rounding", "silent", "stated"),
    [
        ("math.pi", {"digits": 3}, "What is π to 2 digits?", "What is π? Give three significant digits."),
        ("math.pi", {"digits": 1}, "What is π?", "What is π, to one digit?"),
        ("math.pi", {"places": 2}, "What is π to two digits?", "What is π? Give 2 decimals."),
        ("math.pi", {"places": 0}, "What is π?", "What is π, as a whole number?"),
        ("1 / 3", {}, "What is the share?", "What is the share, as a fraction?"),
        ("100 * 100", {}, "What is its square?", "How many are there?"),
        ("100 * 100", {}, "What is its square?", "What exactly is its square?"),
    ],
)
def test_a_question_says_how_precise_its_number_should_be(entries, answer, rounding, silent, stated):
    plain = {name: value for name, value in entries["number"].items() if name not in ("digits", "traps")}

    def found(prompt):
        item = read(plain | {"answer": answer, "prompt": prompt} | rounding).items[0]
        return [problem for problem in problems(Quiz("example", (item,)), IDS, HEADINGS) if "precise" in problem]

    assert found(stated) == []
    (problem,) = found(silent)
    assert problem.startswith("example.standard-error: prompt: expected it to say how precise the number should be: ")
    assert found(f"{silent} {problem.split('be: ')[1]}") == []  # the sentence that it proposes will do


def test_of_a_small_integer_the_precision_is_plain(entries):
    plain = {name: value for name, value in entries["number"].items() if name not in ("digits", "traps")}
    item = read(plain | {"answer": "99 * 101", "prompt": "What is 99 · 101?"}).items[0]
    assert not [problem for problem in problems(Quiz("example", (item,)), IDS, HEADINGS) if "precise" in problem]


def test_names_must_exist(example):
    assert problems(example, IDS - {"example.mean"}, HEADINGS[:-1]) == [
        "example.which-mean: tests: example.mean is no claim and no step of the chapter",
        "example.standard-error: tests: example.mean is no claim and no step of the chapter",
        "example.which-axis: reread: 'Break it' is no heading of the notebook",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Right, since …",
        "wrong: …",
        "Yes.",
        "No!",
        "True",
        "*False*",
        "Exactly …",
        "Not quite …",
        "That’s right …",
        "This is wrong",
    ],
)
def test_feedback_begins_without_a_verdict(example, text):
    (problem,) = problems(changed(example, 0, options=told(example.items[0], text)), IDS, HEADINGS)
    assert "begins with a verdict" in problem and "example.which-mean" in problem


@pytest.mark.parametrize(
    "text", ["Rightly scaled", "Nothing changes", "This is the sum", "Not the mean", "Truth tables"]
)
def test_other_beginnings_are_free(example, text):
    assert problems(changed(example, 0, options=told(example.items[0], text)), IDS, HEADINGS) == []


def test_a_number_to_choose_is_computed(example):
    options = tuple(replace(option, computed=False) for option in example.items[0].options)
    found = problems(changed(example, 0, options=options), IDS, HEADINGS)
    assert sum("is a number: `right` must be an expression" in problem for problem in found) == 3


def test_options_differ(example):
    options = (
        *example.items[0].options[:2],
        replace(example.items[0].options[2], text="$3$"),
        example.items[0].options[0],
    )
    assert problems(changed(example, 0, options=options), IDS, HEADINGS) == [
        "example.which-mean: two options read the same"
    ]


def test_code_fits_a_phone(example):
    bug = replace(example.items[-1].bug, buggy="x = 1" + " + 1" * 20)
    assert problems(changed(example, -1, bug=bug), IDS, HEADINGS) == [
        "example.which-axis: code of more than 60 characters a line"
    ]


def test_nothing_is_used_twice(example):
    other = replace(example, slug="other")
    found = problems_together([example, other])
    assert "example.which-mean: the id of 2 items" in found
    assert (
        sum(problem.startswith("said 2 times") for problem in found) == 21
    )  # the number of explanations in the example


def choices(length, n=12, right=0):
    """n items of three options; the right one's text is made by length(right)."""
    return [
        Item(
            f"q.{i}", "one", "q.c", "", "", tuple(Option(length(j == right), j == right, f"{i} {j}") for j in range(3))
        )
        for i in range(n)
    ]


@pytest.mark.parametrize(("length", "tell"), [("aaa", "longest"), ("a", "shortest")])
def test_length_gives_nothing_away(length, tell):
    (problem,) = problems_together([Quiz("q", tuple(choices(lambda right: length if right else "aa")))])
    assert problem == f"the right option is the {tell} in 12 of 12 items: too often to be chance"
    assert problems_together([Quiz("q", tuple(choices(lambda right: length if right else "aa", n=3)))]) == []


def test_place_gives_nothing_away():
    first = [item for item in choices(lambda right: "a", n=60) if item.options[item.shuffled()[0]].right]
    (problem,) = problems_together([Quiz("q", tuple(first))])
    assert f"the first in {len(first)} of {len(first)}" in problem


@pytest.mark.parametrize("truth", [True, False])
def test_statements_are_mixed(truth):
    items = [
        Item(f"q.{i}", "truth", "q.c", "", "", (Option("True", truth, f"{i} a"), Option("False", not truth, f"{i} b")))
        for i in range(9)
    ]
    (problem,) = problems_together([Quiz("q", tuple(items))])
    assert problem == f"{9 * truth} of 9 statements are true: too lopsided to be chance"
    assert problems_together([Quiz("q", tuple(items[:5]))]) == []


def test_tail_probability():
    assert at_least(0, [0.3]) == 1
    assert at_least(2, [0.5, 0.5]) == 0.25
    assert abs(at_least(1, [0.5, 0.25]) - (1 - 0.5 * 0.75)) < 1e-15
    assert at_least(3, [0.5, 0.5]) == 0
