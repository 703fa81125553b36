"""A quiz that shows itself: to take in a notebook, to read in a terminal, one line where the notebook is stored."""

from importlib.resources import files

from faqbook import stored
from faqbook.quiz.model import Quiz
from faqbook.quiz.page import quiz_html
from faqbook.quiz.read import load
from faqbook.quiz.terminal import quiz_text

STYLE, PROGRESS, QUIZ = "quiz.css", "progress.js", "quiz.js"  # the files; quiz.js needs progress.js before it


class Shown:
    """The last line of a cell."""

    def __init__(self, quiz: Quiz):
        self.quiz = quiz

    def _repr_mimebundle_(self, include=None, exclude=None) -> tuple[dict, dict]:
        data = {"text/html": with_assets(quiz_html(self.quiz)), "text/plain": repr(self)}
        return data, {stored.METADATA: stored.QUIZ}

    def __repr__(self) -> str:
        return quiz_text(self.quiz)


def show(slug: str, folder=None) -> Shown:
    """The quiz of a chapter, to end a cell with: it shows itself. Raises as `load` does."""
    return Shown(load(slug, folder))


def with_assets(body: str) -> str:
    """The quizzes in body with style and script, for a page that has neither. Both may occur in it twice."""
    return f"<style>\n{asset(STYLE)}</style>\n{body}<script>\n{asset(PROGRESS)}{asset(QUIZ)}</script>\n"


def asset(name: str) -> str:
    """The text of the style or of a script."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
