"""The course as a whole: which chapters there are, and in which order."""

from collections import Counter
from pathlib import Path

import yaml

from tools.chapters import Chapter, existing, listed


def in_order(root: Path) -> list[str]:
    """Slugs are used once, each chapter is listed under its part, and `_toc.yml` has those that exist, in order."""
    course = listed(root)
    found = [f"{slug}: listed twice" for slug, n in Counter(files.slug for files in course).items() if n > 1]
    names = {files.name for files in course}
    found += [f"{files.name}: not in chapters/course.yml" for files in existing(root) if files.name not in names]
    expected = [f"chapters/{files.name}" for files in course if files.notebook.exists()]
    got = toc(root)
    if got != expected:
        found.append(f"_toc.yml: expected {', '.join(expected) or 'no chapter'}; got {', '.join(got) or 'none'}")
    return found


def toc(root: Path) -> list[str]:
    """The chapters in `_toc.yml`, without the appendix."""
    path = root / "_toc.yml"
    table = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
    files = [chapter["file"] for part in table.get("parts", []) for chapter in part["chapters"]]
    return [file for file in files if not file.startswith("chapters/appendix/")]


def listed_in_toc(chapter: Chapter) -> list[str]:
    if f"chapters/{chapter.name}" in toc(chapter.root):
        return []
    return ["_toc.yml: no entry; `python -m tools.site toc` writes it"]
