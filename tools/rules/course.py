"""The course as a whole: which chapters there are, and in which order."""

from collections import Counter
from pathlib import Path

from tools import contents
from tools.chapters import Chapter, listed

OWNED = (".ipynb", ".yml")


def in_order(root: Path) -> list[str]:
    """Slugs are used once, each file of a chapter is one that the course lists, and `_toc.yml` follows the course."""
    course = listed(root)
    found = [f"{slug}: listed twice" for slug, n in Counter(chapter.slug for chapter in course).items() if n > 1]
    known = {path for chapter in course for path in chapter.own}
    files = sorted(path for path in (root / "chapters").glob("*/*") if path.suffix in OWNED)
    found += [f"{path.relative_to(root)}: of no question in chapters/course.yml" for path in files if path not in known]
    path = contents.path(root)
    if not path.exists() or path.read_text(encoding="utf-8") != contents.text(root):
        found.append("_toc.yml: not as the course has it: run `make toc`")
    return found


def in_toc(chapter: Chapter) -> list[str]:
    """The chapter is in `_toc.yml`, so that the site has it."""
    path = contents.path(chapter.root)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [] if f"  - file: chapters/{chapter.name}" in lines else ["_toc.yml: no entry: run `make toc`"]
