"""A chapter's files: where they are, and what is in them."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml

from tools import ROOT, notebooks
from tools.canonical import load


@dataclass(frozen=True)
class Chapter:
    """The files of one chapter, part/slug, which need not exist."""

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
        """The three files that the chapter owns."""
        return [self.notebook, self.spine, self.quiz]

    @cached_property
    def cells(self) -> list[dict]:
        return load(self.notebook)["cells"]

    @property
    def code_cells(self) -> list[dict]:
        return [cell for cell in self.cells if cell["cell_type"] == "code"]


def existing(root: Path = ROOT) -> list[Chapter]:
    """The chapters whose notebooks exist, in alphabetical order; pages of the appendix are none."""
    return [Chapter(p.parent.name, p.stem, root) for p in notebooks(root) if p.parent.name != "appendix"]


def listed(root: Path = ROOT) -> list[Chapter]:
    """Every question of `course.yml`, written or not, in the course's order."""
    course = yaml.safe_load((root / "chapters" / "course.yml").read_text(encoding="utf-8"))
    return [Chapter(part["part"], slug, root) for part in course["parts"] for slug in part["questions"]]


def find(name: str, root: Path = ROOT) -> Chapter:
    """The listed chapter called `slug` or `part/slug`. Raises ValueError when the course does not list it."""
    for files in listed(root):
        if name in (files.slug, files.name):
            return files
    known = ", ".join(files.name for files in listed(root))
    raise ValueError(f"{name}: not in chapters/course.yml, which lists {known}")
