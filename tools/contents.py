"""The table of contents, `_toc.yml`, as the course has it."""

from pathlib import Path

import yaml

from faqbook.course import parts

HEAD = "# Written by `make toc`: the course's chapters that exist, in the course's order.\n"


def path(root: Path) -> Path:
    return root / "_toc.yml"


def text(root: Path) -> str:
    """What `_toc.yml` should hold: each part's chapters that exist, then the appendix."""
    chapters = root / "chapters"
    listed = [
        {"caption": part.title["en"], "chapters": [{"file": f"chapters/{part.name}/{slug}"} for slug in part.slugs]}
        for part in parts(chapters)
        if part.slugs
    ]
    pages = sorted(path for path in (chapters / "appendix").iterdir() if path.suffix in (".md", ".ipynb"))
    appendix = [{"file": f"chapters/appendix/{path.stem}"} for path in pages]
    table = {
        "format": "jb-book",
        "root": "chapters/index",
        "parts": [*listed, {"caption": "Appendix", "chapters": appendix}],
    }
    return HEAD + yaml.safe_dump(table, sort_keys=False, allow_unicode=True)


def write(root: Path) -> None:
    path(root).write_text(text(root), encoding="utf-8")
