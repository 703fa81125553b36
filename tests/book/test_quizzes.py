"""The quizzes of the book together, and their bugs. That each is fair and complete is a rule of the ledger test."""

from pathlib import Path

import pytest

from faqbook import course, quiz
from faqbook.quiz.lint import problems_together

CHAPTERS = Path(__file__).parents[2] / "chapters"
FILES = sorted(CHAPTERS.glob("*/*.quiz.yml"))


def slug(path: Path) -> str:
    return path.name.removesuffix(".quiz.yml")


@pytest.fixture(params=FILES, ids=slug)
def file(request):
    return request.param


def test_bugs_are_bugs(file):
    items = [item for item in quiz.load(slug(file), file.parent).items if item.bug]
    assert items
    for item in items:
        assert quiz.run_bug(item) == (False, True), f"{item.id}: shows must be False after buggy, True after fixed"


def test_fair_and_distinct_together():
    found = problems_together(quiz.load(slug(file), file.parent) for file in FILES)
    assert not found, "\n".join(found)


def test_each_chapter_has_a_quiz():
    chapters = {f"{part.name}/{slug}" for part in course.parts(CHAPTERS) for slug in part.slugs}
    assert chapters == {f"{file.parent.name}/{slug(file)}" for file in FILES}
