"""A chapter's saboteurs, `<slug>.saboteurs.yml`: faults that its checks must catch, read and applied to a text."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from faqbook.reading import load as load_document
from faqbook.schemas import SABOTEURS
from tools.canonical import load
from tools.chapters import Chapter


@dataclass(frozen=True)
class Fault:
    """Replace `old` by `new` in `file`, a path from the tree's root; then a check of each id in `fails` must fail."""

    name: str
    file: str
    old: str
    new: str
    fails: tuple[str, ...]


def read(chapter: Chapter) -> list[Fault]:
    """The chapter's list of faults. Raises FileNotFoundError when there is none, Malformed when it is."""
    if not chapter.saboteurs.exists():
        raise FileNotFoundError(f"{chapter.saboteurs.relative_to(chapter.root)}: expected the faults of {chapter.name}")
    document = load_document(chapter.saboteurs, SABOTEURS)
    names = [entry["name"] for entry in document.data]
    for i, name in enumerate(names):
        with document.at(i):
            if name in names[:i]:
                raise ValueError("two saboteurs have this name")
    return [Fault(**entry | {"fails": tuple(entry["fails"])}) for entry in document.data]


def faulty(fault: Fault, chapter: Chapter) -> str:
    """The text of the fault's file with the fault in it. Raises ValueError unless `old` matches exactly once.

    The file is the library's or one of the chapter's own. In a notebook `old` is looked for in the source of its code
    cells, as it reads there.
    """
    path = (chapter.root / fault.file).resolve()
    library = (chapter.root / "lib" / "faqformer").resolve()
    mine = [own.resolve() for own in chapter.own]
    if path.is_relative_to((chapter.root / "lib" / "faqbook").resolve()):
        raise ValueError(f"{fault.name}: {fault.file}: the checks are the judge, not the accused")
    if not path.is_file() or not (path in mine or path.is_relative_to(library)):
        raise ValueError(f"{fault.name}: {fault.file}: expected a file of the library or the chapter")
    matches = _matches(fault, path)
    if len(matches) != 1 or fault.old == fault.new:
        found = f"{len(matches)} matches" if len(matches) != 1 else "no change"
        raise ValueError(f"{fault.name}: old: expected one match in {fault.file} and a change, got {found}")
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf-8").replace(fault.old, fault.new)
    notebook = load(path)
    for cell in _code(notebook):
        cell["source"] = cell["source"].replace(fault.old, fault.new)
    return json.dumps(notebook)


def pinned(file: str, chapters: Iterable[Chapter]) -> list[tuple[Chapter, Fault, list[int]]]:
    """The faults in file, a path from the tree's root, each with where `old` is found: an edit there breaks them.

    Lines count from 1, in a notebook code cells do. One place is right; the fault can be applied nowhere else.
    """
    of_all = [(chapter, fault) for chapter in chapters for fault in read(chapter)]
    found = [(c, fault, _matches(fault, c.root / file)) for c, fault in of_all if fault.file == file]
    return sorted(found, key=lambda each: each[2])


def _matches(fault: Fault, path: Path) -> list[int]:
    """The lines at which `old` begins in the file, in a notebook the code cells that hold it."""
    if not fault.old:
        return []
    if path.suffix == ".ipynb":
        return [n for n, c in enumerate(_code(load(path)), start=1) for _ in range(c["source"].count(fault.old))]
    before, *others = path.read_text(encoding="utf-8").split(fault.old)
    lines = []
    for piece in others:
        lines.append(before.count("\n") + 1)
        before += fault.old + piece
    return lines


def _code(notebook: dict) -> list[dict]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
