"""The sections of a page, which are its headings of the second level: the lesson's, then what goes deeper."""

from dataclasses import dataclass, field

from faqbook.course.measure import FENCED, SAY_IT
from tools.chapters import Chapter
from tools.rules.form import HEADING, headings

# In order; True: no page is without it.
SECTIONS = {
    "Short answer": True,
    SAY_IT: True,
    "See it": True,
    "Why": True,
    "Break it": True,
    "Often said": True,
    "Quiz": True,
    "Write it": True,
    "In depth": True,
    "Asked next": False,
    "Sources": True,
}


@dataclass
class Section:
    """The cells under one heading, a Markdown cell with the part of its text that stands there."""

    title: str
    cells: list[dict] = field(default_factory=list)

    def text(self) -> str:
        return "\n\n".join(cell["source"] for cell in self.cells if cell["cell_type"] == "markdown").strip()

    def code(self) -> list[dict]:
        return [cell for cell in self.cells if cell["cell_type"] == "code"]


def split(cells: list[dict], level: int) -> list[Section]:
    """The sections under the headings of a level, in order; the first, without a title, is what stands before them."""
    found = [Section("")]
    for cell in cells:
        if cell["cell_type"] != "markdown":
            found[-1].cells.append(cell)
            continue
        source, start = cell["source"], 0
        hidden = [match.span() for match in FENCED.finditer(source)]
        for match in HEADING.finditer(source):
            if len(match[1]) == level and not any(low <= match.start() < high for low, high in hidden):
                found[-1].cells.append(cell | {"source": source[start : match.start()]})
                found.append(Section(match[2]))
                start = match.end()
        found[-1].cells.append(cell | {"source": source[start:]})
    return found


def section(chapter: Chapter, title: str) -> Section:
    """The section with this title; empty where there is none."""
    return next((found for found in split(chapter.cells, 2) if found.title == title), Section(title))


def sections_in_order(chapter: Chapter) -> list[str]:
    """The headings of the second level are the sections, in their order, each once; those needed are there."""
    order = list(SECTIONS)
    found = [text for level, text in headings(chapter) if level == 2]
    strange = [text for text in found if text not in SECTIONS]
    known = [text for text in found if text in SECTIONS]
    complaints = [f"section {text!r}: expected one of {', '.join(order)}" for text in strange]
    complaints += [f"section {title!r}: missing" for title, needed in SECTIONS.items() if needed and title not in known]
    if known != sorted(set(known), key=order.index):
        complaints.append(f"sections come as {', '.join(known)}; expected the order {', '.join(order)}, each once")
    if sum(level == 1 for level, _ in headings(chapter)) != 1:
        complaints.append("expected one heading of the first level, the title")
    return complaints


RULES = [sections_in_order]
