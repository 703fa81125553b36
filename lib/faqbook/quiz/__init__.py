"""Quizzes: data in `<slug>.quiz.yml` (see `faqbook.schemas`), shown in a notebook, on the site and in a terminal.

    quiz.show("scaling")                            # the last line of a cell
    quiz.load("scaling", "chapters/attention")      # the same, to look into: a Quiz of Items

`progress.js` says how a page keeps a reader's progress.
"""

from faqbook.quiz.model import Bug, Item, Number, Option, Quiz, Trap
from faqbook.quiz.read import load, parse
from faqbook.quiz.shown import show

__all__ = ["Bug", "Item", "Number", "Option", "Quiz", "Trap", "load", "parse", "show"]
