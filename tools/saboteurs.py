"""Apply deliberate faults, each to a copy of the library and one chapter, and see the chapter's checks catch it.

    python -m tools.saboteurs [--first] [--jobs N] [SLUG …]

`chapters/<part>/<slug>.saboteurs.yml` lists a chapter's faults: `name`, `file` (from the tree's root), `old`, `new`,
and the ids that must fail. Only failed checks count: a fault that merely raises another exception is not caught.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml

from tools import ROOT
from tools.canonical import load
from tools.chapter_run import Job, Outcome
from tools.chapters import Files, existing, find
from tools.forks import all_outcomes

FIELDS = {"name": str, "file": str, "old": str, "new": str, "fails": list}


@dataclass(frozen=True)
class Saboteur:
    """A fault: replace `old` by `new` in `file`; then a check of each id in `fails` must fail."""

    name: str
    file: str
    old: str
    new: str
    fails: tuple[str, ...]


def read(chapter: Files) -> list[Saboteur]:
    """The chapter's list of faults. Raises FileNotFoundError without one, ValueError naming what is malformed."""
    if not chapter.saboteurs.exists():
        raise FileNotFoundError(f"{chapter.saboteurs.relative_to(chapter.root)}: expected the faults of {chapter.name}")
    entries = yaml.safe_load(chapter.saboteurs.read_text(encoding="utf-8")) or []
    where = chapter.saboteurs.name
    if not isinstance(entries, list):
        raise ValueError(f"{where}: expected a list of saboteurs, got {type(entries).__name__}")
    for entry in entries:
        if not isinstance(entry, dict) or set(entry) != set(FIELDS):
            raise ValueError(f"{where}: expected entries with the fields {', '.join(FIELDS)}, got {entry}")
        for field, kind in FIELDS.items():
            if not isinstance(entry[field], kind) or (field not in ("old", "new") and not entry[field]):
                raise ValueError(f"{where}: {entry['name']}: {field}: expected a {kind.__name__}, got {entry[field]!r}")
    names = [entry["name"] for entry in entries]
    if len(set(names)) < len(names):
        raise ValueError(f"{where}: two saboteurs share a name")
    return [Saboteur(**entry | {"fails": tuple(entry["fails"])}) for entry in entries]


def copy(chapter: Files, to: Path) -> Files:
    """The library and the chapter's own files, copied to the folder `to`."""
    shutil.copytree(chapter.root / "lib", to / "lib", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    new = Files(chapter.part, chapter.slug, to)
    new.folder.mkdir(parents=True)
    for path in chapter.own:
        if path.exists():
            shutil.copy(path, new.folder)
    return new


def faulty(saboteur: Saboteur, chapter: Files) -> str:
    """The text of the saboteur's file with the fault. Raises ValueError unless `old` matches exactly once in it.

    The file is the library's or one of the chapter's own. In a notebook `old` is looked for in the source of its code
    cells, as it reads there.
    """
    path = (chapter.root / saboteur.file).resolve()
    library = (chapter.root / "lib" / "faqformer").resolve()
    mine = [own.resolve() for own in chapter.own]
    if path.is_relative_to((chapter.root / "lib" / "faqbook").resolve()):
        raise ValueError(f"{saboteur.name}: {saboteur.file}: the checks are the judge, not the accused")
    if not path.is_file() or not (path in mine or path.is_relative_to(library)):
        raise ValueError(f"{saboteur.name}: {saboteur.file}: expected a file of the library or the chapter")
    notebook = load(path) if path.suffix == ".ipynb" else None
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"] if notebook else []
    texts = [cell["source"] for cell in cells] if notebook else [path.read_text(encoding="utf-8")]
    matches = sum(text.count(saboteur.old) for text in texts) if saboteur.old else 0
    if matches != 1 or saboteur.old == saboteur.new:
        found = f"{matches} matches" if matches != 1 else "no change"
        raise ValueError(f"{saboteur.name}: old: expected one match in {saboteur.file} and a change, got {found}")
    if notebook is None:
        return texts[0].replace(saboteur.old, saboteur.new)
    for cell in cells:
        cell["source"] = cell["source"].replace(saboteur.old, saboteur.new)
    return json.dumps(notebook)


def missed(saboteur: Saboteur, outcome: Outcome) -> list[str]:
    """The ids that should have failed and did not; none when the saboteur is caught."""
    failed = {check.id for check in outcome.failed}
    return [id for id in saboteur.fails if id not in failed]


def hunt(cases: Iterable[tuple[Files, Saboteur]], processes: int = 2) -> list[tuple[Files, Saboteur, Outcome]]:
    """Run each chapter under its fault, in parallel. Raises ValueError for a fault that cannot be applied."""
    cases = list(cases)
    with tempfile.TemporaryDirectory() as folder:
        jobs = []
        for index, (chapter, saboteur) in enumerate(cases):
            try:
                text = faulty(saboteur, chapter)
            except ValueError as error:
                raise ValueError(f"{chapter.saboteurs.name}: {error}") from None
            copied = copy(chapter, Path(folder) / str(index))
            (copied.root / saboteur.file).write_text(text, encoding="utf-8")
            jobs.append(Job(str(copied.notebook), str(copied.root / "lib"), until=saboteur.fails))
        outcomes = all_outcomes(jobs, processes)
    return [(*case, outcome) for case, outcome in zip(cases, outcomes, strict=True)]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="*", help="by default every chapter")
    parser.add_argument("--first", action="store_true", help="only the first of each chapter's list")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree that holds chapters/, lib/ and tests/")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    most = 1 if options.first else None
    try:
        chapters = [find(slug, root) for slug in options.slugs] or existing(root)
        cases = [(chapter, saboteur) for chapter in chapters for saboteur in read(chapter)[:most]]
        runs = hunt(cases, options.jobs)
    except (ValueError, FileNotFoundError) as error:
        print(f"✗ {error}", file=sys.stderr)
        return 1
    escaped = 0
    for chapter, saboteur, outcome in runs:
        left = missed(saboteur, outcome)
        escaped += bool(left)
        print(f"{'✗' if left else '✓'} {chapter.slug}: {saboteur.name}: {'not caught' if left else 'caught'}")
        if left:
            print(f"  did not fail: {', '.join(left)}")
            print("".join(f"  {error}\n" for error in outcome.raised), end="")
    print(f"{len(cases)} saboteurs in {len(chapters)} chapters, {escaped} not caught")
    return 1 if escaped else 0


if __name__ == "__main__":
    sys.exit(main())
