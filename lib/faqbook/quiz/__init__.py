"""Quizzes: data in `<slug>.quiz.yml` (see `faqbook.schemas`), shown in a notebook, on the site and in a terminal.

    quiz.show("scaling")                            # the last line of a cell
    quiz.load("scaling", "chapters/attention")      # the same, to look into: a Quiz of Items

A page keeps a reader's progress in `localStorage`, one key an item, shared by all pages of the site:
`faqbook.quiz.<item id>` holds JSON, `{"state": "right" | "wrong" | "shown", "tries": 2, "at": 1764500000000,
"answer": …}`. `state` is the latest outcome (`shown`: the reader had the answer shown), `tries` counts checked answers,
`at` is the time of the latest in milliseconds, `answer` is what was answered: a list of the options' positions in the
file, or the typed text. No key: not answered yet. Each change also fires the event `faqformer-quiz` on `document`, with
`detail = {id, record}` (`record` is null after a reset).
"""

from faqbook.quiz.bug import run_bug
from faqbook.quiz.model import Bug, Item, Number, Option, Quiz, Trap
from faqbook.quiz.read import load, parse

__all__ = ["Bug", "Item", "Number", "Option", "Quiz", "Trap", "load", "parse", "run_bug", "show"]


def show(slug: str, folder=None) -> Quiz:
    """The quiz of a chapter, to end a cell with: it shows itself. Raises as `load` does."""
    return load(slug, folder)
