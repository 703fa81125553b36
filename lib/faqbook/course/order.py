"""The parts of the course, and the order of their chapters."""

from dataclasses import dataclass
from pathlib import Path

from faqbook.course.reading import read
from faqbook.course.schema import COURSE_SCHEMA


@dataclass(frozen=True)
class Part:
    """A part of the course: its folder's name, its title in both languages, its chapters in order."""

    name: str
    title: dict[str, str]
    slugs: list[str]


def parts(chapters: Path | str) -> list[Part]:
    """The parts that `course.yml` lists, each with those of its chapters that exist, in order.

    Raises FileNotFoundError when it is not there, ValueError naming the field when it is malformed.
    """
    folder = Path(chapters)
    listed = read((folder / "course.yml").read_text(encoding="utf-8"), COURSE_SCHEMA, "course.yml")["parts"]
    return [
        Part(p["part"], p["title"], [s for s in p["questions"] if (folder / p["part"] / f"{s}.ipynb").exists()])
        for p in listed
    ]
