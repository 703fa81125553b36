"""A page of the library: each of its files from the first line to the last, docstrings typeset where they stand, under
each function and class the chapters that use it and that prove it."""

from pathlib import Path

from docutils import nodes

from faqbook.site.library.chapters import chapters
from faqbook.site.library.docstrings import typeset
from faqbook.site.library.listing import Listing, reading
from faqbook.site.library.pointer import to_place
from faqbook.site.library.source import Definition, File, Place
from faqbook.site.library.tree import library


class Writer:
    """Writes one file, below the folder that holds the book."""

    def __init__(self, root: Path, file: File):
        self.root, self.file = root, file
        self.library = library(root / "lib")
        self.lines = file.source.split("\n")
        self.docstrings = file.docstrings

    def doc(self) -> list[nodes.Node]:
        """The module's own docstring."""
        return self.typeset(None, 0) if self.file.doc else []

    def sections(self) -> list[nodes.Node]:
        """The file's lines: a section for each public function and class, in which private ones that follow it stand
        as well; what comes before the first stands alone."""
        found: list[nodes.Node] = []
        place = found
        line = 1
        for definition in self.file.blocks:
            place += self.source(line, definition.first - 1)
            if definition in self.library.public(self.file):
                title = nodes.title("", "", nodes.literal("", definition.name))
                anchor = self.library.anchor(Place(self.file.module, definition.name))
                place = nodes.section("", title, ids=[anchor], classes=["definition"])
                found.append(place)
            place += self.source(definition.first, definition.last)
            place += chapters(self.root, self.file, definition)
            line = definition.last + 1
        place += self.source(line, len(self.lines))
        return found

    def source(self, first: int, last: int) -> list[nodes.Node]:
        """These lines, code and docstrings by turns; nothing if all are empty."""
        shown = nodes.container(classes=["source"])
        for definition, statement in self.docstrings:
            if first <= statement.lineno <= last:
                shown += self.code(first, statement.lineno - 1)
                if definition:
                    indent = f"indent-{statement.col_offset // 4}"
                    shown += nodes.container(
                        "", *self.typeset(definition, statement.col_offset), classes=["docstring", indent]
                    )
                first = statement.end_lineno + 1
        shown += self.code(first, last)
        return [shown] if shown.children else []

    def code(self, first: int, last: int) -> list[nodes.Node]:
        filled = [n for n in range(first, last + 1) if self.lines[n - 1].strip()]
        return [Listing(module=self.file.module, first=filled[0], last=filled[-1])] if filled else []

    def typeset(self, definition: Definition | None, indent: int) -> list[nodes.Node]:
        doc, parameters = (definition.doc, definition.parameters) if definition else (self.file.doc, [])

        def link(code: str, literal: nodes.literal) -> nodes.Node:
            place = None if code in parameters else self.place(definition, code)
            return to_place(self.library, place, literal) if place else literal

        return typeset(doc, indent, parameters, link)

    def place(self, definition: Definition | None, code: str) -> Place | None:
        """Where code in a docstring leads: to a part of the class, a name of the file, of the package, or the only one
        that is called so."""
        first = code.split("(")[0]
        for within in parents(definition):
            if f"{within}.{first}" in self.file.definitions:
                return Place(self.file.module, f"{within}.{first}")
        own = self.file.module
        package = Place(own if self.file.is_package else own.rpartition(".")[0])
        beside = self.library.attribute(package, first) if first.isidentifier() else None
        return reading(self.library, own).spoken(code) or beside or self.library.unique.get(first)


def parents(definition: Definition | None) -> list[str]:
    """The classes that a docstring may speak of, from the inside: its own, and those around it."""
    names = definition.name.split(".") if definition else []
    return [".".join(names[:n]) for n in range(len(names), 0, -1)]
