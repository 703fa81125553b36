"""What a chapter must be, one function a rule: it takes a chapter's files and returns complaints, none if it is kept.

The tests demand that none complains; `python -m tools.rules CHAPTER` prints what is left to do.
"""

from collections.abc import Callable

from tools.chapters import Chapter
from tools.rules import alone, code, comparisons, course, form, ledger, lesson, links, quiz, sections

Rule = Callable[[Chapter], list[str]]

NOTEBOOK: list[Rule] = [*form.RULES, *sections.RULES, *lesson.RULES, *links.RULES, *code.RULES, *alone.RULES]
LEDGER: list[Rule] = [*ledger.RULES, *comparisons.RULES, *quiz.RULES, course.in_toc]


def complaints(chapter: Chapter) -> list[str]:
    """All that is missing from a chapter, once each."""
    missing = [f"{path.relative_to(chapter.root)}: not there" for path in chapter.own if not path.exists()]
    if not chapter.notebook.exists():
        return missing
    found = [complaint for rule in (*NOTEBOOK, *LEDGER) for complaint in rule(chapter)]
    return list(dict.fromkeys(missing + found))
