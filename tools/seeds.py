"""Run every chapter under other seeds: its checks must pass whatever the random numbers are.

    python -m tools.seeds [--count N] [--jobs N] [CHAPTER …]

Shifts 1 to N (FAQFORMER_SEED); what is printed and drawn does not matter, only checks and exceptions do.
"""

import argparse
import sys

from tools.chapter_run import Job, Outcome
from tools.chapters import Chapter, options
from tools.forks import outcomes


def run(chapters: list[Chapter], count: int, processes: int) -> dict[str, dict[int, Outcome]]:
    """Each chapter's outcome under each shift, by name and shift. Tells of a failure when it first happens."""
    cases = [(chapter, shift) for shift in range(1, count + 1) for chapter in chapters]
    jobs = [Job(str(chapter.notebook), str(chapter.root / "lib"), shift) for chapter, shift in cases]
    results: dict[str, dict[int, Outcome]] = {chapter.name: {} for chapter in chapters}
    told = set()
    for index, outcome in outcomes(jobs, processes):
        chapter, shift = cases[index]
        results[chapter.name][shift] = outcome
        for complaint in outcome.complaints():
            kind = (chapter.name, complaint.splitlines()[0])
            if kind not in told:
                told.add(kind)
                print(f"{chapter.name}, FAQFORMER_SEED={shift}: {complaint}", file=sys.stderr, flush=True)
    return results


def table(results: dict[str, dict[int, Outcome]]) -> str:
    """One line a chapter: how many runs, checks, and runs that failed (and under which shifts)."""
    width = max(map(len, results), default=0)
    lines = [f"{'chapter':<{width}}  runs  checks  failed"]
    for name, runs in sorted(results.items()):
        bad = [shift for shift, outcome in sorted(runs.items()) if outcome.complaints()]
        checks = sum(len(outcome.checks) for outcome in runs.values())
        shifts = f" (seeds {', '.join(map(str, bad))})" if bad else ""
        lines.append(f"{name:<{width}}  {len(runs):>4}  {checks:>6}  {len(bad):>6}{shifts}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=30, help="how many shifts")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    chosen = options(parser, arguments)
    results = run(chosen.chapters, chosen.count, chosen.jobs)
    print(table(results))
    return 1 if any(outcome.complaints() for runs in results.values() for outcome in runs.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
