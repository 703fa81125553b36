"""Start a chapter, and say what it still lacks.

    python -m tools.new attention/scaling
    python -m tools.new --missing attention/scaling

The course (`chapters/course.yml`) lists which chapters there may be. An existing chapter is never touched.
"""

import argparse
import sys
from pathlib import Path

from tools import ROOT
from tools.canonical import canonical, dump
from tools.chapters import Chapter, find

TEMPLATE = Path(__file__).parent / "template"


def create(chapter: Chapter) -> None:
    """Write the chapter's three files from the template. Raises FileExistsError if one of them is there."""
    for path in chapter.own:
        if path.exists():
            raise FileExistsError(f"{path.relative_to(chapter.root)}: is there already")
    chapter.folder.mkdir(parents=True, exist_ok=True)
    chapter.spine.write_text(_filled("spine.yml", chapter), encoding="utf-8")
    chapter.quiz.write_text(_filled("quiz.yml", chapter), encoding="utf-8")
    chapter.notebook.write_text(dump(notebook(_filled("notebook.md", chapter))), encoding="utf-8")


def notebook(text: str) -> dict:
    """A notebook from Markdown whose ```python blocks are the code cells.

    Words after `python` are a cell's tags, what follows `alt:` is its figure's alt text; a line of `---` parts two
    Markdown cells.
    """
    cells, lines, tags, alt = [], [], None, ""

    def close() -> None:
        kind = (
            {"cell_type": "markdown"} if tags is None else {"cell_type": "code", "execution_count": None, "outputs": []}
        )
        metadata = {"tags": tags, "mystnb": {"image": {"alt": alt}}}
        cells.append(kind | {"source": "\n".join(lines), "metadata": metadata})
        lines.clear()

    for line in text.splitlines():
        if tags is None and line.startswith("```python"):
            close()
            words, _, alt = line.removeprefix("```python").partition("alt:")
            tags, alt = words.split(), alt.strip()
        elif tags is not None and line == "```":
            close()
            tags, alt = None, ""
        elif tags is None and line == "---":
            close()
        else:
            lines.append(line)
    close()
    return canonical({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slug", help="part/slug, or the slug alone")
    parser.add_argument("--missing", action="store_true", help="only say what an existing chapter lacks")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree that holds chapters/")
    options = parser.parse_args(arguments)
    try:
        chapter = find(options.slug, options.root.resolve())
        if not options.missing:
            create(chapter)
            print("\n".join(f"wrote {path.relative_to(chapter.root)}" for path in chapter.own))
    except (ValueError, FileExistsError) as error:
        print(f"✗ {error}", file=sys.stderr)
        return 1
    from tools.rules import complaints  # imports torch: not before it is needed

    missing = complaints(chapter)
    print(f"{chapter.name} lacks:" if missing else f"{chapter.name} lacks nothing that a rule can see")
    print("".join(f"- {complaint}\n" for complaint in missing), end="")
    return 1 if missing and options.missing else 0


def _filled(name: str, chapter: Chapter) -> str:
    return (TEMPLATE / name).read_text(encoding="utf-8").replace("SLUG", chapter.slug)


if __name__ == "__main__":
    sys.exit(main())
