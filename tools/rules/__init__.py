"""What a chapter must be, one function a rule: it takes a chapter's files and returns complaints, none if it is kept.

The tests demand that none complains; `python -m tools.rules CHAPTER` prints what is left to do.
"""

from collections.abc import Callable

from tools.chapters import Chapter
from tools.rules import alone, code, comparisons, course, form, ledger, lesson, links, quiz, sections

Rule = Callable[[Chapter], list[str]]

# What they say follows from the stored outputs, as much as from what was typed.
OF_OUTPUTS: set[Rule] = {
    *(form.stored_executed, form.outputs_of_any_machine, code.figures),
    *(ledger.settled, ledger.ids_known, ledger.ids_ran, ledger.sabotaged, comparisons.bounds),
}
NOTEBOOK: list[Rule] = [*form.RULES, *sections.RULES, *lesson.RULES, *links.RULES, *code.RULES, *alone.RULES]
LEDGER: list[Rule] = [*ledger.RULES, *comparisons.RULES, *quiz.RULES, course.in_toc]


def complaints(chapter: Chapter, outputs: bool = True) -> list[str]:
    """All that is missing from a chapter, once each; without `outputs` only what does not take a notebook that ran."""
    missing = [f"{path.relative_to(chapter.root)}: not there" for path in chapter.own if not path.exists()]
    if not chapter.notebook.exists():
        return missing
    rules = [rule for rule in (*NOTEBOOK, *LEDGER) if outputs or rule not in OF_OUTPUTS]
    found = [complaint for rule in rules for complaint in rule(chapter)]
    return list(dict.fromkeys(missing + found))
