"""Run a chapter's code cells without a kernel, and collect what its checks say.

Goes on after a failure, so that one run tells of every check. Shows no figure and prints nothing of the chapter's own.
`run` changes the process it runs in (folder, path, main module): `tools.forks` gives each run its own.
"""

import io
import linecache
import os
import sys
import types
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tools import ROOT
from tools.canonical import load


@dataclass(frozen=True)
class Job:
    """One run: a notebook, the folder that holds the library to use, a shift of all seeds, ids to stop after.

    The run ends early once a check of every id in `until` has failed (never, if there are none). `trunk` may name a
    notebook with as many cells, the same up to some cell, in whose folder this one belongs: so far they run as one.
    """

    notebook: str
    lib: str = str(ROOT / "lib")
    seed: int = 0
    until: tuple[str, ...] = ()
    trunk: str = ""


@dataclass(frozen=True)
class Check:
    """What one check said: its line if it passed, its panel if not."""

    id: str
    passed: bool
    text: str


@dataclass(frozen=True)
class Raised:
    """An exception that left a code cell; cell 0 stands for the run as a whole."""

    cell: int
    type: str
    message: str

    def __str__(self) -> str:
        where = f"code cell {self.cell}: " if self.cell else ""
        return f"{where}{self.type}: {self.message}"


@dataclass(frozen=True)
class Outcome:
    """A run's checks and exceptions in order, and the code cells that drew random numbers past `seeds`."""

    checks: list[Check] = field(default_factory=list)
    raised: list[Raised] = field(default_factory=list)
    unseeded: list[int] = field(default_factory=list)

    @property
    def failed(self) -> list[Check]:
        return [check for check in self.checks if not check.passed]

    def complaints(self) -> list[str]:
        """What is wrong with a run in which everything should pass."""
        follow = [error for error in self.raised[1:] if error.type == "NameError"]  # an earlier cell did not define it
        return [
            *(check.text for check in self.failed),
            *(str(error) for error in self.raised if error not in follow),
            *(f"code cell {cell}: draws random numbers that `seeds` does not control" for cell in self.unseeded),
        ]

    def to_dict(self) -> dict:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict) -> "Outcome":
        checks, raised = ([kind(**item) for item in data[key]] for kind, key in ((Check, "checks"), (Raised, "raised")))
        return cls(checks, raised, data["unseeded"])


def code(notebook: str | Path) -> list[str]:
    """The sources of a notebook's code cells."""
    return [cell["source"] for cell in load(Path(notebook))["cells"] if cell["cell_type"] == "code"]


def run(job: Job, turn: Callable[[int], Job | None] = lambda number: None) -> Outcome:
    """Run job in this process, which is of no other use afterwards. Raises RuntimeError if it has another faqformer.

    turn: asked before each code cell, from 1 on; the job that it returns, if any, takes over from that cell on.
    """
    notebook, lib = Path(job.notebook).resolve(), Path(job.lib).resolve()
    cells = code(notebook)
    os.environ["FAQFORMER_SEED"] = str(job.seed)
    os.chdir(notebook.parent)
    sys.path.insert(0, str(lib))
    _no_screen(draw=not job.until)
    for name in [name for name in sys.modules if name.split(".")[0] == "faqbook"]:
        del sys.modules[name]  # the tools read records with their own copy
    from faqbook import checks

    if not Path(checks.__file__).is_relative_to(lib):
        raise RuntimeError(f"faqformer comes from {checks.__file__}, expected {lib}")
    sys.modules["__main__"] = main = types.ModuleType("__main__")
    main.display = lambda *objects, **options: None
    raised, unseeded = [], []
    with checks.recording() as records, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        for number in range(1, len(cells) + 1):
            if other := turn(number):
                job, cells = other, code(other.notebook)
            before = _random_state()
            try:
                exec(_compiled(cells[number - 1], number), main.__dict__)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a cell may well call sys.exit
                raised.append(Raised(number, type(error).__name__, str(error)))
            if _random_state() != before:
                unseeded.append(number)
            if job.until and set(job.until) <= {record.id for record in records if not record.passed}:
                break
    said = [Check(r.id, r.passed, r.line() if r.passed else r.panel()) for r in records]
    return Outcome(said, raised, unseeded)


def _no_screen(draw: bool) -> None:
    """Figures are closed instead of shown; drawn before, since drawing may fail, unless only checks matter."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    def show(*args, **kwargs):
        for number in plt.get_fignums() if draw else ():
            plt.figure(number).canvas.draw()
        plt.close("all")

    plt.show = show


def _compiled(source: str, number: int):
    """The cell's code, known to `inspect.getsource` and to tracebacks as `<code cell n>`."""
    name = f"<code cell {number}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    return compile(source, name, "exec")


def _random_state() -> tuple:
    """The state of every global source of random numbers: a run of the book must leave them as they are."""
    import random

    import numpy as np
    import torch

    return bytes(torch.get_rng_state().numpy()), repr(np.random.get_state()), random.getstate()
