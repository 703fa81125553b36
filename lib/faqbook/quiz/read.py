"""From a quiz file to a quiz: validate, read every text once, evaluate every expression."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from faqbook.quiz.inline import html, plain
from faqbook.quiz.items import item
from faqbook.quiz.model import Quiz
from faqbook.reading import Document, beside, read
from faqbook.reading import load as load_document
from faqbook.schemas import QUIZ

# Fields that are not Markdown: names, expressions, Python.
NO_TEXT = {"id", "kind", "tests", "answer", "right", "value", "setup", "buggy", "fixed", "shows"}


def load(slug: str, folder: Path | str | None = None) -> Quiz:
    """Read `<slug>.quiz.yml` in folder (by default the notebook's own).

    Raises FileNotFoundError when it is not there, Malformed naming file, line, item and field when it is malformed.
    """
    return _quiz(slug, load_document(beside(f"{slug}.quiz.yml", folder), QUIZ))


def parse(slug: str, text: str, name: str) -> Quiz:
    """The quiz in text; name says whose it is in an error. Raises Malformed."""
    return _quiz(slug, read(text, QUIZ, name))


def _quiz(slug: str, document: Document) -> Quiz:
    items = []
    for i, entry in enumerate(document.data["items"]):
        at = partial(document.at, "items", i)
        for path, written in _texts(entry):
            with at(*path):
                html(written)
                plain(written)
        with at("id"):
            if not entry["id"].startswith(f"{slug}."):
                raise ValueError(f"expected an id that begins with '{slug}.'")
            if entry["id"] in [item.id for item in items]:
                raise ValueError("used more than once")
        items.append(item(entry, at))
    return Quiz(slug, tuple(items))


def _texts(value, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every text of an entry that readers see as Markdown, with the way to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from _texts(part, (*path, i))
    elif isinstance(value, dict):
        for name, part in value.items():
            if name not in NO_TEXT:
                yield from _texts(part, (*path, name))
