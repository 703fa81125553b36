"""Which files of the library a program reaches: the modules that it imports, directly or not, and data beside them."""

import ast
from functools import cache
from pathlib import Path

PACKAGES = ("faqbook", "faqformer")
INSTEAD = {"faqbook.quiz": "faqbook.stored"}  # what a stored notebook has of a quiz is one line
MADE = {"__pycache__", ".ipynb_checkpoints", "faqformer.egg-info"}  # folders that nobody writes by hand


def modules(code: str, lib: Path) -> list[Path]:
    """The library's files that code imports, directly or through each other; all of them if it cannot be parsed.

    A package brings the data files beside it and below it (styles, schemas, trained weights).
    """
    try:
        pending, done = set(_imported(code)), set()
    except SyntaxError:
        return sorted({path for package in PACKAGES for path in content(lib / package)})
    files: set[Path] = set()
    while pending:
        done.add(name := pending.pop())
        for path in _behind(name, lib) - files:
            files |= {path} | (_data(path.parent) if path.name == "__init__.py" else set())
            found = _imported(path.read_text(encoding="utf-8"), path.relative_to(lib).parent.parts)
            pending |= found - done
    return sorted(files)


def content(folder: Path) -> set[Path]:
    """The files in folder, at any depth."""
    return {path for path in folder.rglob("*") if path.is_file() and not MADE & set(path.parts)}


@cache
def _imported(code: str, package: tuple[str, ...] = ()) -> frozenset[str]:
    """Dotted names under the library that code may import; package is where its relative imports start."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            names |= {source, *(f"{source}.{alias.name}" for alias in node.names)}
    names = {name for name in names if name.split(".")[0] in PACKAGES}
    return frozenset(INSTEAD.get(".".join(name.split(".")[:2]), name) for name in names)


def _behind(name: str, lib: Path) -> set[Path]:
    """The files behind a dotted name: each package on the way and, if it is a module, the module itself."""
    steps = name.split(".")
    paths = [lib.joinpath(*steps[:n]) for n in range(1, len(steps) + 1)]
    found = {file for path in paths for file in (path / "__init__.py", path.with_suffix(".py"))}
    return {file for file in found if file.exists()}


def _data(package: Path) -> set[Path]:
    """The files that are no modules, beside the package's modules and in the folders below it that are no packages."""
    found = {file for file in package.iterdir() if file.is_file() and file.suffix != ".py"}
    for folder in package.iterdir():
        if folder.is_dir() and not (folder / "__init__.py").exists():
            found |= content(folder)
    return found
