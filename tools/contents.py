"""The table of contents, `_toc.yml`, as the course and the library have it, and the library's pages, a stub each."""

from pathlib import Path

import yaml

from faqbook.course import parts
from faqbook.site.library.source import LIBRARY
from faqbook.site.library.tree import Library

HEAD = "# Written by `make toc`: the course's chapters that exist, in the course's order, and the library's modules.\n"
STUB = "# {title}\n\n```{{library}}\n```\n"


def path(root: Path) -> Path:
    return root / "_toc.yml"


def text(root: Path) -> str:
    """What `_toc.yml` should hold: each part's chapters that exist, then the library, then the appendix."""
    chapters = root / "chapters"
    listed = [
        {"caption": part.title["en"], "chapters": [{"file": f"chapters/{part.name}/{slug}"} for slug in part.slugs]}
        for part in parts(chapters)
        if part.slugs
    ]
    modules = [{"file": f"chapters/library/{name}", "title": name} for name in Library(root / "lib").pages]
    library = {"caption": "Library", "chapters": [{"file": "chapters/library/index", "sections": modules}]}
    pages = sorted(path for path in (chapters / "appendix").iterdir() if path.suffix in (".md", ".ipynb"))
    appendix = {"caption": "Appendix", "chapters": [{"file": f"chapters/appendix/{path.stem}"} for path in pages]}
    table = {"format": "jb-book", "root": "chapters/index", "parts": [*listed, library, appendix]}
    return HEAD + yaml.safe_dump(table, sort_keys=False, allow_unicode=True)


def stubs(root: Path) -> dict[Path, str]:
    """The library's pages, and what each should hold: its title, and the directive that fills it."""
    titles = {"index": "The library"} | {name: f"{LIBRARY}.{name}" for name in Library(root / "lib").pages}
    return {root / f"chapters/library/{name}.md": STUB.format(title=title) for name, title in titles.items()}


def write(root: Path) -> None:
    path(root).write_text(text(root), encoding="utf-8")
    pages = stubs(root)
    (root / "chapters/library").mkdir(exist_ok=True)
    for stub in (root / "chapters/library").glob("*.md"):
        if stub not in pages:
            stub.unlink()
    for stub, content in pages.items():
        stub.write_text(content, encoding="utf-8")
