"""What a page of the library shows, read from its HTML."""

import html
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

NUMBERED = re.compile(r'<a id="([^"]+)-(\d+)" href="#\1-\2"[^>]*></a>(.*)')
SECTION = re.compile(r'<section class="[^"]*\bdefinition\b[^"]*" id="([^"]+)">')
NAMED = re.compile(r'<span id="([^"]+)">')
CHAPTERS = re.compile(r'<dl class="[^"]*library-chapters">.*?</dl>', re.DOTALL)


@dataclass
class Shown:
    """Lines by their anchors, as (file, number); for each name the line on which it lands, and the lists under it."""

    lines: dict[tuple[str, int], str] = field(default_factory=dict)
    lands: dict[str, tuple[str, int]] = field(default_factory=dict)
    chapters: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # name → Used in, Proved in → links


def text(source: str) -> str:
    return html.unescape(re.sub("<[^>]*>", "", source))


@cache
def shown(page: Path) -> Shown:
    source = page.read_text(encoding="utf-8")
    found = Shown()
    waiting = ""  # a section, until its first line comes
    for row in source.split("\n"):
        waiting = match[1] if (match := SECTION.search(row)) else waiting
        for label, number, code in (match.groups() for match in [NUMBERED.search(row)] if match):
            place = (label, int(number))
            found.lines[place] = text(code)
            found.lands |= dict.fromkeys([*NAMED.findall(code), *[waiting] * bool(waiting)], place)
            waiting = ""
    for section in re.split(r'(?=<section class="[^"]*\bdefinition\b)', source)[1:]:
        lists = CHAPTERS.search(section.split('<div class="source docutils container">')[1])
        found.chapters[SECTION.match(section)[1]] = items(lists[0]) if lists else {}
    return found


def items(source: str) -> dict[str, list[str]]:
    """The links under each term of a list."""
    parts = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", source.replace("\n", ""))
    return {text(term): re.findall(r'href="\.\./([^"]+)"', links) for term, links in parts}
