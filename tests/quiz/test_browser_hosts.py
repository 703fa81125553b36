"""The same quiz in a notebook's output, on a page that links its files, and under the site's theme."""

import pytest

from faqbook.quiz.page import asset, quiz_html
from tests.browser import visit
from tests.quiz.reader import questions, write

pytestmark = pytest.mark.browser


def test_a_quiz_that_comes_later_and_a_script_that_comes_twice(opened, example):
    """As in a notebook: a cell's output is put in afterwards, and holds style and script again."""
    insert = "html => { document.querySelector('main').insertAdjacentHTML('beforeend', html); }"
    opened.evaluate(insert, quiz_html(example))
    opened.add_script_tag(content=asset("quiz.js"))
    copies = opened.locator(".faqformer-quiz[data-live]")
    copies.nth(1).wait_for()
    for copy in copies.all():
        assert copy.locator(".fq-actions").count() == len(example.items)
        copy.locator('input[name^="quiz.example.which-mean"]').first.check()
    # Choosing in one copy has not undone the choice in the other.
    assert opened.locator('input[name^="quiz.example.which-mean"]:checked').count() == 2


def test_linked_files(chromium, tmp_path, example):
    for name in ("quiz.js", "quiz.css"):
        (tmp_path / name).write_text(asset(name), encoding="utf-8")
    head = '<link rel="stylesheet" href="quiz.css"><script src="quiz.js" defer></script>'
    with visit(chromium, write(tmp_path, example, head=head)) as visited:
        question = questions(visited.page, example)[0]
        question.answer(right=True)
        assert question.verdict.inner_text() == "Right."
        assert visited.complaints == [] and visited.strayed == []


def test_the_theme_puts_no_light_box_around_it(chromium, tmp_path, example):
    """The rule of the site's theme for HTML outputs in the dark, and ours against it."""
    output = "html[data-theme=dark] .bd-content div.cell_output .text_html"
    frame = (
        f"<style>{output} {{ background-color: #ccc; color: #000; padding: .5em; }}</style>"
        '<div class="bd-content"><div class="cell_output"><div class="text_html">{}</div></div></div>'
    )
    with visit(chromium, write(tmp_path, example, theme="dark", frame=frame)) as visited:
        style = "getComputedStyle(document.querySelector('.text_html'))"
        assert visited.page.evaluate(f"{style}.backgroundColor") == "rgba(0, 0, 0, 0)"
        assert visited.page.evaluate(f"{style}.padding") == "0px"
