"""Running a chapter without a kernel: the same checks, and every failure told."""

import os
import shutil

import pytest

from tests.tools.conftest import plant
from tools import forks
from tools.chapter_run import Job
from tools.forks import all_outcomes

FIRST = """import random, sys, os
import torch
import matplotlib.pyplot as plt
from faqbook import checks
from faqformer import seeds"""
CASES = {
    "failing": [
        "checks.equal('a.one', 1, 2)\nx = undefined",
        "sys.exit('stop')",
        "checks.equal('a.two', 1, 1)",
        "checks.must_fail(checks.equal, 'a.three', 1, 2)",
        "checks.must_fail(checks.equal, 'a.four', 1, 1)",
    ],
    "random": [
        "checks.equal('a.b', seeds.seed(1), 1)",
        "torch.rand(1)",
        "torch.rand(1, generator=seeds.generator(1))",
        "with seeds.fixed(1):\n    torch.rand(1)",
        "random.random()",
    ],
    "main": [
        "import inspect\nfrom typing import get_type_hints",
        "class A:\n    x: 'int'\n\n    def f(self):\n        return 1",
        "checks.equal('a.b', get_type_hints(A), {'x': int})",
        "checks.equal('a.c', 'return 1' in inspect.getsource(A.f), True)",
    ],
    "figures": [
        "plt.plot([1, 2])\nplt.show()\nchecks.equal('a.b', plt.get_fignums(), [])",
        "plt.title('$\\\\frac{$')\nplt.show()",
    ],
    "dead": ["os._exit(3)"],
    "endless": ["import time\ntime.sleep(1000)"],
    "early": ["checks.equal('a.one', 1, 2)", "1 / 0"],
}


@pytest.fixture(scope="module")
def outcomes(executed, tmp_path_factory):
    """Every case's outcome, all from one process that forks."""
    root = tmp_path_factory.mktemp("cases")
    lib = str(executed.root / "lib")
    jobs = {"whole": Job(str(executed.notebook), lib)}
    for name, sources in CASES.items():
        plant(executed, FIRST, *sources, notebook=root / f"{name}.ipynb")
        jobs[name] = Job(str(root / f"{name}.ipynb"), lib)
    jobs["shifted"] = Job(jobs["random"].notebook, lib, seed=1)
    jobs["until one"] = Job(jobs["early"].notebook, lib, until=("a.one",))
    jobs["until two"] = Job(jobs["early"].notebook, lib, until=("a.one", "a.two"))
    for name in ("changed", "broken"):
        shutil.copytree(lib, root / name)
        jobs[name] = Job(str(executed.notebook), str(root / name))
    (root / "changed/faqformer/toy.py").write_text("def double(x):\n    return 3 * x\n")
    (root / "broken/faqbook/checks/__init__.py").write_text("import nothing_of_the_kind\n")
    return dict(zip(jobs, all_outcomes(list(jobs.values()), budget=20), strict=True))


def test_the_checks_are_those_of_the_stored_notebook(outcomes, executed):
    checks = outcomes["whole"].checks
    assert [(c.id, c.passed) for c in checks] == [
        ("scaling.claim", True),
        ("scaling.step", True),
        ("scaling.exercise", True),
    ]
    assert outcomes["whole"].complaints() == []
    outputs = [output for cell in executed.code_cells for output in cell["outputs"]]
    assert checks[0].text in [output.get("data", {}).get("text/plain") for output in outputs]


def test_a_run_goes_on_after_failures_and_tells_of_each(outcomes):
    run = outcomes["failing"]
    assert [(check.id, check.passed) for check in run.checks] == [("a.one", False), ("a.two", True), ("a.four", False)]
    assert [(error.cell, error.type) for error in run.raised] == [(2, "NameError"), (3, "SystemExit")]
    assert len(run.complaints()) == 4 and run.complaints()[0].startswith("✗ a.one failed\n")


def test_seeds_shift_and_random_numbers_past_them_are_seen(outcomes):
    assert not outcomes["random"].failed and len(outcomes["shifted"].failed) == 1
    assert outcomes["random"].unseeded == outcomes["shifted"].unseeded == [3, 6]
    assert outcomes["random"].complaints()[0].startswith("code cell 3: draws random numbers")


def test_cells_share_a_main_module_whose_source_can_be_shown(outcomes):
    assert [check.passed for check in outcomes["main"].checks] == [True, True] and not outcomes["main"].raised


def test_figures_are_drawn_and_closed(outcomes):
    assert [check.passed for check in outcomes["figures"].checks] == [True]
    assert [error.cell for error in outcomes["figures"].raised] == [3], "a figure that cannot be drawn raises"


