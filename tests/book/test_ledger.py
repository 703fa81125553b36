"""Claims, checks, sources and saboteurs agree in every chapter, and the course agrees with the table of contents."""

import pytest

from tools import ROOT
from tools.chapters import existing
from tools.rules import LEDGER, course


@pytest.mark.parametrize("rule", LEDGER, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("chapter", existing(), ids=lambda chapter: chapter.slug)
def test_ledger(chapter, rule):
    assert (found := rule(chapter)) == [], "\n".join(found)


def test_course_and_table_of_contents_agree():
    assert (found := course.in_order(ROOT)) == [], "\n".join(found)
