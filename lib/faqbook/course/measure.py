"""How long a page takes: counted in its notebook, its spine and its quiz, never typed.

The rates are those of careful reading: 150 words a minute, 4 seconds a line of code, 2 a check, 24 a displayed
formula, 45 a figure, 66 a quiz item. What the site hides costs nothing, nor do "Asked next" and "Sources".
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

from faqbook.course.spine import Spine, chapter
from faqbook.reading import beside, load
from faqbook.schemas import QUIZ

SAY_IT, OFTEN_SAID, DEPTH = "Say it", "Often said", "In depth"  # sections that the measure knows by name
FREE = ("Asked next", "Sources")  # they lead on
NO_CODE = {"hide-input", "remove-input", "hide-cell"}
NO_OUTPUT = {"hide-cell"}
QUIZ_ITEM = 1.1  # minutes
FENCED = re.compile(r"^(`{3,}).*?^\1\s*$", re.MULTILINE | re.DOTALL)  # a block of code: none of the reader's language
HEADING = re.compile(r"^## (.+?)(?: #+)?$", re.MULTILINE)


@dataclass(frozen=True)
class Size:
    """What a piece of a page asks of its reader: the number of words, lines of code, checks, figures, formulas."""

    words: int = 0
    code: int = 0
    checks: int = 0
    figures: int = 0
    formulas: int = 0

    def __add__(self, other: "Size") -> "Size":
        return Size(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Size)))

    @property
    def minutes(self) -> float:
        return self.words / 150 + self.code / 15 + self.checks / 30 + self.figures * 0.75 + self.formulas * 0.4


@dataclass(frozen=True)
class Measure:
    """The size of each section, under its heading and in order; the number of quiz items, and of those on the depth.

    Sections are those of the second level; within "In depth" and after it all belongs to the depth. `str` of it is what
    stands in a page's head: "lesson 9 min · quiz 6 · in depth 25".
    """

    sections: dict[str, Size]
    items: int
    deep: int = 0

    @property
    def upper(self) -> dict[str, Size]:
        """The lesson's sections, those before "In depth"; all where there is no such section."""
        titles = list(self.sections)
        end = titles.index(DEPTH) if DEPTH in titles else len(titles)
        return {title: self.sections[title] for title in titles[:end]}

    @property
    def lesson(self) -> Size:
        return sum(self.upper.values(), Size())

    @property
    def depth(self) -> Size:
        return sum((size for title, size in self.sections.items() if title not in self.upper), Size())

    @property
    def quiz_minutes(self) -> float:
        """Of the items on the lesson; those on the depth take their time there, where the page has a depth."""
        return (self.items - self.deep * (DEPTH in self.sections)) * QUIZ_ITEM

    @property
    def depth_minutes(self) -> float:
        return self.depth.minutes + self.deep * (DEPTH in self.sections) * QUIZ_ITEM

    def __str__(self) -> str:
        pieces = [f"lesson {_whole(self.lesson.minutes)} min"]
        pieces += [f"quiz {_whole(self.quiz_minutes)}"] if self.quiz_minutes else []
        pieces += [f"in depth {_whole(self.depth_minutes)}"] if self.depth_minutes else []
        return " · ".join(pieces)


def measure_page(slug: str, folder: Path | str | None = None) -> Measure:
    """Measure the page of a chapter, from its files in folder. Raises as `chapter` does."""
    notebook = json.loads(beside(f"{slug}.ipynb", folder).read_text(encoding="utf-8"))
    quiz = Path(folder or ".") / f"{slug}.quiz.yml"
    items = load(quiz, QUIZ).data["items"] if quiz.exists() else []
    deep = sum(item.get("level") == "depth" for item in items)
    return measure(notebook, chapter(slug, folder), len(items), deep)


def measure(notebook: dict, spine: Spine, items: int = 0, deep: int = 0) -> Measure:
    """Measure a page from its notebook's JSON, its spine, the number of its quiz items and of those on the depth."""
    sections, title = {"": Size()}, ""
    for cell in notebook["cells"]:
        pieces = [("", _code(cell))]
        if cell["cell_type"] == "markdown":
            before, *others = HEADING.split(FENCED.sub("", "".join(cell["source"])))
            pieces = [("", _prose(before)), *zip(others[::2], map(_prose, others[1::2]), strict=True)]
        for heading, size in pieces:
            title = heading or title
            sections[title] = sections.get(title, Size()) + size
    for heading, texts in ((SAY_IT, _spoken(spine)), (OFTEN_SAID, _claims(spine))):
        if heading in sections:
            sections[heading] += Size(words=sum(map(_words, texts)))
    return Measure({title: size for title, size in sections.items() if title not in FREE}, items, deep)


def _code(cell: dict) -> Size:
    tags = set(cell["metadata"].get("tags", []))
    lines = [] if tags & NO_CODE else "".join(cell["source"]).splitlines()
    data = [] if tags & NO_OUTPUT else [output.get("data", {}) for output in cell.get("outputs", [])]
    texts = "\n".join("".join(each.get("text/plain", "")) for each in data)
    return Size(
        code=sum(bool(line.strip()) for line in lines),
        checks=len(re.findall(r"^[✓✗]", texts, re.MULTILINE)),
        figures=sum(mime.startswith("image/") for each in data for mime in each),
    )


def _prose(text: str) -> Size:
    formulas = re.findall(r"\$\$.+?\$\$", text, re.DOTALL)
    return Size(words=_words(re.sub(r"\$\$.+?\$\$", "", text, flags=re.DOTALL)), formulas=len(formulas))


def _words(text: str) -> int:
    """A formula within a line counts as one word, an address as none."""
    text = re.sub(r"\$[^$]+\$", "x", text)
    text = re.sub(r"]\([^)]*\)", "", text)
    return sum(any(map(str.isalnum, word)) for word in text.split())


def _spoken(spine: Spine) -> list[str]:
    pressed = [text for press in spine.say.press for text in (press.ask, press.answer)]
    return [spine.say.thirty, *spine.checklist, *pressed]


def _claims(spine: Spine) -> Iterable[str]:
    return (f"{claim.said} {claim.short}" for claim in spine.claims)


def _whole(minutes: float) -> int:
    return max(1, round(minutes))
