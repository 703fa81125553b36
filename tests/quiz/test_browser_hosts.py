"""The same quiz in a notebook's output, on a page that links its files, and under the site's theme."""

import pytest

from faqbook.quiz.page import quiz_html
from faqbook.quiz.shown import asset
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
    for name in ("quiz.js", "progress.js", "quiz.css"):
        (tmp_path / name).write_text(asset(name), encoding="utf-8")
    scripts = "".join(f'<script src="{name}.js" defer></script>' for name in ("progress", "quiz"))
    head = f'<link rel="stylesheet" href="quiz.css">{scripts}'
    with visit(chromium, write(tmp_path, example, head=head)) as visited:
        question = questions(visited.page, example)[0]
        question.answer(right=True)
        assert question.verdict.inner_text() == "Right."
        assert visited.complaints == [] and visited.strayed == []
