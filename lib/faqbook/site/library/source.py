"""What one file of the library defines, read from its source without importing it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

LIBRARY = "faqformer"


@dataclass(frozen=True)
class Place:
    """A module, or what it defines under `name`, dotted for a method."""

    module: str
    name: str = ""

    def inside(self, name: str) -> "Place":
        return Place(self.module, f"{self.name}.{name}")


@dataclass(frozen=True)
class Definition:
    """What a name is bound to: lines from 1, `first` with decorators, `line` the one that holds the name."""

    name: str
    first: int
    line: int
    last: int
    node: ast.stmt

    @property
    def doc(self) -> str:
        return (ast.get_docstring(self.node) if self.callable else None) or ""

    @property
    def callable(self) -> bool:
        """Whether it is a function or a class."""
        return isinstance(self.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)

    @property
    def parameters(self) -> list[str]:
        """What its docstring may describe: a function's parameters, a class's fields and what it is built from."""
        functions = [node for node in ast.walk(self.node) if isinstance(node, ast.FunctionDef)]
        if isinstance(self.node, ast.ClassDef):
            functions = [node for node in functions if node.name == "__init__"]
            fields = [node.target.id for node in self.node.body if isinstance(node, ast.AnnAssign)]
        else:
            functions, fields = functions[:1], []
        return fields + [
            argument.arg
            for function in functions
            for argument in ast.walk(function.args)
            if isinstance(argument, ast.arg)
        ]

    @property
    def private(self) -> bool:
        return self.name.rpartition(".")[2].startswith("_")


class File:
    """A module's source."""

    def __init__(self, module: str, path: Path):
        self.module, self.path = module, path
        self.is_package = path.name == "__init__.py"
        self.source = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.source)

    @property
    def doc(self) -> str:
        return ast.get_docstring(self.tree) or ""

    @cached_property
    def definitions(self) -> dict[str, Definition]:
        """By name, in the order of the lines: functions, classes, constants, and what classes define."""
        return {definition.name: definition for definition in _definitions(self.tree.body, "")}

    @cached_property
    def imports(self) -> dict[str, tuple[str, str]]:
        """What names that it imports from the library stand for: (module, name in it), or (module, "")."""
        found = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and not node.level and node.module.split(".")[0] == LIBRARY:
                found |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
        return found

    @property
    def blocks(self) -> list[Definition]:
        """Its functions, classes and constants, without what classes define, in the order of the lines."""
        top = [d for d in self.definitions.values() if "." not in d.name and d.name != "__all__"]
        return sorted(top, key=lambda definition: definition.first)

    @property
    def docstrings(self) -> list[tuple[Definition | None, ast.Expr]]:
        """Each docstring's statement, with what it describes (None: the module), in the order of the lines."""
        described = [(None, self.tree), *((d, d.node) for d in self.definitions.values() if d.callable)]
        found = [(definition, node.body[0]) for definition, node in described if ast.get_docstring(node)]
        return sorted(found, key=lambda pair: pair[1].lineno)

    @property
    def all(self) -> list[str] | None:
        """The names in its `__all__`, if it has one."""
        definition = self.definitions.get("__all__")
        return ast.literal_eval(definition.node.value) if definition else None


def _definitions(body: list[ast.stmt], within: str) -> Iterator[Definition]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield Definition(f"{within}{node.name}", first, node.lineno, node.end_lineno, node)
            if isinstance(node, ast.ClassDef):
                yield from _definitions(node.body, f"{within}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield Definition(f"{within}{target.id}", node.lineno, node.lineno, node.end_lineno, node)
