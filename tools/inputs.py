"""What a notebook's outputs depend on, and the stamp that tells whether any of it changed since they were made.

Never the notebook's text alone: a change in the library must re-execute every chapter that imports what changed.
"""

import ast
import hashlib
import sys
from importlib.metadata import version
from pathlib import Path

from tools.canonical import load
from tools.chapters import Chapter

PACKAGES = ("faqbook", "faqformer")
INSTEAD = {"faqbook.quiz": "faqbook.stored"}  # what a stored notebook has of a quiz is one line
RUNTIME = ("torch", "matplotlib", "ipykernel")  # what is installed, should it differ from the pins


def inputs(chapter: Chapter) -> list[Path]:
    """The files that the notebook's outputs depend on: itself, its spine, pins, imported modules."""
    own = [chapter.notebook, chapter.spine, chapter.root / "constraints.txt"]
    return [path for path in own if path.exists()] + modules(program(chapter.notebook), chapter.root / "lib")


def program(notebook: Path) -> str:
    """The notebook's code cells as one program."""
    return "\n".join(cell["source"] for cell in load(notebook)["cells"] if cell["cell_type"] == "code")


def modules(code: str, lib: Path) -> list[Path]:
    """The library's files that code imports, directly or through each other; all of them if it cannot be parsed.

    A package brings the data files beside it and below it (styles, schemas, trained weights).
    """
    files: set[Path] = set()
    try:
        pending = _imported(ast.parse(code), [])
    except SyntaxError:
        return sorted({path for package in PACKAGES for path in _content(lib / package)})
    while pending:
        for path in _files(pending.pop(), lib) - files:
            files.add(path)
            if path.suffix == ".py":
                pending |= _imported(ast.parse(path.read_text(encoding="utf-8")), _package(path, lib))
    return sorted(files)


def stamp(chapter: Chapter) -> str:
    """A hash of all that the notebook's outputs depend on, and of the outputs themselves."""
    digest = hashlib.sha256()
    for path in inputs(chapter):
        for part in (path.relative_to(chapter.root).as_posix().encode(), path.read_bytes()):
            digest.update(len(part).to_bytes(8) + part)
    digest.update(repr((sys.version_info[:3], [version(name) for name in RUNTIME])).encode())
    return digest.hexdigest()


def stamp_file(chapter: Chapter) -> Path:
    """Where the stamp of the notebook's last execution is kept."""
    return chapter.root / ".cache" / "notebooks" / chapter.part / f"{chapter.slug}.stamp"


def _imported(tree: ast.AST, package: list[str]) -> set[str]:
    """Dotted names under the library that tree may import; package is where its relative imports start."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            names |= {source, *(f"{source}.{alias.name}" for alias in node.names)}
    names = {name for name in names if name.split(".")[0] in PACKAGES}
    return {INSTEAD.get(".".join(name.split(".")[:2]), name) for name in names}


def _files(name: str, lib: Path) -> set[Path]:
    """The files behind a dotted name: each package on the way and, if it is a module, the module itself."""
    files: set[Path] = set()
    path = lib
    for part in name.split("."):
        path = path / part
        if (path / "__init__.py").exists():
            files |= _data(path) | {path / "__init__.py"}
        elif path.with_suffix(".py").exists():
            files.add(path.with_suffix(".py"))
    return files


def _data(package: Path) -> set[Path]:
    """The files that are no modules, beside the package's modules and in the folders below it that are no packages."""
    found = {file for file in package.iterdir() if file.is_file() and file.suffix != ".py"}
    for folder in package.iterdir():
        if folder.is_dir() and not (folder / "__init__.py").exists():
            found |= _content(folder)
    return found


def _content(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


def _package(path: Path, lib: Path) -> list[str]:
    return list(path.relative_to(lib).parent.parts)
