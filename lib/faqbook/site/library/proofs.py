"""Which chapters use a part of the library, and which of them prove it: their checks fail when it is broken, as their
lists of faults say."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from faqbook.reading import load
from faqbook.schemas import SABOTEURS
from faqbook.site.backlinks import questions
from faqbook.site.library.notebooks import notebook
from faqbook.site.library.source import File, Place
from faqbook.site.library.tree import library


@dataclass(frozen=True)
class Fault:
    """A fault that a chapter's page plants in the library: where, and which check fails first."""

    page: str
    place: Place
    check: str


@cache
def used_in(root: Path) -> dict[Place, list[str]]:
    """For each part of the library the pages of the chapters whose cells name it, in the course's order."""
    found: dict[Place, list[str]] = defaultdict(list)
    for page in questions(root):
        for place in dict.fromkeys(use.place for use in notebook(root, page).uses):
            found[place].append(page)
    return found


@cache
def faults(root: Path) -> list[Fault]:
    """Every fault in the library, in the order of the chapters and of their lists.

    One whose text is not in its file is left out: the tests of those lists say so.
    """
    files = {file.path: file for file in library(root / "lib").files.values()}
    found = []
    for page in questions(root):
        path = root / f"{page}.saboteurs.yml"
        for entry in load(path, SABOTEURS).data if path.exists() else []:
            file = files.get(root / entry["file"])
            if file and entry["old"] in file.source:
                place = around(file, changed(file.source, entry["old"], entry["new"]))
                found.append(Fault(page, place, entry["fails"][0]))
    return found


@cache
def proved_in(root: Path) -> dict[Place, dict[str, str]]:
    """For each function, class and constant the pages that plant a fault in it, each with the first check to fail.

    A fault counts where it stands: in a method, not in its class as well.
    """
    found: dict[Place, dict[str, str]] = defaultdict(dict)
    for fault in faults(root):
        found[fault.place].setdefault(fault.page, fault.check)
    return found


def changed(source: str, old: str, new: str) -> int:
    """The first line that differs when old is replaced by new."""
    same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return source[: source.index(old) + same].count("\n") + 1


def around(file: File, line: int) -> Place:
    """The innermost of the file's definitions that holds the line; the module itself if none does."""
    inside = [definition for definition in file.definitions.values() if definition.first <= line <= definition.last]
    return Place(file.module, max(inside, key=lambda definition: definition.first).name if inside else "")
