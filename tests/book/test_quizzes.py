"""The quizzes of the book together, and their bugs. That each is fair and complete is a rule of the ledger test."""

import pytest

from faqbook import quiz
from tools.chapters import existing
from tools.rules.bug import run_bug
from tools.rules.together import problems_together


def load(chapter):
    return quiz.load(chapter.slug, chapter.folder)


@pytest.mark.parametrize("chapter", existing(), ids=lambda chapter: chapter.slug)
def test_bugs_are_bugs(chapter):
    items = [item for item in load(chapter).items if item.bug]
    assert items
    for item in items:
        assert run_bug(item) == (False, True), f"{item.id}: shows must be False after buggy, True after fixed"


def test_fair_and_distinct_together():
    found = problems_together(map(load, existing()))
    assert not found, "\n".join(found)
