"""The way from question to question: another chapter is named by its exact title, and linked."""

import re

from tools.chapters import Chapter, existing
from tools.rules.form import prose
from tools.rules.spine import spine

TO_CHAPTER = re.compile(r"\[([^]]+)]\(([^)\s]+\.ipynb)\)")
ITALIC = re.compile(r"(?<![\[*])\*([^*\n]+)\*(?!\*)")


def questions(chapter: Chapter) -> dict[str, str]:
    """The title of each other chapter, and its path as the chapter sees it."""
    others = [other for other in existing(chapter.root) if other.name != chapter.name and spine(other)]
    return {spine(other).question["en"]: f"../{other.name}.ipynb" for other in others}


def to_chapters(chapter: Chapter) -> list[str]:
    """A link to another chapter leads to one that there is, and its text is that chapter's question."""
    paths = {path: title for title, path in questions(chapter).items()}
    found = []
    for place, source in prose(chapter):
        for text, path in TO_CHAPTER.findall(source):
            if path not in paths:
                found.append(f"{place}: link to {path}: expected another chapter's notebook, ../part/slug.ipynb")
            elif text != paths[path]:
                found.append(f"{place}: link to {path}: expected the text {paths[path]!r}, got {text!r}")
    return found


def named(chapter: Chapter) -> list[str]:
    """A chapter's title in italics, where that chapter exists, is a link to it."""
    titles = questions(chapter)
    return [
        f"{place}: *{title}* is a chapter: expected the link [{title}]({titles[title]})"
        for place, source in prose(chapter)
        for title in ITALIC.findall(source)
        if title in titles
    ]


RULES = [to_chapters, named]
