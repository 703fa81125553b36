"""In a browser, what is graded right is what was computed to be right, and every answer is answered."""

import pytest

from tests.quiz.reader import of_kind, questions

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
