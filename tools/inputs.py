"""What a notebook's outputs depend on, and the stamp that tells whether any of it changed since they were made.

Never the notebook's code alone: a change in the library must re-execute every chapter that imports what changed.
Its prose is no input: a notebook whose text was edited is not executed again.
"""

import ast
import hashlib
import json
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from tools.canonical import canonical, load
from tools.chapters import Chapter

PACKAGES = ("faqbook", "faqformer")
INSTEAD = {"faqbook.quiz": "faqbook.stored"}  # what a stored notebook has of a quiz is one line
TREE = ("chapters", "lib", "tools", "_static")
MADE = {"__pycache__", ".ipynb_checkpoints", "faqformer.egg-info"}  # folders that nobody writes by hand
RUNTIME = ("torch", "matplotlib", "ipykernel")  # what is installed, should it differ from the pins


def inputs(chapter: Chapter) -> list[Path]:
    """The files that the notebook's outputs depend on besides its code: its spine, pins, imported modules."""
    beside = [chapter.spine, chapter.root / "constraints.txt"]
    return [path for path in beside if path.exists()] + modules(program(chapter), chapter.root / "lib")


def program(chapter: Chapter) -> str:
    """The notebook's code cells as one program."""
    return "\n".join(cell["source"] for cell in _code(chapter))


def _code(chapter: Chapter) -> list[dict]:
    return [cell for cell in canonical(load(chapter.notebook))["cells"] if cell["cell_type"] == "code"]


def modules(code: str, lib: Path) -> list[Path]:
    """The library's files that code imports, directly or through each other; all of them if it cannot be parsed.

    A package brings the data files beside it and below it (styles, schemas, trained weights).
    """
    files: set[Path] = set()
    try:
        pending = _imported(ast.parse(code), [])
    except SyntaxError:
        return sorted({path for package in PACKAGES for path in content(lib / package)})
    while pending:
        for path in _files(pending.pop(), lib) - files:
            files.add(path)
            if path.suffix == ".py":
                pending |= _imported(ast.parse(path.read_text(encoding="utf-8")), _package(path, lib))
    return sorted(files)


def stamp(chapter: Chapter) -> str:
    """A hash of all that the notebook's outputs depend on, and of the outputs themselves."""
    cells = [json.dumps([cell["source"], cell["outputs"], cell["execution_count"]]) for cell in _code(chapter)]
    return hashed(chapter.root, inputs(chapter), *cells, *installed(*RUNTIME))


def checks_stamp(chapter: Chapter) -> str:
    """A hash of all that the notebook's checks depend on in a run without a kernel: as `stamp`, without outputs."""
    return hashed(chapter.root, inputs(chapter), program(chapter), *installed(*RUNTIME))


def tree(chapter: Chapter) -> list[Path]:
    """The files that the rules and the chapter's page may look at: nearly all, but no other notebook."""
    files = {path for folder in TREE for path in content(chapter.root / folder) if path.suffix != ".ipynb"}
    files |= {path for path in chapter.root.iterdir() if path.is_file() and not path.name.startswith(".")}
    return sorted({*files, chapter.notebook})


def tree_stamp(chapter: Chapter) -> str:
    """A hash of what the rules and the chapter's page may look at."""
    return hashed(chapter.root, tree(chapter))


def hashed(root: Path, files: Iterable[Path], *texts: str) -> str:
    """A hash of names and contents of files below root, and of texts."""
    digest = hashlib.sha256()
    pieces = [piece for path in files for piece in (path.relative_to(root).as_posix().encode(), path.read_bytes())]
    for piece in [*pieces, *map(str.encode, texts)]:
        digest.update(len(piece).to_bytes(8) + piece)
    return digest.hexdigest()


def content(folder: Path) -> set[Path]:
    """The files in folder, at any depth."""
    return {path for path in folder.rglob("*") if path.is_file() and not MADE & set(path.parts)}


def installed(*packages: str) -> list[str]:
    """This Python's version and those of the packages."""
    return [repr(sys.version_info[:3]), *(f"{name} {version(name)}" for name in packages)]


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
            found |= content(folder)
    return found


def _package(path: Path, lib: Path) -> list[str]:
    return list(path.relative_to(lib).parent.parts)
