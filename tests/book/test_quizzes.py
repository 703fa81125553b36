"""The quizzes of the book together. That each is fair and complete, and its bug one, are rules of the ledger test."""

from pathlib import Path

from faqbook import quiz
from tools.chapters import existing
from tools.rules.together import problems_together


def load(chapter):
    return quiz.load(chapter.slug, chapter.folder)


def test_fair_and_distinct_together():
    found = problems_together(map(load, existing()))
    assert not found, "\n".join(found)


def test_no_question_that_browsers_know_is_lost():
    """Readers' progress is kept under an item's id. A question that is asked anew, in other words, keeps its id."""
    known = (Path(__file__).parent / "quiz_ids.txt").read_text(encoding="utf-8").split()
    asked = {item.id for chapter in existing() for item in load(chapter).items}
    assert [id for id in known if id not in asked] == []
