"""What a name stands for at a place in a program."""

import ast
import re
from dataclasses import dataclass

from faqbook.site.library.source import LIBRARY, Place
from faqbook.site.library.tree import Library

SPOKEN = re.compile(r"(?P<name>[A-Za-z_]\w*(?:\.\w+)*)(?:\(.*\))?", re.DOTALL)  # a name, or a call of it


@dataclass(frozen=True)
class Use:
    """A name of the library in a program: line from 1, column and length in characters."""

    line: int
    column: int
    length: int
    place: Place


@dataclass(frozen=True)
class Instance:
    """What a variable holds that is an object of this class: its methods are the library's, it is not."""

    of: Place


class Names(ast.NodeVisitor):
    """The names that are bound so far, in scopes from the module inwards, and the uses that were found.

    A name that is bound to something else than the library's is bound to None.
    """

    def __init__(self, library: Library, source: str):
        self.library = library
        self.lines = source.split("\n")
        self.uses: list[Use] = []
        self.ever: dict[str, set] = {}  # all that each name of the module was ever bound to
        self.scopes: list[dict] = [{}]

    def bind(self, name: str, value: Place | Instance | None = None) -> None:
        self.scopes[-1][name] = value
        if len(self.scopes) == 1:
            self.ever.setdefault(name, set()).add(value)

    def value(self, node: ast.expr) -> Place | Instance | None:
        """What the expression stands for; notes each name of the library on the way."""
        match node:
            case ast.Name():
                found = next((scope[node.id] for scope in reversed(self.scopes) if node.id in scope), None)
                if isinstance(found, Place):
                    self.note(node.lineno, node.col_offset, node.id, found)
                return found
            case ast.Attribute():
                base = self.value(node.value)
                found = base and self.library.attribute(base.of if isinstance(base, Instance) else base, node.attr)
                if found:
                    self.note(node.end_lineno, node.end_col_offset - len(node.attr.encode()), node.attr, found)
                return found
            case ast.Call():
                called = self.value(node.func)
                for argument in [*node.args, *node.keywords]:
                    self.visit(argument)
                return Instance(called) if self.is_class(called) else None
        self.visit(node)
        return None

    def is_class(self, value: Place | Instance | None) -> bool:
        named = isinstance(value, Place) and value.name
        return bool(named) and isinstance(self.library.definition(value).node, ast.ClassDef)

    def note(self, line: int, offset: int, name: str, place: Place) -> None:
        """Offsets count bytes. In an f-string Python 3.11 may give wrong ones: what does not fit is left out."""
        column = len(self.lines[line - 1].encode()[:offset].decode(errors="ignore"))
        if self.lines[line - 1][column : column + len(name)] == name:
            self.uses.append(Use(line, column, len(name), place))

    def spoken(self, code: str) -> Place | None:
        """Where code in a text leads: a name that the program imports and never binds to anything else, or one that
        begins with a module's."""
        match = SPOKEN.fullmatch(code)
        if not match:
            return None
        first, *rest = match["name"].split(".")
        if first not in self.ever:
            return self.library.find(".".join([*[LIBRARY] * (first != LIBRARY), first, *rest])) if rest else None
        found = self.ever[first]
        place = next(iter(found)) if len(found) == 1 else None
        for name in rest:
            place = self.library.attribute(place, name) if isinstance(place, Place) else None
        return place if isinstance(place, Place) else None
