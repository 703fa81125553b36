"""Everybody can take a quiz: by keyboard, by touch, with a screen reader, in the dark, on a phone, without a script."""

import json

import pytest

from faqbook import quiz
from tests.browser import overflow, violations, visit
from tests.quiz.conftest import FOLDER
from tests.quiz.reader import PHONE, of_kind, questions, write

pytestmark = pytest.mark.browser
FOCUS = "document.activeElement"


def tab_to(page, selector):
    """Press Tab until the focus is there; every stop inside the quiz shows it."""
    for _ in range(30):
        page.wait_for_function(f"!{FOCUS}.matches(':disabled')")  # a solved question's field loses the focus in a while
        page.keyboard.press("Tab")
        if page.evaluate(f"{FOCUS}.closest('.faqformer-quiz') !== null"):
            assert page.evaluate(f"getComputedStyle({FOCUS}).outlineStyle") == "solid"
        if page.evaluate(f"{FOCUS}.matches({json.dumps(selector)})"):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def solve(page, question):
    """The right answer by keys alone, up to the focus on what Enter checks."""
    item, inside = question.item, f'[data-item="{question.item.id}"]'
    if item.number:
        tab_to(page, f"{inside} input")
        page.keyboard.type(item.number.shown)
    elif item.kind == "several":
        for place in sorted(question.rights(), key=item.shuffled().index):
            tab_to(page, f'{inside} input[value="{place}"]')
            page.keyboard.press("Space")
    elif item.kind == "order":
        sort(page, inside, item.shuffled())
        tab_to(page, f"{inside} .fq-check")
    else:
        tab_to(page, f"{inside} input")
        page.keyboard.press("Space")
        for _ in range(item.shuffled().index(question.rights()[0])):
            page.keyboard.press("ArrowDown")


def sort(page, inside, order):
    """Bring up each step in turn. The focus must stay on the pressed button, or there is no way on."""
    order = list(order)
    for place in range(len(order)):
        rises = order.index(place) - place
        if rises:
            tab_to(page, f'{inside} li[data-option="{place}"] button')
        for _ in range(rises):
            page.keyboard.press("Enter")
            assert page.evaluate(f"{FOCUS}.ariaLabel").startswith("Move up: ")
        order.insert(place, order.pop(order.index(place)))


def test_by_keyboard_alone(opened, example):
    for question in questions(opened, example):
        solve(opened, question)
        opened.keyboard.press("Enter")
        assert question.verdict.inner_text() == "Right.", question.item.id
    assert "6 of 6 solved" in opened.locator(".fq-head").inner_text()


def test_the_focus_stays_near(opened, example):
    question = of_kind(opened, example, "one")
    question.answer(right=False)
    question.shows.click()
    assert question.button.evaluate("button => button === document.activeElement")
    question.button.click()
    assert question.box.locator("input").first.evaluate("input => input === document.activeElement")


def test_by_touch(chromium, tmp_path, example):
    with visit(chromium, write(tmp_path, example), has_touch=True, **PHONE) as visited:
        question = of_kind(visited.page, example, "order")
        rows = question.box.locator(".fq-steps > li")
        second = rows.nth(1).locator(".fq-text").inner_text()
        rows.nth(1).get_by_role("button", name="Move up").tap()
        assert rows.nth(0).locator(".fq-text").inner_text() == second
        box = rows.nth(0).get_by_role("button").first.bounding_box()
        assert min(box["width"], box["height"]) >= 40


def test_outcomes_are_announced(opened, example):
    """Verdicts and explanations appear in live regions, formulas with words for them; moves are told."""
    question = of_kind(opened, example, "one")
    question.answer(right=False)
    assert question.verdict.get_attribute("role") == "status"
    live = question.box.locator("[aria-live=polite]", has=opened.locator(".fq-explanation"))
    assert live.count() == 1
    order = of_kind(opened, example, "order")
    order.box.get_by_role("button", name="Move down").first.click()
    assert order.box.locator("[role=status].fq-aside").inner_text() == "Now 2 of 4."
    assert opened.get_by_role("radio", name="7/2").count() == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_accessible_and_narrow_in_every_state(chromium, tmp_path, example, theme):
    """Fresh, wrong, shown and solved, on a phone: no serious finding, nothing wider than the window, no script run."""
    stress = quiz.load("stress", FOLDER)
    with visit(chromium, write(tmp_path, example, stress, theme=theme), reduced_motion="reduce", **PHONE) as visited:
        page = visited.page
        every = [*questions(page, example), *questions(page, stress)]
        assert overflow(page) <= 0
        for i, question in enumerate(every):
            if i % 4 == 1:
                question.answer(right=True)
            elif i % 4:
                question.answer(right=False)
        for question in every[3::4]:
            question.shows.click()
        assert violations(page, ".faqformer-quiz") == []
        assert overflow(page) <= 0
        for question in every[2::4]:
            question.answer(right=True)
        for question in every[::4]:
            question.answer(right=False)
            question.shows.click()
        assert violations(page, ".faqformer-quiz") == []
        assert overflow(page) <= 0
        assert visited.strayed == [] and visited.complaints == []
        assert page.locator(".faqformer-quiz :is(script, img, a)").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_without_a_script(chromium, tmp_path, example, theme):
    url = write(tmp_path, example, theme=theme)
    with visit(chromium, url, java_script_enabled=False, **PHONE) as visited:
        page = visited.page
        box = page.locator(".fq-item").last
        assert box.locator(".fq-entry").first.is_hidden()
        box.locator("summary").click()
        assert box.locator(".fq-entry").first.is_visible()
        assert page.locator("details", has_text="Axis 0 counts queries").is_visible()
        assert page.locator(".faqformer-quiz button").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_folded_answers_are_accessible(chromium, tmp_path, example, theme):
    """The checker needs a script, so the page is put back to what it is without."""
    with visit(chromium, write(tmp_path, example, theme=theme), **PHONE) as visited:
        page = visited.page
        page.evaluate("document.querySelectorAll('.faqformer-quiz').forEach((quiz) => { delete quiz.dataset.live; })")
        page.evaluate("document.querySelectorAll('details').forEach((folded) => { folded.open = true; })")
        assert page.locator(".fq-entry").first.is_visible()
        assert violations(page, ".faqformer-quiz") == []
        assert overflow(page) <= 0
