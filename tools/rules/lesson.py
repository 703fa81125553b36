"""What a lesson's sections must hold, and how long they may be."""

import re

from faqbook.course import Measure, measure
from tools.chapters import Chapter
from tools.rules.sections import section, split
from tools.rules.spine import spine

ANSWER = range(40, 91)  # words of a short answer: half a minute to read
POINTS = 4  # of an answer of two minutes
STEPS = range(2, 5)  # of the derivation
STEP = {"words": (120, "words"), "code": (8, "lines of visible code")}  # at most
MOST = {
    "words": (1000, "words"),
    "code": (60, "lines of visible code"),
    "checks": (10, "check lines"),
    "minutes": (12, "minutes"),
}
QUESTION = re.compile(r"[^.!?]*\?")


def short_answer(chapter: Chapter) -> list[str]:
    """A lesson's short answer takes half a minute."""
    if not (found := _measured(chapter)) or "Short answer" not in found.sections:
        return []
    words = found.sections["Short answer"].words
    return [] if words in ANSWER else [f"Short answer: {words} words, expected {ANSWER[0]} to {ANSWER[-1]}"]


def say_it(chapter: Chapter) -> list[str]:
    """The answer of two minutes has four points; what to say and what is often said are shown from the spine."""
    if not spine(chapter):
        return []
    name, found = chapter.spine.name, []
    if (n := len(spine(chapter).checklist)) != POINTS:
        found.append(f"{name}: checklist: {n} points, expected the {POINTS} of an answer of two minutes")
    found += [
        f"{name}: {claim.id}: short: expected the condition itself, since “right, if” stands before it"
        for claim in spine(chapter).claims
        if claim.verdict == "right-if" and claim.short.startswith("if ")
    ]
    for title, call in (("Say it", "chapter.say_it()"), ("Often said", "chapter.often_said()")):
        if not any(cell["source"].strip() == call for cell in section(chapter, title).code()):
            found.append(f"{title}: expected a cell `{call}`, which shows it from {name}")
    return found


def see_it(chapter: Chapter) -> list[str]:
    """A lesson shows the thing itself before it derives anything."""
    if any(_shows(cell) for cell in section(chapter, "See it").code()):
        return []
    return ["See it: no figure"]


def _shows(cell: dict) -> bool:
    images = any(mime.startswith("image/") for o in cell.get("outputs", []) for mime in o.get("data", {}))
    return images or cell["source"].rstrip().endswith("plt.show()")


def why(chapter: Chapter) -> list[str]:
    """A lesson derives in two to four short steps, `### 1. …` and so on."""
    if not (sizes := _measured(chapter)) or "Why" not in sizes.sections:
        return []
    steps = split(section(chapter, "Why").cells, 3)[1:]
    found = []
    if len(steps) not in STEPS:
        found.append(f"Why: {len(steps)} steps, expected {STEPS[0]} to {STEPS[-1]}, each under `### 1. …` and so on")
    for n, step in enumerate(steps, start=1):
        if not step.title.startswith(f"{n}. "):
            found.append(f"Why: step {n} is called {step.title!r}, expected `### {n}. …`")
        size = measure({"cells": step.cells}, spine(chapter)).lesson
        for name, (most, what) in STEP.items():
            if getattr(size, name) > most:
                found.append(f"Why: {step.title}: {getattr(size, name)} {what}, expected {most} at most")
    return found


def in_depth(chapter: Chapter) -> list[str]:
    """The parts in depth, headings of the third level, can be read in any order: each opens with its question."""
    if not (depth := section(chapter, "In depth")).cells:
        return []
    parts = split(depth.cells, 3)[1:]
    found = [] if parts else ["In depth: no parts, expected headings of the third level"]
    for part in parts:
        if not part.title.endswith("?") and not QUESTION.match(part.text()):
            found.append(f"In depth: {part.title}: expected to open with the question that it answers")
    return found


def write_it(chapter: Chapter) -> list[str]:
    """A lesson has the reader write a function: there is an empty one, the solution folded, and a cell that marks."""
    if not (cells := section(chapter, "Write it").code()):
        return []
    folded = [n for n, cell in enumerate(cells) if "hide-cell" in cell["metadata"].get("tags", [])]
    marks = [n for n, cell in enumerate(cells) if "exercise.written(" in cell["source"]]
    if not folded:
        return ["Write it: no folded cell (tag hide-cell) with the solution"]
    if not any(n not in folded and "def " in cell["source"] for n, cell in enumerate(cells[: folded[0]])):
        return ["Write it: no cell before the solution with a function for the reader to write"]
    if not marks or marks[0] < folded[-1] or marks[0] in folded:
        return ["Write it: expected a cell after the solution that marks `exercise.written(attempt, solution)`"]
    return []


def length(chapter: Chapter) -> list[str]:
    """A lesson is read in about ten minutes; where it is not, the longest sections are named."""
    if not (page := _measured(chapter)):
        return []
    found = []
    for name, (most, what) in MOST.items():
        if (total := getattr(page.lesson, name)) > most:
            amounts = {title: getattr(size, name) for title, size in page.upper.items()}
            found.append(f"lesson: {_short(total)} {what}, expected {most} at most: {_largest(amounts)}")
    return found


def _largest(amounts: dict[str, float]) -> str:
    most = sorted(amounts, key=amounts.get, reverse=True)[:3]
    return ", ".join(f"{title} has {_short(amounts[title])}" for title in most if amounts[title])


def _short(amount: float) -> str:
    return f"{amount:.1f}".removesuffix(".0")


def _measured(chapter: Chapter) -> Measure | None:
    """The page's sizes, its quiz left out; None while the spine cannot be read."""
    return measure({"cells": chapter.cells}, spine(chapter)) if spine(chapter) else None


RULES = [short_answer, say_it, see_it, why, in_depth, write_it, length]