def test_each_run_has_its_own_library_and_a_broken_one_is_told(outcomes):
    assert {check.id for check in outcomes["changed"].failed} == {"scaling.step"}
    assert [(error.cell, error.type) for error in outcomes["broken"].raised] == [(0, "ModuleNotFoundError")]


def test_a_run_that_dies_or_does_not_end_is_told(outcomes):
    assert [str(error) for error in outcomes["dead"].raised] == ["Died: the process ended with 3"]
    assert [str(error) for error in outcomes["endless"].raised] == ["TimeoutError: still running after 20 s"]


def test_a_run_ends_once_the_named_checks_have_failed(outcomes):
    assert not outcomes["until one"].raised
    assert [error.type for error in outcomes["until two"].raised] == ["ZeroDivisionError"]


TRUNK = [
    "with open('ran', 'a') as file:\n    print('once', file=file)",
    "x = 1\nundefined",
    "import inspect\ndef f():\n    return x",
    "checks.equal('a.b', f(), 1)\nchecks.equal('a.c', torch.rand(1).item() < 2, True)",
]
BRANCHES = {  # the cell that differs, and what stands there
    "early": (1, "x = 2"),
    "source": (
        2,
        "def f():\n    return 1 + x - 1  # otherwise\nimport inspect\nassert 'otherwise' in inspect.getsource(f)",
    ),
    "late": (3, "checks.equal('a.b', f(), 3)\n1 / 0"),
    "dead": (3, "os._exit(3)"),
    "alike": (0, TRUNK[0]),
}


@pytest.fixture(scope="module")
def branched(executed, tmp_path_factory):
    """Each branch's outcome as one that leaves the trunk, and alone; and what the first cell has written."""
    root = tmp_path_factory.mktemp("trunk")
    (root / "alone").mkdir()
    lib, trunk = str(executed.root / "lib"), root / "trunk.ipynb"
    plant(executed, FIRST, *TRUNK, notebook=trunk)
    found = {}
    for folder in (root, root / "alone"):
        jobs = []
        for name, (at, cell) in BRANCHES.items():
            changed = [cell if n == at else old for n, old in enumerate(TRUNK)]
            plant(executed, FIRST, *changed, notebook=folder / f"{name}.ipynb")
            shared = {"trunk": str(trunk)} if folder == root else {}
            jobs.append(Job(str(folder / f"{name}.ipynb"), lib, until=("a.b",), **shared))
        found[folder] = dict(zip(BRANCHES, all_outcomes(jobs, budget=60), strict=True))
    return found[root], found[root / "alone"], (root / "ran").read_text(), (root / "alone/ran").read_text()


@pytest.mark.parametrize("name", BRANCHES)
def test_a_branch_runs_as_it_would_alone(branched, name):
    leaving, alone, *_ = branched
    assert leaving[name] == alone[name] and (leaving[name].checks or name == "dead")


def test_what_branches_have_in_common_runs_once(branched):
    *_, shared, alone = branched
    assert (shared, alone) == ("once\n", len(BRANCHES) * "once\n")


def test_a_branch_that_does_not_end_leaves_the_others_their_time(executed, tmp_path):
    cells = ["x = 1", "checks.equal('a.b', x, 1)"]
    plant(executed, FIRST, *cells, notebook=tmp_path / "trunk.ipynb")
    jobs = []
    for name, first in {"endless": "import time\ntime.sleep(1000)", "other": "x = 2"}.items():
        plant(executed, FIRST, first, cells[1], notebook=tmp_path / f"{name}.ipynb")
        lib = str(executed.root / "lib")
        jobs.append(Job(str(tmp_path / f"{name}.ipynb"), lib, trunk=str(tmp_path / "trunk.ipynb")))
    endless, other = all_outcomes(jobs, budget=5)
    assert [str(error) for error in endless.raised] == ["TimeoutError: still running after 5 s"]
    assert [check.id for check in other.failed] == ["a.b"]


def test_who_asks_for_no_more_ends_the_runs(executed, tmp_path):
    note = tmp_path / "pid"
    plant(executed, FIRST, "checks.equal('a.b', 1, 1)", notebook=tmp_path / "quick.ipynb")
    endless = f"import time\nopen({str(note)!r}, 'w').write(str(os.getpid()))\ntime.sleep(1000)"
    plant(executed, FIRST, endless, notebook=tmp_path / "endless.ipynb")
    jobs = [Job(str(tmp_path / f"{name}.ipynb"), str(executed.root / "lib")) for name in ("endless", "quick")]
    runs = forks.outcomes(jobs)
    assert next(runs)[0] == 1
    while not note.exists():
        pass
    runs.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)
