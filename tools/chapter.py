"""Judge a chapter whole, and make one list of what is wrong.

It is executed and stored, its rules, quiz and ledger are checked, other seeds tried, its saboteurs hunted, its page
made. A second run does only what changed.

    python -m tools.chapter [--no-page] [--watch] [--jobs N] CHAPTER …
"""

import argparse
import asyncio
import subprocess
import sys
import time

from faqbook.course import measure_page
from tools import ROOT
from tools.chapters import Chapter, options
from tools.found import Found, Memo
from tools.stages import judge
from tools.watch import changes


def report(chapter: Chapter, processes: int, page: bool) -> bool:
    """Judge the chapter, print a line a stage and what is wrong; True when nothing is."""
    start = time.monotonic()

    def tell(found: Found) -> Found:
        clock = "as before" if found.known else f"{time.monotonic() - start:7.0f} s"
        print(f"{'✗' if found.wrong else '✓'} {found.stage:<10}{clock}  {found.said}", flush=True)
        return found

    print(chapter.name, flush=True)
    memo, whole = Memo(chapter), False
    try:
        stages = asyncio.run(judge(chapter, memo, processes, page, tell))
        whole = True
    finally:
        memo.save(whole)
    print(size(chapter))
    wrong = {found.stage: found.wrong for found in stages}
    if wrong["checks"]:
        print("The checks fail as they are: neither other seeds nor saboteurs were tried.")
        wrong.pop("notebook")  # fails where the first of them does
    complaints = once([complaint for each in wrong.values() for complaint in each])
    took = f"({time.monotonic() - start:.0f} s)"
    print(f"Wrong with {chapter.name} {took}:" if complaints else f"Nothing is wrong with {chapter.name} {took}.")
    for complaint in complaints:
        print("- " + complaint.replace("\n", "\n  "), flush=True)
    return not complaints


def once(complaints: list[str]) -> list[str]:
    """Each complaint once, and none that another holds: a cell passes on what a rule finds by itself."""
    return [
        text for text in dict.fromkeys(complaints) if not any(text in other and text != other for other in complaints)
    ]


def size(chapter: Chapter) -> str:
    """How long the lesson takes and what it asks of its reader."""
    try:
        measured = measure_page(chapter.slug, chapter.folder)
    except (ValueError, FileNotFoundError):
        return "The page's length: not known while its spine cannot be read"
    lesson = measured.lesson
    return f"{measured}: {lesson.words} words, {lesson.code} visible lines of code, {lesson.checks} check lines"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-page", action="store_true", help="make no page to look at")
    parser.add_argument("--watch", action="store_true", help="again after each change, until interrupted")
    parser.add_argument("--jobs", type=int, default=2, help="how many runs at a time")
    chosen = options(parser, arguments)
    try:
        if chosen.watch:
            return watch(chosen)
        return 0 if all([report(chapter, chosen.jobs, not chosen.no_page) for chapter in chosen.chapters]) else 1
    except KeyboardInterrupt:
        return 130


def watch(chosen: argparse.Namespace) -> int:
    """Report after each change, each time by a fresh Python, since the tools may have changed, too."""
    again = ["--root", str(chosen.root), "--jobs", str(chosen.jobs), *(["--no-page"] if chosen.no_page else [])]
    for _ in changes(chosen.chapters):
        subprocess.run([sys.executable, "-m", "tools.chapter", *again, *(c.name for c in chosen.chapters)], cwd=ROOT)
        print("Waiting for a change. Ctrl+C ends.", flush=True)


if __name__ == "__main__":
    sys.exit(main())
