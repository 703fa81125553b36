"""From a text to data that fit a schema, every error with its place."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import yaml

from faqbook.reading.complaints import Complaint, complaint
from faqbook.reading.loader import Loader, said

LARGEST = 100_000  # characters: ten times what the book's longest file has
NAMES = ("id", "name", "part")  # fields by which an entry of a list is called


class Malformed(ValueError):
    """What is wrong with a file, and where: line counts from 1, item is the entry of a list, field the place in it."""

    def __init__(self, problem: str, file: str, line: int | None = None, item: str = "", field: str = ""):
        super().__init__(problem, file, line, item, field)
        self.problem, self.file, self.line, self.item, self.field = problem, file, line, item, field

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        return ": ".join(part for part in (place, self.item, self.field, self.problem) if part)


@dataclass(frozen=True)
class Document:
    """What a file says: `data` in Python's own types, `root` the same with its lines."""

    data: dict | list
    name: str
    root: yaml.Node

    def error(self, problem: str, *path: str | int) -> Malformed:
        """The error for a problem at path: the names and positions that lead to it from the root."""
        item, field = _called(self.data, path)
        return Malformed(problem, self.name, self.line(*path), item, field)

    @contextmanager
    def at(self, *path: str | int) -> Iterator[None]:
        """Give a ValueError that is raised inside its place. One that has its place keeps it."""
        try:
            yield
        except Malformed:
            raise
        except ValueError as error:
            raise self.error(str(error), *path) from error

    def line(self, *path: str | int) -> int:
        """The line of what is at path, or of what should hold it."""
        node, mark = self.root, self.root.start_mark
        for step in path:
            inside = dict(enumerate(node.value)) if isinstance(node, yaml.SequenceNode) else {}
            if isinstance(node, yaml.MappingNode):
                inside = {name.value: (name, value) for name, value in node.value}
            if step not in inside:
                break
            name, node = inside[step] if isinstance(inside[step], tuple) else (inside[step], inside[step])
            mark = name.start_mark
        return mark.line + 1


def read(text: str, schema: dict, name: str) -> Document:
    """The YAML in text, valid under the schema. name says in errors whose it is. Raises Malformed."""
    if len(text) > LARGEST:
        raise Malformed(f"expected at most {LARGEST:,} characters, got {len(text):,}", name)
    try:
        loader = Loader(text)
        root = loader.get_single_node()
        if root is None:
            raise Malformed("the file is empty", name)
        document = Document(loader.construct_document(root), name, root)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise Malformed(said(error), name, mark.line + 1 if mark else None) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise Malformed(f"the character {chr(error.character)!r} is not allowed in YAML", name, line) from None
    found = [complaint(error) for error in jsonschema.Draft202012Validator(schema).iter_errors(document.data)]
    if found:
        first = min(found, key=lambda complaint: _order(document, complaint))
        raise document.error(first.problem, *first.path)
    return document


def _order(document: Document, complaint: Complaint) -> tuple[int, bool]:
    """The first in the file comes first, and a name that was mistyped before those that are missing in its stead."""
    path = complaint.path[:-1] if complaint.strange else complaint.path
    return document.line(*path), not complaint.strange


def load(path: Path, schema: dict) -> Document:
    """Read a file. Raises FileNotFoundError, and Malformed as `read` does."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise Malformed("expected text in UTF-8", path.name, line) from None
    return read(text, schema, path.name)


def beside(name: str, folder: Path | str | None) -> Path:
    """The file called name in folder (by default the notebook's own). Raises FileNotFoundError when it is not there."""
    path = Path(folder or ".") / name
    if not path.exists():
        raise FileNotFoundError(
            f"{path.name} is not in {path.parent.resolve()}: it lies beside the notebook in the book's zip of notebooks"
        )
    return path


def one_line(value):
    """value with every run of white space in its strings made one space: YAML's line breaks would end a list item."""
    match value:
        case str():
            return " ".join(value.split())
        case list():
            return [one_line(item) for item in value]
        case dict():
            return {key: one_line(item) for key, item in value.items()}
    return value


def _called(data: dict | list, path: tuple[str | int, ...]) -> tuple[str, str]:
    """The innermost entry with a name on the way, and the rest of the way: ("slug.words", "options[1].right")."""
    item, field = "", ""
    for step in path:
        field += f"[{step}]" if isinstance(step, int) else f".{step}"
        try:
            data = data[step]
        except (LookupError, TypeError):  # what is missing, or a name that is no field
            continue
        name = next((data[key] for key in NAMES if isinstance(data, dict) and isinstance(data.get(key), str)), "")
        if isinstance(step, int) and name:
            item, field = name, ""
    return item, field.removeprefix(".")
