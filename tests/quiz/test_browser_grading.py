"""In a browser, what is graded right is what was computed to be right, and every answer is answered."""

from decimal import Decimal

import pytest

from faqbook.quiz.numbers import accepted
from tests.browser import visit
from tests.quiz.conftest import read
from tests.quiz.reader import of_kind, questions, write

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("kind", ["one", "several", "truth", "bug"])
def test_each_option_is_graded_as_computed(opened, example, kind):
    question = of_kind(opened, example, kind)
    options = question.item.options
    for place, option in enumerate(options):
        question.choose(place)
        question.button.click()
        alone = question.rights() == [place]
        record = question.record()
        assert record["state"] == ("right" if alone else "wrong") and record["answer"] == [place]
        assert question.verdict.get_attribute("data-right") == ("yes" if alone else "no")
        texts = question.explained()
        if alone:
            assert len(texts) == len(options)  # solved: all is explained
            question.button.click()  # try again
        else:
            assert len(texts) == 1 and texts[0].startswith("Right." if option.right else "Wrong.")


def test_several_needs_all_and_no_other(opened, example):
    question = of_kind(opened, example, "several")
    attempts = {(0,): "Right so far, but not all of it.", (0, 1, 2): "Not all that you ticked is right."}
    for chosen, verdict in attempts.items():
        question.choose(*chosen)
        question.button.click()
        assert question.verdict.inner_text() == verdict
        assert len(question.explained()) == len(chosen)
    question.choose(0, 1)
    assert question.explained() == [] and question.verdict.inner_text() == ""  # a new choice, no old verdict
    question.button.click()
    assert question.verdict.inner_text() == "Right."
    assert question.record()["tries"] == 3


def test_the_same_answer_counts_once(opened, example):
    question = of_kind(opened, example, "one")
    question.answer(right=False)
    question.button.click()
    assert question.record()["tries"] == 1


def test_numbers_and_traps(opened, example):
    question = of_kind(opened, example, "number")
    for typed, verdict, said in [
        ("2/100", "Not this number.", "Wrong 0.020. This is the variance"),
        ("1.4", "Not this number.", "Wrong 1.4. This is the deviation"),
        ("0.2", "Not this number.", "Wrong. Divide the variance"),
        ("0,1414", "Right.", "Right 0.14. The variance of the mean"),
    ]:
        question.type(typed)
        question.box.locator("input").press("Enter")
        assert question.verdict.inner_text() == verdict
        assert question.explained()[0].startswith(said)
    assert len(question.explained()) == 4  # solved: the traps are explained as well


def test_what_is_no_answer_costs_no_try(opened, example):
    hints = {
        "one": "Choose an answer first.",
        "several": "Tick at least one.",
        "number": "Write a number, such as 0.125, 1/8 or 1.25e-1.",
    }
    for kind, hint in hints.items():
        question = of_kind(opened, example, kind)
        if kind == "number":
            question.type("eight")
        question.button.click()
        assert question.verdict.inner_text() == hint
        assert question.record() is None
        assert question.box.locator("input").first.evaluate("input => input === document.activeElement")


def test_order_tells_the_first_step_out_of_place(opened, example):
    question = of_kind(opened, example, "order")
    question.arrange([0, 2, 1, 3])
    question.button.click()
    assert question.verdict.inner_text() == "Not yet: of 4 steps, the first stands right."
    assert question.explained() == ["The sum is over exponentials, so these come first."]
    question.answer(right=True)
    assert question.verdict.inner_text() == "Right."
    assert len(question.explained()) == 4


def test_the_section_to_reread_is_offered_where_it_exists(opened, example):
    first, second, *_ = questions(opened, example)
    first.answer(right=False)
    second.answer(right=False)
    assert first.box.get_by_role("button", name="Reread: Short answer").is_visible()
    assert second.box.get_by_text("Reread: Derivation").first.is_hidden()  # this page has no such heading


