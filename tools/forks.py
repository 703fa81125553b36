"""Run many chapters, or one many times, each in a process forked from one that has imported torch and matplotlib.

The process that forks is a fresh interpreter, whatever the caller has done. It has imported nothing of faqformer, so
that each run may bring its own copy, and has one thread: a fork while torch's threads run would hang. Notebooks that
differ from a common trunk in one cell run as one up to that cell, and fork there.
"""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from multiprocessing import connection

from tools import ROOT
from tools.chapter_run import Job, Outcome, Raised, code, run

BUDGET = 180  # seconds a run; a fault may well loop for ever


def outcomes(jobs: list[Job], processes: int = 2, budget: float = BUDGET) -> Iterator[tuple[int, Outcome]]:
    """Each job's index and outcome, as they finish, so many at a time. Closing the iterator ends the runs."""
    if not jobs:
        return
    request = json.dumps({"jobs": [asdict(job) for job in jobs], "processes": processes, "budget": budget})
    environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "tools.forks"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as server:
        server.stdin.write(request)
        server.stdin.close()
        try:
            for line in server.stdout:
                index, outcome = json.loads(line)
                yield index, Outcome.from_dict(outcome)
        except GeneratorExit:
            server.terminate()
            raise
    if server.returncode:
        raise RuntimeError(f"the process that runs chapters ended with {server.returncode}")


def all_outcomes(jobs: list[Job], processes: int = 2, budget: float = BUDGET) -> list[Outcome]:
    """The outcomes in the order of jobs."""
    return [outcome for _, outcome in sorted(outcomes(jobs, processes, budget), key=lambda pair: pair[0])]


@dataclass
class Live:
    """A process that runs jobs: which of them have sent no outcome yet, and until when it may be silent."""

    child: multiprocessing.Process
    pending: list[int]
    budget: float
    end: float = 0.0

    def __post_init__(self) -> None:
        self.heard()

    def heard(self) -> None:
        # One job's time, and of a trunk as much again: while a branch takes its own, the trunk waits.
        self.end = time.monotonic() + self.budget * (1 + (len(self.pending) > 1))


def serve(jobs: list[Job], processes: int, budget: float) -> Iterator[tuple[int, Outcome]]:
    """Fork a child a job or a trunk, so many at a time, and yield index and outcome as they finish."""
    if threading.active_count() > 1 or "faqformer" in sys.modules:
        raise RuntimeError("forking needs one thread and no faqformer")
    waiting, live = deque(_grouped(jobs)), {}
    context = multiprocessing.get_context("fork")
    while waiting or live:
        while waiting and len(live) < processes:
            group = waiting.popleft()
            here, there = context.Pipe(duplex=False)
            child = context.Process(target=_child, args=(group, there, budget))
            child.start()
            there.close()
            live[here] = Live(child, [index for index, _ in group], budget)
        deadline = min(one.end for one in live.values())
        connection.wait(list(live), timeout=max(0.0, deadline - time.monotonic()))
        for here, one in list(live.items()):
            if here.poll() or time.monotonic() >= one.end:
                yield from _received(here, one)
                if not one.pending:
                    one.child.join()
                    here.close()
                    del live[here]


def _grouped(jobs: list[Job]) -> list[list[tuple[int, Job]]]:
    """The jobs with their indices: those of one trunk together, in the order in which they leave it."""
    groups = {}
    for index, job in enumerate(jobs):
        groups.setdefault((job.trunk, job.lib, job.seed) if job.trunk else index, []).append((index, job))
    return list(groups.values())


def _received(here, one: Live) -> Iterator[tuple[int, Outcome]]:
    """The outcome that a child sent; for all that it owes, one that says so if it died or was silent too long."""
    try:
        sent = here.recv() if here.poll() else None
    except EOFError:
        one.child.join()
        raised = Raised(0, "Died", f"the process ended with {one.child.exitcode}")
    else:
        if sent:
            index, outcome = sent
            one.pending.remove(index)
            one.heard()
            yield index, Outcome.from_dict(outcome)
            return
        _kill(one.child)
        raised = Raised(0, "TimeoutError", f"still running after {one.budget:g} s")
    owed, one.pending = one.pending, []
    for index in owed:
        yield index, Outcome(raised=[raised])


