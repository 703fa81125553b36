"""Executing notebooks: what is stored is what ran, and a notebook that fails turns both commands red."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import nbval.kernel
import pytest

from faqbook.record import stored
from tests.tools.conftest import plant, sibling
from tools import ROOT
from tools.canonical import canonical, dump, load
from tools.nbval_plugin import SocketKernelManager
from tools.notebooks import Failed, ThisPython, execute, is_fresh, main, store

FAULTS = {
    "raises": ("1 / 0", "ZeroDivisionError: division by zero"),
    "fails a check": ("from faqbook import checks\nchecks.equal('a.b', 1, 2)", "a.b failed"),
    "complains": ("import sys\nprint('hm', file=sys.stderr)", "wrote to stderr: hm"),
    "warns": ("import warnings\nwarnings.warn('hm')", "UserWarning: hm"),
    "dies": ("import os\nos._exit(1)", "the kernel died"),
    "does not end": ("while True:\n    pass", "still running after 3 s"),
    "is no Python": ("x = (", "SyntaxError"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_cell_that_fails_is_named_and_nothing_is_written(chapter, fault):
    source, message = FAULTS[fault]
    before = plant(chapter, "x = 1", source, "y = 2")
    with pytest.raises(Failed) as failure:
        asyncio.run(store(chapter, budget=3 if fault == "does not end" else 60))
    assert message in str(failure.value)
    assert f"code cell 2 ({source.splitlines()[0]})" in str(failure.value)
    assert chapter.notebook.read_bytes() == before
    assert not is_fresh(chapter)


def test_what_is_stored_is_canonical_and_what_ran(executed):
    text = executed.notebook.read_text(encoding="utf-8")
    assert text == dump(canonical(load(executed.notebook)))
    outputs = [output for cell in executed.code_cells for output in cell["outputs"]]
    records = [(record["id"], record["meant_to_fail"]) for record in map(stored, outputs) if record]
    assert records == [
        ("scaling.claim", False), ("scaling.step", False), ("scaling.claim", True), ("scaling.exercise", False),
    ]  # fmt: skip
    assert sum("image/png" in output.get("data", {}) for output in outputs) == 1
    assert all("Result(" not in json.dumps(output) for output in outputs), "a check as last value shows its line once"


def test_a_second_run_changes_no_byte_and_happens_only_when_an_input_changed(chapter, capsys):
    before = chapter.notebook.read_bytes()
    assert main(["--root", str(chapter.root)]) == 0
    assert "1 notebooks, 0 executed, 0 failed" in capsys.readouterr().out
    toy = chapter.root / "lib/faqformer/toy.py"
    toy.write_text(toy.read_text() + "\n# a comment\n")
    assert main(["--root", str(chapter.root)]) == 0
    assert "attention/scaling: as it was" in capsys.readouterr().out
    assert chapter.notebook.read_bytes() == before
    assert is_fresh(chapter)


def test_a_change_in_the_library_reaches_the_stored_outputs(chapter):
    plant(chapter, "from faqformer import toy\ntoy.double(2)")
    for factor in (2, 3):
        (chapter.root / "lib/faqformer/toy.py").write_text(f"def double(x):\n    return {factor} * x\n")
        assert not is_fresh(chapter)
        asyncio.run(store(chapter))
        assert load(chapter.notebook)["cells"][0]["outputs"][0]["data"]["text/plain"] == str(2 * factor)


def test_a_change_during_the_run_is_neither_overwritten_nor_taken_for_executed(chapter):
    plant(chapter, "from pathlib import Path\nPath('scaling.yml').write_text('edited')")
    asyncio.run(store(chapter))
    assert not is_fresh(chapter)
    plant(chapter, "from pathlib import Path\nPath('scaling.ipynb').write_text('edited')")
    with pytest.raises(Failed, match="saved by somebody while it ran"):
        asyncio.run(store(chapter))
    assert chapter.notebook.read_text() == "edited"


def test_a_notebook_runs_in_its_folder_by_this_python_with_published_seeds(chapter, monkeypatch):
    monkeypatch.setenv("FAQFORMER_SEED", "3")
    plant(chapter, "import os, sys\nprint(os.getcwd(), sys.executable, os.environ.get('FAQFORMER_SEED'))")
    (cell,) = asyncio.run(execute(chapter))["cells"]
    assert cell["outputs"][0]["text"] == f"{chapter.folder} {sys.executable} None\n"


def test_kernels_have_sockets_of_their_own():
    """A port could be another kernel's by the time it is used; a file in a new folder cannot."""
    managers = ThisPython(), SocketKernelManager(), SocketKernelManager()
    assert {manager.transport for manager in managers} == {"ipc"}
    assert len({Path(manager.ip).parent for manager in managers}) == len(managers)
    assert nbval.kernel.KernelManager is SocketKernelManager


@pytest.mark.long
def test_a_planted_failure_turns_both_commands_red_and_a_changed_output_nbval(chapter):
    """The commands of `make notebooks` and `make test`, as they stand in the Makefile."""
    changed, torn = (chapter.notebook.with_stem(stem) for stem in ("changed", "torn"))
    text = whole = dump(load(chapter.notebook))
    for old, new in {"theory 0, measured": "theory 0, found", "The quiz: run": "The quiz: run,"}.items():
        assert old in text
        text = text.replace(old, new, 1)
    planted = sibling(chapter, "masking")
    plant(planted, "x = 1", "x / 0")
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": f"{ROOT}{os.pathsep}{chapter.root / 'lib'}"}

    def command(*arguments):
        full = [sys.executable, "-m", *map(str, arguments)]
        return subprocess.run(full, cwd=chapter.root, env=environment, capture_output=True, text=True, timeout=250)

    stored = command("tools.notebooks", "--root", chapter.root)
    assert stored.returncode == 1 and "2 notebooks, 1 executed, 1 failed" in stored.stdout
    assert stored.stderr == "✗ attention/masking, code cell 2 (x / 0): ZeroDivisionError: division by zero\n"

    changed.write_text(text, encoding="utf-8")
    shows = '"quiz.show('  # a quiz whose page cannot be set: what is stored of it is the same line
    assert shows in whole
    torn.write_text(whole.replace(shows, f'"quiz.shown.quiz_html = None\\n",\n    {shows}'), encoding="utf-8")
    (chapter.root / "chapters/_build").mkdir()
    (chapter.root / "chapters/_build/copy.ipynb").write_text("{}")
    nbval = ("--nbval", "--nbval-current-env", "--nbval-cell-timeout", "120")
    compared = command(
        "pytest", "-p", "tools.nbval_plugin", "--numprocesses", "2", "--dist", "loadfile", *nbval, "chapters"
    )
    red = sorted(line.split()[1] for line in compared.stdout.splitlines() if line.startswith("FAILED"))
    assert compared.returncode == 1
    assert red == [f"chapters/attention/{name}.ipynb::Cell" for name in ("changed", "changed", "masking", "torn")]
    assert "scaling.ipynb" not in " ".join(red) and "4 failed, 34 passed" in compared.stdout
