"""Start a chapter: its four files from the template, its line in the table of contents.

    python -m tools.new attention/scaling

The course (`chapters/course.yml`) lists which chapters there may be. An existing chapter is never touched.
"""

import argparse
import re
import sys
from pathlib import Path

from faqbook.course import parts
from tools import ROOT, contents
from tools.canonical import canonical, dump
from tools.chapters import Chapter, find

TEMPLATE = Path(__file__).parent / "template"
WORDS = "[a-z0-9]+(?:-[a-z0-9]+)*"


def create(chapter: Chapter) -> None:
    """Write the chapter's files from the template, and `_toc.yml`. Raises FileExistsError if one of them is there."""
    for path in chapter.own:
        if path.exists():
            raise FileExistsError(f"{path.relative_to(chapter.root)}: is there already")
    chapter.folder.mkdir(parents=True, exist_ok=True)
    chapter.spine.write_text(_filled("spine.yml", chapter), encoding="utf-8")
    chapter.quiz.write_text(_filled("quiz.yml", chapter), encoding="utf-8")
    chapter.saboteurs.write_text(_filled("saboteurs.yml", chapter), encoding="utf-8")
    chapter.notebook.write_text(dump(notebook(_filled("notebook.md", chapter))), encoding="utf-8")
    contents.write(chapter.root)


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


def question(name: str, root: Path) -> Chapter:
    """The question called name. Raises ValueError that says which lines would make it one, if the course has none."""
    try:
        return find(name, root)
    except ValueError as error:
        if not re.fullmatch(f"{WORDS}/{WORDS}", name):
            raise ValueError(f"{error}. A new question is called part/slug: small letters, digits, hyphens") from None
    part, slug = name.split("/")
    known = [part.name for part in parts(root / "chapters")]
    lines = [] if part in known else [f"  - part: {part}", "    title: {en: TODO}", "    questions:"]
    raise ValueError(
        f"{name}: not in chapters/course.yml, whose parts are {', '.join(known)}. Add, where it belongs in the order"
        + (f" of the part {part}:\n\n" if part in known else ":\n\n")
        + "\n".join([*lines, f"      - {slug}"])
        + f"\n\nThen run `make new SLUG={name}` again."
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chapter", metavar="CHAPTER", help="part/slug, or the slug alone")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree that holds chapters/")
    options = parser.parse_args(arguments)
    try:
        chapter = question(options.chapter, options.root.resolve())
        create(chapter)
    except (ValueError, FileExistsError) as error:
        print(f"✗ {error}", file=sys.stderr)
        return 1
    print("\n".join(f"wrote {path.relative_to(chapter.root)}" for path in [*chapter.own, contents.path(chapter.root)]))
    todos = sum(path.read_text(encoding="utf-8").count("TODO") for path in chapter.own)
    print(f"\nNext: `make chapter SLUG={chapter.name}` runs it as it is, and finds {todos} TODOs to replace: first the")
    print(f"question, in {chapter.spine.name} and in the notebook's title, then from above. Run it again at any time.")
    return 0


def _filled(name: str, chapter: Chapter) -> str:
    return (TEMPLATE / name).read_text(encoding="utf-8").replace("SLUG", chapter.slug).replace("PART", chapter.part)


if __name__ == "__main__":
    sys.exit(main())
