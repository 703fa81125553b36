"""Wait for a change of what chapters rest on."""

import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from tools.canonical import load
from tools.chapters import Chapter
from tools.inputs import tree

PAUSE = 0.5  # seconds between two looks


def changes(chapters: list[Chapter], pause: float = PAUSE) -> Iterator[None]:
    """Stop once at first, then after each change, once it has settled; one that comes meanwhile is not lost."""
    while True:
        seen = _state(chapters)
        yield
        while (now := _state(chapters)) == seen:
            time.sleep(pause)
        while now != (now := _wait(chapters, pause)):  # an editor may write several files, or one in pieces
            pass


def _wait(chapters: list[Chapter], pause: float) -> dict[Path, object]:
    time.sleep(pause)
    return _state(chapters)


def _state(chapters: list[Chapter]) -> dict[Path, object]:
    """What tells each file's content; of a notebook only what was typed: its outputs are what a run writes."""
    state = {}
    for path in {path for chapter in chapters for path in tree(chapter)}:
        try:
            stat = path.stat()
        except FileNotFoundError:
            continue
        mark = (stat.st_mtime_ns, stat.st_size)
        state[path] = _typed(path, mark) if path.suffix == ".ipynb" else mark
    return state


@lru_cache(maxsize=64)
def _typed(path: Path, mark: tuple[int, int]) -> object:
    try:
        return repr([(cell["cell_type"], cell["source"], cell.get("metadata")) for cell in load(path)["cells"]])
    except (ValueError, FileNotFoundError):
        return mark
