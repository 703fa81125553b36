"""From a quiz file to a quiz: validate, read every text once, evaluate every expression."""

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import jsonschema

from faqbook.course.reading import beside, parsed
from faqbook.quiz.inline import html, plain
from faqbook.quiz.items import field, item
from faqbook.quiz.model import Quiz

SCHEMA = json.loads(files(__package__).joinpath("schema.json").read_text(encoding="utf-8"))
# Fields that are not Markdown: names, expressions, Python.
NO_TEXT = {"id", "kind", "tests", "answer", "right", "value", "setup", "buggy", "fixed", "shows"}


def load(slug: str, folder: Path | str | None = None) -> Quiz:
    """Read `<slug>.quiz.yml` in folder (by default the notebook's own).

    Raises FileNotFoundError when it is not there, ValueError naming file, item and field when it is malformed.
    """
    path = beside(f"{slug}.quiz.yml", folder)
    return parse(slug, path.read_text(encoding="utf-8"), path.name)


def parse(slug: str, text: str, name: str) -> Quiz:
    """The quiz in text; name says whose it is in an error. Raises ValueError naming the item and the field."""
    data = parsed(text, name)
    error = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(SCHEMA).iter_errors(data))
    if error:
        raise ValueError(f"{name}: {_place(data, error)}: {error.message}")
    items = []
    for entry in data["items"]:
        try:
            for place, written in _texts(entry):
                with field(place):
                    html(written)
                    plain(written)
            items.append(item(entry))
        except ValueError as error:
            raise ValueError(f"{name}: {entry['id']}: {error}") from error
    ids = [entry.id for entry in items]
    for id in ids:
        if not id.startswith(f"{slug}."):
            raise ValueError(f"{name}: {id}: expected an id that begins with '{slug}.'")
        if ids.count(id) > 1:
            raise ValueError(f"{name}: {id}: used more than once")
    return Quiz(slug, tuple(items))


def _place(data, error: jsonschema.ValidationError) -> str:
    """`slug.words: options[1].feedback` rather than a position in the list of items."""
    match list(error.absolute_path):
        case ["items", int(index), *rest] if isinstance(data["items"][index], dict):
            field = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in rest).lstrip(".")
            return f"{data['items'][index].get('id', f'item {index + 1}')}{': ' if field else ''}{field}"
    return error.json_path


def _texts(value, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text of an entry that readers see as Markdown, with the place where it stands."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from _texts(part, f"{place}[{i}]")
    elif isinstance(value, dict):
        for name, part in value.items():
            if name not in NO_TEXT:
                yield from _texts(part, f"{place}.{name}".lstrip("."))
