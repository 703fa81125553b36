"""What a notebook's outputs depend on, and the stamp that tells whether any of it changed since they were made.

Never the notebook's code alone: a change in the library must re-execute every chapter that imports what changed.
Its prose is no input: a notebook whose text was edited is not executed again.
"""

import hashlib
import json
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from tools.canonical import canonical, load
from tools.chapters import Chapter
from tools.imports import content, modules

TREE = ("chapters", "lib", "tools", "_static")
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


def installed(*packages: str) -> list[str]:
    """This Python's version and those of the packages."""
    return [repr(sys.version_info[:3]), *(f"{name} {version(name)}" for name in packages)]


def stamp_file(chapter: Chapter) -> Path:
    """Where the stamp of the notebook's last execution is kept."""
    return chapter.root / ".cache" / "notebooks" / chapter.part / f"{chapter.slug}.stamp"
