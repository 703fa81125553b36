"""Apply deliberate faults, each to a copy of the library and one chapter, and see the chapter's checks catch it.

    python -m tools.saboteurs [--first] [--jobs N] [CHAPTER …]
    python -m tools.saboteurs --pinned FILE

`chapters/<part>/<slug>.saboteurs.yml` lists a chapter's faults (`tools.faults`). Only failed checks count: a fault that
merely raises another exception is not caught.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tools.chapter_run import Job, Outcome
from tools.chapters import Chapter, options
from tools.faults import Fault, faulty, pinned, read
from tools.forks import all_outcomes


def sabotaged(fault: Fault, chapter: Chapter, folder: Path) -> Job:
    """The job that runs the chapter with the fault in it, from copies in folder.

    A fault in the notebook leaves the library as it is, so that the cells before it need not run again. For another
    one the library and the chapter's own files are copied, all but the file with the fault as links.
    Raises ValueError for a fault that cannot be applied.
    """
    text = faulty(fault, chapter)
    copy = Chapter(chapter.part, chapter.slug, folder)
    copy.folder.mkdir(parents=True)
    if chapter.root / fault.file == chapter.notebook:
        copy.notebook.write_text(text, encoding="utf-8")
        return Job(str(copy.notebook), str(chapter.root / "lib"), until=fault.fails, trunk=str(chapter.notebook))
    without = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree((chapter.root / "lib").resolve(), folder / "lib", ignore=without, copy_function=os.symlink)
    for path in chapter.own:
        if path.exists():
            (copy.folder / path.name).symlink_to(path.resolve())
    (folder / fault.file).unlink()
    (folder / fault.file).write_text(text, encoding="utf-8")
    return Job(str(copy.notebook), str(folder / "lib"), until=fault.fails)


def missed(fault: Fault, outcome: Outcome) -> list[str]:
    """The ids that should have failed and did not; none when the saboteur is caught."""
    failed = {check.id for check in outcome.failed}
    return [id for id in fault.fails if id not in failed]


def hunt(cases: Iterable[tuple[Chapter, Fault]], processes: int = 2) -> list[tuple[Chapter, Fault, Outcome]]:
    """Run each chapter under its fault, in parallel. Raises ValueError for a fault that cannot be applied."""
    cases = list(cases)
    with tempfile.TemporaryDirectory() as folder:
        jobs = []
        for index, (chapter, fault) in enumerate(cases):
            try:
                jobs.append(sabotaged(fault, chapter, Path(folder) / str(index)))
            except ValueError as error:
                raise ValueError(f"{chapter.saboteurs.name}: {error}") from None
        outcomes = all_outcomes(jobs, processes)
    return [(*case, outcome) for case, outcome in zip(cases, outcomes, strict=True)]


def show_pinned(name: str, chapters: list[Chapter], root: Path) -> int:
    """Print the faults in a file, in its order, and those that do not match once; 1 if there are such."""
    path = (root / name).resolve()
    if not path.is_file() or not path.is_relative_to(root):
        print(f"✗ {name}: expected a file below {root}", file=sys.stderr)
        return 1
    file = path.relative_to(root).as_posix()
    found = pinned(file, chapters)
    for chapter, fault, places in found:
        where = ", ".join(map(str, places)) or "nowhere"
        print(f"{'✓' if len(places) == 1 else '✗'} {file}:{where}: {chapter.name}: {fault.name}")
    loose = sum(len(places) != 1 for _, _, places in found)
    print(f"{len(found)} faults of {len({chapter for chapter, _, _ in found})} chapters, {loose} do not match once")
    return 1 if loose else 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--first", action="store_true", help="only the first of each chapter's list")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--pinned", metavar="FILE", help="run nothing: say which faults an edit of this file may break")
    chosen = options(parser, arguments)
    most = 1 if chosen.first else None
    try:
        if chosen.pinned:
            return show_pinned(chosen.pinned, chosen.chapters, chosen.root)
        cases = [(chapter, fault) for chapter in chosen.chapters for fault in read(chapter)[:most]]
        runs = hunt(cases, chosen.jobs)
    except (ValueError, FileNotFoundError) as error:
        print(f"✗ {error}", file=sys.stderr)
        return 1
    escaped = 0
    for chapter, fault, outcome in runs:
        left = missed(fault, outcome)
        escaped += bool(left)
        print(f"{'✗' if left else '✓'} {chapter.slug}: {fault.name}: {'not caught' if left else 'caught'}")
        if left:
            print(f"  did not fail: {', '.join(left)}")
            print("".join(f"  {error}\n" for error in outcome.raised), end="")
    print(f"{len(cases)} saboteurs in {len(chosen.chapters)} chapters, {escaped} not caught")
    return 1 if escaped else 0


if __name__ == "__main__":
    sys.exit(main())