# Values to be rounded, and how; what the roundings are is computed here, by Python's formatting and by cutting digits.
VALUES = [
    ("math.sqrt(2) / 10", {"digits": 2}),
    ("math.exp(1)", {"digits": 4}),
    ("-2 / 3", {"digits": 3}),
    ("10 ** 5 * math.pi", {"digits": 3}),
    ("math.exp(-9)", {"digits": 2}),
    ("12.344 + 0", {"places": 1}),
    ("87.65 + 0", {"places": 0}),
    ("5 / 7", {}),
    ("3 * 7 * 11 * 13 * 17 * 19", {}),
]


def rounded(value, n):
    """A value to n significant digits: half to even, half up, and cut off; as somebody would type it."""
    text = f"{abs(value):.15e}"
    cut = Decimal(text.split("e")[0][: n + 1 if n > 1 else 1]).scaleb(int(text.split("e")[1]))
    sign = "-" if value < 0 else ""
    return {sign + f"{abs(value):.{n - 1}e}"} | ({f"{sign}{cut:f}"} if n > 1 else set())


@pytest.mark.parametrize(("answer", "rounding"), VALUES)
def test_every_sensible_rounding_is_right_and_a_coarser_one_told_so(chromium, tmp_path, entries, answer, rounding):
    entry = {name: value for name, value in entries["number"].items() if name not in ("digits", "traps")}
    shown = read(entry | {"answer": answer} | rounding)
    value = shown.items[0].number.answer
    wanted = rounding.get("digits") or (rounding["places"] + len(str(int(value))) if rounding else 15)
    with visit(chromium, write(tmp_path, shown)) as visited:
        (question,) = questions(visited.page, shown)
        for n in range(max(1, min(2, wanted - 1)), min(wanted + 4, 15)):
            for typed in rounded(value, n):
                question.type(typed)
                question.button.click()
                low, high = accepted(value, **rounding)
                right = n >= wanted or low <= float(typed) <= high
                assert question.verdict.inner_text().startswith("Right." if right else "Right, but not pre"), typed
                assert question.record()["state"] == ("right" if right else "wrong")
                assert len(question.explained()) == right  # the way there is told to who is there
                if right:
                    question.button.click()  # try again
        for factor in (0.7, 1.4, 10):
            question.type(repr(value * factor))
            question.button.click()
            assert question.verdict.inner_text() == "Not this number."


WRITTEN = {
    "8": [8],
    " 8.50 ": [8.5],
    ".5": [0.5],
    "-3": [-3],
    "−3": [-3],
    "+3": [3],
    "1/8": [0.125],
    "1 / 8": [0.125],
    "½": [0.5],
    "−1/4": [-0.25],
    "0,125": [0.125],
    "１２．５": [12.5],
    "１／８": [0.125],
    "1e-3": [0.001],
    "1E3": [1000],
    "1,5e-3": [0.0015],
    "2·10^-3": [0.002],
    "2×10⁻³": [0.002],
    "2*10^(3)": [2000],
    "10^-3": [0.001],
    "109,482,240": [109482240],
    "109.482.240": [109482240],
    "109 482 240": [109482240],
    "109_482_240": [109482240],
    "1,234": [1.234, 1234],
    "1,234.5": [1234.5],
    "1.234,5": [1234.5],
    "50%": [0.5],
    "": [],
    "-": [],
    "1/0": [],
    "1/2/3": [],
    "1..2": [],
    "1,2,3": [],
    "eight": [],
    "0x10": [],
    "1e999": [],
    "Infinity": [],
    "1-2": [],
}


def test_numbers_as_people_write_them(opened):
    read = opened.evaluate("texts => texts.map((text) => faqformerQuiz.numbers(text))", list(WRITTEN))
    assert dict(zip(WRITTEN, read, strict=True)) == WRITTEN
    assert opened.evaluate("faqformerQuiz.numbers('50 %', '%')") == [50]
    assert opened.evaluate("faqformerQuiz.numbers('3 µm', 'μm')") == [3]
