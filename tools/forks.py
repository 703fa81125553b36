"""Run many chapters, or one many times, each in a process forked from one that has imported torch and matplotlib.

The process that forks is a fresh interpreter, whatever the caller has done. It has imported nothing of faqformer, so
that each run may bring its own copy, and has one thread: a fork while torch's threads run would hang.
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
from dataclasses import asdict
from multiprocessing import connection

from tools import ROOT
from tools.chapter_run import Job, Outcome, Raised, run

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


def serve(jobs: list[Job], processes: int, budget: float) -> Iterator[tuple[int, Outcome]]:
    """Fork a child a job, so many at a time, and yield index and outcome as they finish."""
    if threading.active_count() > 1 or "faqformer" in sys.modules:
        raise RuntimeError("forking needs one thread and no faqformer")
    waiting, live = deque(enumerate(jobs)), {}
    context = multiprocessing.get_context("fork")
    while waiting or live:
        while waiting and len(live) < processes:
            index, job = waiting.popleft()
            here, there = context.Pipe(duplex=False)
            child = context.Process(target=_child, args=(job, there))
            child.start()
            there.close()
            live[here] = (index, child, time.monotonic() + budget)
        deadline = min(end for _, _, end in live.values())
        connection.wait(list(live), timeout=max(0.0, deadline - time.monotonic()))
        for here, (index, child, end) in list(live.items()):
            if not here.poll() and time.monotonic() < end:
                continue
            yield index, _received(here, child, budget)
            del live[here]


def _received(here, child, budget: float) -> Outcome:
    """What the child sent; an outcome that says so if it died or ran too long."""
    try:
        outcome = Outcome.from_dict(here.recv()) if here.poll() else None
    except EOFError:
        child.join()
        outcome = Outcome(raised=[Raised(0, "Died", f"the process ended with {child.exitcode}")])
    if outcome is None:
        child.kill()
        outcome = Outcome(raised=[Raised(0, "TimeoutError", f"still running after {budget:g} s")])
    child.join()
    here.close()
    return outcome


def _child(job: Job, there) -> None:
    import torch

    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked for the runs ends them
    torch.set_num_threads(1)
    try:
        outcome = run(job)
    except Exception as error:  # such as a library that no longer imports
        outcome = Outcome(raised=[Raised(0, type(error).__name__, str(error))])
    there.send(outcome.to_dict())


def _end(*signal_and_frame) -> None:
    for child in multiprocessing.active_children():
        child.kill()
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
