"""Which chapters there are, what their files are called and hold, and how a command names them."""

import argparse
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from faqbook.course import parts
from tools import ROOT
from tools.canonical import load


@dataclass(frozen=True)
class Chapter:
    """One question, part/slug, and the files that it owns, which need not exist."""

    part: str
    slug: str
    root: Path = ROOT

    @property
    def name(self) -> str:
        return f"{self.part}/{self.slug}"

    @property
    def folder(self) -> Path:
        return self.root / "chapters" / self.part

    @property
    def notebook(self) -> Path:
        return self.folder / f"{self.slug}.ipynb"

    @property
    def spine(self) -> Path:
        return self.folder / f"{self.slug}.yml"

    @property
    def quiz(self) -> Path:
        return self.folder / f"{self.slug}.quiz.yml"

    @property
    def saboteurs(self) -> Path:
        return self.folder / f"{self.slug}.saboteurs.yml"

    @property
    def own(self) -> list[Path]:
        """The four files that the chapter owns."""
        return [self.notebook, self.spine, self.quiz, self.saboteurs]

    @cached_property
    def cells(self) -> list[dict]:
        return load(self.notebook)["cells"]

    @property
    def code_cells(self) -> list[dict]:
        return [cell for cell in self.cells if cell["cell_type"] == "code"]


def listed(root: Path = ROOT) -> list[Chapter]:
    """Every question of `course.yml`, written or not, in the course's order."""
    return [Chapter(part.name, slug, root) for part in parts(root / "chapters") for slug in part.questions]


def existing(root: Path = ROOT) -> list[Chapter]:
    """The questions whose notebooks exist, in the course's order."""
    return [chapter for chapter in listed(root) if chapter.notebook.exists()]


def find(name: str, root: Path = ROOT) -> Chapter:
    """The listed chapter called `slug` or `part/slug`. Raises ValueError when the course does not list it."""
    names = {called: chapter for chapter in listed(root) for called in (chapter.slug, chapter.name)}
    if name in names:
        return names[name]
    slugs = get_close_matches(name.rpartition("/")[2], [chapter.slug for chapter in listed(root)], cutoff=0.7)
    near = [names[slug].name for slug in slugs]
    hint = f"did you mean {' or '.join(near)}?" if near else f"it lists {', '.join(c.name for c in listed(root))}"
    raise ValueError(f"{name}: not in chapters/course.yml; {hint}")


def written(name: str, root: Path = ROOT) -> Chapter:
    """The chapter called `slug` or `part/slug`. Raises ValueError unless it is listed and has a notebook."""
    chapter = find(name, root)
    if not chapter.notebook.exists():
        raise ValueError(f"{chapter.name}: not written yet; `make new SLUG={chapter.name}` starts it")
    return chapter


def options(parser: argparse.ArgumentParser, arguments: list[str] | None) -> argparse.Namespace:
    """What parser reads, with the chapters that were named (by default all) as `chapters`, and the tree as `root`.

    So that every command names chapters alike, and says the same of one that there is not, on stderr, with exit 1.
    """
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="part/slug, or the slug alone; by default all")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree that holds chapters/ and lib/")
    read = parser.parse_args(arguments)
    read.root = read.root.resolve()
    try:
        read.chapters = [written(name, read.root) for name in read.chapters] or existing(read.root)
    except ValueError as error:
        parser.exit(1, f"✗ {error}\n")
    return read
