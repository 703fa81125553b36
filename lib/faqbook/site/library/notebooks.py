"""The library's names in a notebook, cell by cell."""

import ast
import json
from functools import cache
from pathlib import Path

from faqbook.site.library.names import Use
from faqbook.site.library.tree import Library, library
from faqbook.site.library.uses import Reader


class Notebook:
    """The notebook at path; what does not parse as Python has no names in it."""

    def __init__(self, path: Path, library: Library):
        self.library = library
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) if cell["cell_type"] == "code" else "" for cell in cells]
        program, self.starts = [], []
        for source in sources:
            self.starts.append(len(program))
            lines = source.split("\n")
            program += lines if parses(source) else [""] * len(lines)
        self.reader = Reader(library, "\n".join(program))
        self.uses = sorted(self.reader.uses, key=lambda use: (use.line, use.column))

    def cell(self, index: int) -> list[Use]:
        """The names in a cell, with its own lines counted from 1."""
        start = self.starts[index]
        end = self.starts[index + 1] if index + 1 < len(self.starts) else float("inf")
        inside = [use for use in self.uses if start < use.line <= end]
        return [Use(use.line - start, use.column, use.length, use.place) for use in inside]


def parses(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


@cache
def notebook(root: Path, page: str) -> Notebook | None:
    """The notebook of a page, "chapters/attention/scaling"; None for a page that is none."""
    path = root / f"{page}.ipynb"
    return Notebook(path, library(root / "lib")) if path.exists() else None
