"""Re-execute the notebooks whose inputs changed, and store them in canonical form.

    python -m tools.notebooks [--all] [--jobs N] [CHAPTER …]

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

from tools import inputs
from tools.canonical import canonical, dump, load
from tools.chapters import Chapter, options
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


async def execute(chapter: Chapter, budget: float = BUDGET) -> dict:
    """The chapter's notebook, executed in its folder by a fresh kernel, in canonical form. Raises Failed."""
    source = canonical(load(chapter.notebook))
    for cell in source["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    notebook = nbformat.from_dict(source)
    begun = []
    client = NotebookClient(
        notebook,
        kernel_manager_class=ThisPython,
        resources={"metadata": {"path": str(chapter.folder)}},
        timeout=budget,
        record_timing=False,
        on_cell_start=lambda cell, cell_index: begun.append(cell) if cell.cell_type == "code" else None,
    )
    with tempfile.TemporaryDirectory() as profile:
        try:
            await client.async_execute(env=_environment(chapter.root, profile), stderr=subprocess.DEVNULL)
        except CellTimeoutError:
            raise Failed(f"{_where(chapter, begun)}: still running after {budget:g} s") from None
        except CellExecutionError as error:
            raise Failed(f"{_where(chapter, begun)}: {_plain(error.ename)}: {_plain(error.evalue)}") from None
        except DeadKernelError:
            raise Failed(f"{_where(chapter, begun)}: the kernel died") from None
    for number, cell in enumerate(begun, start=1):
        complaint = "".join(o.text for o in cell.outputs if o.output_type == "stream" and o.name == "stderr")
        if complaint:
            raise Failed(f"{_where(chapter, begun[:number])}: wrote to stderr: {complaint.strip()}")
    nbformat.validate(notebook)
    return canonical(notebook)


async def store(chapter: Chapter, budget: float = BUDGET) -> bool:
    """Execute and write the notebook; True when the file changed. Raises Failed, and then writes nothing."""
    path = chapter.notebook
    before, inputs_before = path.read_text(encoding="utf-8"), inputs.stamp(chapter)
    text = dump(keep(load(path), await execute(chapter, budget)))
    if path.read_text(encoding="utf-8") != before:
        raise Failed(f"{chapter.name}: saved by somebody while it ran")
    steady = inputs.stamp(chapter) == inputs_before
    changed = _write(path, text)
    if steady:  # else the outputs may come from inputs that are gone already
        stamp = inputs.stamp_file(chapter)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(inputs.stamp(chapter))
    return changed


def is_fresh(chapter: Chapter) -> bool:
    """True when the notebook was executed here with the inputs that it has now."""
    stamp = inputs.stamp_file(chapter)
    return stamp.exists() and stamp.read_text() == inputs.stamp(chapter)


def tidy(chapter: Chapter) -> bool:
    """Write the notebook in canonical form, as an editor of its text may not have; True when the file changed."""
    return _write(chapter.notebook, dump(canonical(load(chapter.notebook))))


def _write(path: Path, text: str) -> bool:
    """Replace the file at once, unless it holds text already; True when it did not."""
    if path.read_text(encoding="utf-8") == text:
        return False
    temporary = path.with_suffix(".tmp")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)
    return True


async def store_all(chapters: list[Chapter], jobs: int) -> list[str]:
    """Store every chapter's notebook, so many at a time; the messages of those that failed."""
    places, failures = asyncio.Semaphore(jobs), []

    async def one(chapter: Chapter) -> None:
        async with places:
            start = time.perf_counter()
            try:
                outcome = "changed" if await store(chapter) else "as it was"
            except (Failed, ValueError) as failure:
                outcome = "failed"
                failures.append(str(failure))
            print(f"{chapter.name}: {outcome} ({time.perf_counter() - start:.0f} s)", flush=True)

    await asyncio.gather(*map(one, chapters))
    return failures


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="also those whose inputs did not change")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    chosen = options(parser, arguments)
    due = [chapter for chapter in chosen.chapters if chosen.all or not is_fresh(chapter)]
    for chapter in set(chosen.chapters) - set(due):
        tidy(chapter)
    failures = asyncio.run(store_all(due, chosen.jobs))
    print(f"{len(chosen.chapters)} notebooks, {len(due)} executed, {len(failures)} failed")
    for failure in failures:
        print(f"✗ {failure}", file=sys.stderr)
    return 1 if failures else 0


def _environment(root: Path, profile: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in IGNORED}
    return inherited | {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(root / "lib"), "IPYTHONDIR": profile}


def _where(chapter: Chapter, begun: list) -> str:
    """Where execution stopped: at the last code cell that began."""
    first = begun[-1].source.strip().splitlines()[0] if begun else "start"
    return f"{chapter.name}, code cell {len(begun)} ({first})"


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", str(text)).strip()


if __name__ == "__main__":
    sys.exit(main())