def _child(group: list[tuple[int, Job]], there, budget: float) -> None:
    import torch

    os.setpgid(0, 0)  # so that it can be ended with its own children
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked for the runs ends them
    torch.set_num_threads(1)
    first = group[0][1]
    if first.trunk:
        _trunk(group, there, budget)
    else:
        there.send((group[0][0], _outcome(first).to_dict()))


def _outcome(job: Job, *turn) -> Outcome:
    try:
        return run(job, *turn)
    except Exception as error:  # such as a library that no longer imports
        return Outcome(raised=[Raised(0, type(error).__name__, str(error))])


class Trunk:
    """Runs the trunk, and at each cell forks the jobs whose notebooks leave it there; waits for each."""

    def __init__(self, group: list[tuple[int, Job]], there, budget: float):
        self.there, self.budget = there, budget
        self.index, self.answer = None, None  # of the branch that this process has become, if it has
        trunk = code(group[0][1].trunk)
        self.leaving = {}
        for index, job in group:
            cells = code(job.notebook)
            alike = (mine == its for mine, its in zip(trunk, cells, strict=True))
            at = next((number for number, same in enumerate(alike, start=1) if not same), len(trunk))
            self.leaving.setdefault(at, []).append((index, job))

    def turn(self, number: int) -> Job | None:
        for index, job in self.leaving.pop(number, []) if self.index is None else []:
            here, there = multiprocessing.Pipe(duplex=False)
            child = os.fork()
            if not child:
                self.index, self.there = index, there
                return job
            there.close()
            self.there.send((index, self.ended(child, here).to_dict()))
        if not self.leaving and self.index is None:
            raise Enough
        return None

    def ended(self, child: int, here) -> Outcome:
        """What the branch sent; an outcome that says so if it died or ran too long."""
        try:
            sent = here.recv() if here.poll(self.budget) else None
            outcome = sent or Outcome(raised=[Raised(0, "TimeoutError", f"still running after {self.budget:g} s")])
        except EOFError:
            outcome = None
        if outcome is not None:
            os.kill(child, signal.SIGKILL)  # it has nothing more to say
        _, status = os.waitpid(child, 0)
        here.close()
        return outcome or Outcome(
            raised=[Raised(0, "Died", f"the process ended with {os.waitstatus_to_exitcode(status)}")]
        )


class Enough(BaseException):
    """Every branch has left the trunk."""


def _trunk(group: list[tuple[int, Job]], there, budget: float) -> None:
    trunk = Trunk(group, there, budget)
    first = group[0][1]
    try:
        outcome = _outcome(Job(first.trunk, first.lib, first.seed, until=("",)), trunk.turn)
    except Enough:
        return
    if trunk.index is not None:
        trunk.there.send(outcome)
        os._exit(0)
    for index, _ in (late for leaving in trunk.leaving.values() for late in leaving):
        there.send((index, outcome.to_dict()))


def _kill(child) -> None:
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:  # it has no group of its own yet
        child.kill()


def _end(*signal_and_frame) -> None:
    for child in multiprocessing.active_children():
        _kill(child)
        child.join()
    os._exit(1)


def main() -> None:
    for ended in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ended, _end)
    # What every chapter needs, imported once.
    import jaxtyping  # noqa: F401
    import jsonschema  # noqa: F401
    import matplotlib.pyplot  # noqa: F401
    import mpmath  # noqa: F401
    import torch
    import yaml  # noqa: F401

    request = json.load(sys.stdin)
    if len(request["jobs"]) > 10:  # takes a second, and loading real weights needs it
        import torch._dynamo  # noqa: F401
    jobs = [Job(**job | {"until": tuple(job["until"])}) for job in request["jobs"]]
    for index, outcome in serve(jobs, request["processes"], request["budget"]):
        print(json.dumps([index, outcome.to_dict()]), flush=True)


if __name__ == "__main__":
    main()
