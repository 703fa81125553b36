"""A run's whole state in one file."""

import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from faqformer.data.whole import whole

NAME = "checkpoint.pt"


def save_checkpoint(path: Path, state: Mapping[str, Any]) -> None:
    """Write state (tensors, numbers, strings, and lists and dicts of them) to path, all of it or nothing."""
    with whole(path) as partial:
        torch.save(dict(state), partial)


def load_checkpoint(path: Path) -> dict[str, Any] | None:
    """The state at path, on the CPU, or None when there is none. Only data is unpickled, so no code can run.

    Raises ValueError for a file that is no whole checkpoint.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return None
    with file:
        try:
            return torch.load(file, map_location="cpu", weights_only=True)
        except (RuntimeError, EOFError, OSError, pickle.UnpicklingError) as error:
            reason = next(iter(str(error).splitlines()), "it is empty")
            raise ValueError(f"{path.name}: expected a checkpoint, got a damaged file: {reason}") from error


def require_same(saved: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Raise ValueError, naming each difference, unless a run may go on from a checkpoint with these settings."""
    differences = [
        f"{name} was {saved.get(name, 'not given')} and is now {now.get(name, 'not given')}"
        for name in dict.fromkeys([*saved, *now])
        if saved.get(name) != now.get(name)
    ]
    if differences:
        raise ValueError(
            f"settings: expected those of the checkpoint; {'; '.join(differences)} (another --out starts anew)"
        )
