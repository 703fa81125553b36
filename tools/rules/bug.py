"""Whether the bug of a "find the bug" is one: both versions run."""

import torch

from faqbook.quiz import Bug, Item
from faqformer import seeds


def run_bug(item: Item) -> tuple[bool, bool]:
    """What `shows` gives after the buggy and after the fixed code: it must be (False, True).

    Each version runs in a namespace of its own, after `setup`, from the same random seed; a default dtype that it sets
    is put back. Raises ValueError for an item without code, and for code that raises or a `shows` that gives anything
    but True or False.
    """
    if item.bug is None:
        raise ValueError(f"item: expected one of kind bug, got {item.id} of kind {item.kind}")
    return _run(item.id, item.bug, "buggy"), _run(item.id, item.bug, "fixed")


def _run(id: str, bug: Bug, version: str) -> bool:
    before = torch.get_default_dtype()
    try:
        return _shown(id, bug, version)
    finally:
        torch.set_default_dtype(before)


def _shown(id: str, bug: Bug, version: str) -> bool:
    names: dict = {}
    code = {"setup": bug.setup, version: getattr(bug, version)}
    with seeds.fixed(0):
        for part, source in code.items():
            try:
                exec(compile(source, f"<{id} {part}>", "exec"), names)
            except Exception as error:
                raise ValueError(f"{id}: {part}: {type(error).__name__}: {error}") from error
        try:
            shown = eval(compile(bug.shows.strip(), f"<{id} shows>", "eval"), names)
        except Exception as error:
            raise ValueError(f"{id}: shows, after {version}: {type(error).__name__}: {error}") from error
    if not isinstance(shown, bool):
        raise ValueError(f"{id}: shows, after {version}: expected True or False, got {shown!r}: wrap it in bool(…)")
    return shown
