"""Re-execute the notebooks whose inputs changed, and store them in canonical form.

    python -m tools.notebooks [--all] [--check] [--jobs N] [NOTEBOOK …]

A cell that raises, writes to stderr or runs longer than a minute fails the command; that notebook then stays as it was.
"""

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ipykernel.kernelspec
import nbformat
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpec
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from tools import ROOT, inputs, notebooks
from tools.canonical import canonical, dump, load
from tools.keep import keep
from tools.sockets import OwnSockets

BUDGET = 60  # seconds a cell
IGNORED = (
    "FAQFORMER_SEED",
    "MPLBACKEND",
    "PYTHONWARNINGS",
    "PYTHONHASHSEED",
)  # they change outputs


class Failed(Exception):
    """A notebook that cannot be stored; the message says which cell and why."""


class ThisPython(OwnSockets, AsyncKernelManager):
    """Starts the Python that runs this: a kernel installed under the same name may be another's."""

    @property
    def kernel_spec(self) -> KernelSpec:
        return KernelSpec(**ipykernel.kernelspec.get_kernel_dict())


def check(path: Path) -> None:
    """Raise Failed unless the notebook in path is stored in canonical form."""
    if path.read_text(encoding="utf-8") != dump(canonical(load(path))):
        raise Failed(f"{path}: not in canonical form; `make notebooks` writes it")


async def execute(path: Path, root: Path = ROOT, budget: float = BUDGET) -> dict:
    """The notebook in path, executed in its own folder by a fresh kernel, in canonical form. Raises Failed."""
    source = canonical(load(path))
    for cell in source["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    notebook = nbformat.from_dict(source)
    begun = []
    client = NotebookClient(
        notebook,
        kernel_manager_class=ThisPython,
        resources={"metadata": {"path": str(path.parent)}},
        timeout=budget,
        record_timing=False,
        on_cell_start=lambda cell, cell_index: begun.append(cell) if cell.cell_type == "code" else None,
    )
    with tempfile.TemporaryDirectory() as profile:
        try:
            await client.async_execute(env=_environment(root, profile), stderr=subprocess.DEVNULL)
        except CellTimeoutError:
            raise Failed(f"{_where(path, begun)}: still running after {budget:g} s") from None
        except CellExecutionError as error:
            raise Failed(f"{_where(path, begun)}: {_plain(error.ename)}: {_plain(error.evalue)}") from None
        except DeadKernelError:
            raise Failed(f"{_where(path, begun)}: the kernel died") from None
    for number, cell in enumerate(begun, start=1):
        complaint = "".join(o.text for o in cell.outputs if o.output_type == "stream" and o.name == "stderr")
        if complaint:
            raise Failed(f"{_where(path, begun[:number])}: wrote to stderr: {complaint.strip()}")
    nbformat.validate(notebook)
    return canonical(notebook)


async def store(path: Path, root: Path = ROOT, budget: float = BUDGET) -> bool:
    """Execute and write the notebook in path; True when the file changed. Raises Failed, and then writes nothing."""
    before, inputs_before = path.read_text(encoding="utf-8"), inputs.stamp(path, root)
    text = dump(keep(load(path), await execute(path, root, budget)))
    if path.read_text(encoding="utf-8") != before:
        raise Failed(f"{path}: saved by somebody while it ran")
    steady = inputs.stamp(path, root) == inputs_before
    changed = text != before
    if changed:
        temporary = path.with_suffix(".tmp")
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, path)
    if steady:  # else the outputs may come from inputs that are gone already
        stamp = inputs.stamp_file(path, root)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(inputs.stamp(path, root))
    return changed


def is_fresh(path: Path, root: Path = ROOT) -> bool:
    """True when the notebook in path was executed here with the inputs that it has now."""
    stamp = inputs.stamp_file(path, root)
    return stamp.exists() and stamp.read_text() == inputs.stamp(path, root)


async def store_all(paths: list[Path], root: Path, jobs: int) -> list[str]:
    """Store every notebook in paths, so many at a time; the messages of those that failed."""
    places, failures = asyncio.Semaphore(jobs), []

    async def one(path: Path) -> None:
        async with places:
            start = time.perf_counter()
            try:
                outcome = "changed" if await store(path, root) else "as it was"
            except (Failed, ValueError) as failure:
                outcome = "failed"
                failures.append(str(failure))
            print(f"{path.relative_to(root)}: {outcome} ({time.perf_counter() - start:.0f} s)", flush=True)

    await asyncio.gather(*(one(path) for path in paths))
    return failures


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="*", type=Path, help="by default every chapter's")
    parser.add_argument("--all", action="store_true", help="also those whose inputs did not change")
    parser.add_argument("--check", action="store_true", help="only say which are not in canonical form")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree that holds chapters/ and lib/")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    paths = [path.resolve() for path in options.notebooks] or notebooks(root)
    failures = []
    if options.check:
        for path in paths:
            try:
                check(path)
            except (Failed, ValueError) as failure:
                failures.append(str(failure))
    else:
        due = [path for path in paths if options.all or not is_fresh(path, root)]
        failures = asyncio.run(store_all(due, root, options.jobs))
        print(f"{len(paths)} notebooks, {len(due)} executed, {len(failures)} failed")
    for failure in failures:
        print(f"✗ {failure}", file=sys.stderr)
    return 1 if failures else 0


def _environment(root: Path, profile: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in IGNORED}
    return inherited | {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(root / "lib"), "IPYTHONDIR": profile}


def _where(path: Path, begun: list) -> str:
    """Where execution stopped: at the last code cell that began."""
    first = begun[-1].source.strip().splitlines()[0] if begun else "start"
    return f"{path}, code cell {len(begun)} ({first})"


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", str(text)).strip()


if __name__ == "__main__":
    sys.exit(main())
