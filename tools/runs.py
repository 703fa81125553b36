"""A chapter's runs without a kernel: as it is, then under other seeds and with each of its saboteurs, in forks of one
process. If its checks fail as it is, the others say nothing, and are not made."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from tools import faults
from tools.chapter_run import Job, Outcome
from tools.chapters import Chapter
from tools.forks import outcomes
from tools.found import Found, Memo
from tools.inputs import checks_stamp, hashed
from tools.saboteurs import missed, sabotaged

SEEDS = (1, 2, 3)
SAID = {"checks": "under the published seed", "seeds": "{} of {} other seeds", "saboteurs": "{} of {} caught"}


@dataclass(frozen=True)
class Run:
    """One run: of which stage, under which key its outcome is known, its job in a folder of its own, and its judge."""

    stage: str
    key: str
    job: Callable[[Path], Job]
    judge: Callable[[Outcome], list[str]]


def found(todo: list[Run], memo: Memo, processes: int) -> Iterator[Found]:
    """What each stage found, as soon as its runs have ended; the stages in order."""
    due = [run for run in todo if memo.get(run.key) is None]
    stages = [(stage, list(its)) for stage, its in groupby(todo, key=lambda run: run.stage)]
    with tempfile.TemporaryDirectory() as folder:
        ended = _ended(due, memo, Path(folder), processes)
        with closing(ended):
            for stage, its in stages:
                while any(memo.get(run.key) is None for run in its):
                    next(ended)
                complaints = [memo.get(run.key) for run in its]
                wrong = list(dict.fromkeys(complaint for each in complaints for complaint in each))
                said = SAID[stage].format(sum(not each for each in complaints), len(its))
                yield Found(stage, said, wrong, known=not any(run in due for run in its))
                if stage == "checks" and wrong:
                    return
            next(ended, None)  # so that the process that forks ends by itself


def _ended(due: list[Run], memo: Memo, folder: Path, processes: int) -> Iterator[None]:
    """Make the runs, and stop after each that has ended, in whichever order."""
    jobs = [run.job(folder / str(n)) for n, run in enumerate(due)]
    with closing(outcomes(jobs, processes)) as finished:
        for index, outcome in finished:
            memo.put(due[index].key, due[index].judge(outcome))
            yield


def planned(chapter: Chapter) -> list[Run]:
    """All runs of the chapter; a fault that cannot be read or applied is left to the rules."""
    stamp = checks_stamp(chapter)
    try:
        listed = faults.read(chapter)
    except (ValueError, FileNotFoundError):
        listed = []
    under = [_under(fault, chapter, stamp) for fault in listed]
    return [*(_shifted(shift, chapter, stamp) for shift in (0, *SEEDS)), *(run for run in under if run)]


def _shifted(shift: int, chapter: Chapter, stamp: str) -> Run:
    """The chapter as it is, all its seeds shifted."""
    said = f"under FAQFORMER_SEED={shift}: " if shift else ""
    return Run(
        stage="seeds" if shift else "checks",
        key=f"run {shift} {stamp}",
        job=lambda folder: Job(str(chapter.notebook), str(chapter.root / "lib"), shift),
        judge=lambda outcome: [f"{said}{complaint}" for complaint in outcome.complaints()],
    )


def _under(fault: faults.Fault, chapter: Chapter, stamp: str) -> Run | None:
    """The chapter with the fault; None if that cannot be applied."""
    try:
        faults.faulty(fault, chapter)
    except ValueError:
        return None

    def judge(outcome: Outcome) -> list[str]:
        left = missed(fault, outcome)
        lines = [f"saboteur not caught: {fault.name}", f"did not fail: {', '.join(left)}", *map(str, outcome.raised)]
        return ["\n".join(lines)] if left else []

    key = hashed(chapter.root, [], stamp, fault.file, fault.old, fault.new, *fault.fails)
    return Run("saboteurs", f"fault {key}", lambda folder: sabotaged(fault, chapter, folder), judge)
