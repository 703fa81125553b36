"""The parts of the course, and the order of their chapters."""

from dataclasses import dataclass
from pathlib import Path

from faqbook.reading import load, one_line
from faqbook.schemas import COURSE


@dataclass(frozen=True)
class Part:
    """A part of the course: its folder's name, its title (`en`, perhaps `zh`), its questions' slugs in order."""

    name: str
    title: dict[str, str]
    questions: list[str]
    slugs: list[str]  # of those whose notebooks exist


def parts(chapters: Path | str) -> list[Part]:
    """The parts that `course.yml` lists: the one answer to which chapters there are.

    Raises FileNotFoundError when it is not there, Malformed when it is malformed.
    """
    folder = Path(chapters)
    listed = one_line(load(folder / "course.yml", COURSE).data)["parts"]
    return [Part(p["part"], p["title"], p["questions"], _written(folder / p["part"], p["questions"])) for p in listed]


def _written(folder: Path, slugs: list[str]) -> list[str]:
    return [slug for slug in slugs if (folder / f"{slug}.ipynb").exists()]
