"""Which pages the site has, and what stands in one of them."""

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import yaml

from faqbook.course import Spine, chapter, parts
from tools import ROOT

CHAPTERS = ROOT / "chapters"
LANDING = "chapters/index.html"
BIBLIOGRAPHY = "chapters/appendix/bibliography.html"


def listed() -> list[str]:
    """The pages of `_toc.yml`, in its order."""
    table = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    entries = [entry for part in table["parts"] for entry in part["chapters"]]
    nested = [[entry["file"], *(inner["file"] for inner in entry.get("sections", []))] for entry in entries]
    return [f"{file}.html" for file in [table["root"], *(file for files in nested for file in files)]]


PAGES = [*listed(), "search.html"]
SPINES: dict[str, Spine] = {  # page: spine
    f"chapters/{part.name}/{slug}.html": chapter(slug, CHAPTERS / part.name)
    for part in parts(CHAPTERS)
    for slug in part.slugs
}


@dataclass
class Page:
    """What a page holds: ids, links as (element, attribute, value), images as attributes, text outside of code."""

    ids: list[str] = field(default_factory=list)
    links: list[tuple[str, str, str]] = field(default_factory=list)
    images: list[dict] = field(default_factory=list)
    text: str = ""


class Reader(HTMLParser):
    def __init__(self, source: str):
        super().__init__()
        self.page = Page()
        self.silent = 0
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if "id" in attributes:
            self.page.ids.append(attributes["id"])
        self.page.links += [
            (tag, name, attributes[name]) for name in ("href", "src", "srcset", "data") if name in attributes
        ]
        if tag == "img":
            self.page.images.append(attributes)
        self.silent += tag in ("script", "style", "pre")

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style", "pre")

    def handle_data(self, data):
        if not self.silent:
            self.page.text += data


@cache
def read(path: Path) -> Page:
    return Reader(path.read_text(encoding="utf-8")).page
