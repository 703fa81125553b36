"""Files that at every moment are either the old one or the new one, never a part of one."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Yield a name beside path to write to; what was written there becomes path at the end of the block.

    What a killed process leaves under that name is in nobody's way: it is never read, and the next one overwrites it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    yield partial
    with partial.open("rb+") as file:
        os.fsync(file.fileno())  # the new name must not reach the disk before what it names
    os.replace(partial, path)
    if hasattr(os, "O_DIRECTORY"):  # Windows cannot open a folder
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def write(path: Path, text: str) -> None:
    """Write text to path, in UTF-8."""
    with whole(path) as partial:
        partial.write_text(text, encoding="utf-8")
