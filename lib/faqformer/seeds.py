"""The one door to randomness: every random number of the book starts here, so that one variable can shift them all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch

STRIDE = 1_000_003  # larger than any k in use, so that no two (shift, k) share a seed


def seed(k: int) -> int:
    """The seed number k under the environment's FAQFORMER_SEED (an integer ≥ 0, default 0: the published numbers).

    Raises ValueError for a k outside 0…STRIDE−1 or a FAQFORMER_SEED that is no integer ≥ 0.
    """
    if not 0 <= k < STRIDE:
        raise ValueError(f"k: expected an integer from 0 to {STRIDE - 1}, got {k}")
    shift = os.environ.get("FAQFORMER_SEED", "0")
    if not shift.isdecimal():
        raise ValueError(f"FAQFORMER_SEED: expected an integer ≥ 0, got {shift!r}")
    return k + STRIDE * int(shift)


def generator(k: int) -> torch.Generator:
    """A fresh CPU generator with seed number k: the same k gives the same numbers again."""
    return torch.Generator().manual_seed(seed(k))


@contextmanager
def fixed(k: int) -> Iterator[None]:
    """Seed torch's global generator with number k inside the block (initialisation, dropout); restore it after."""
    with torch.random.fork_rng(devices=range(torch.cuda.device_count())):
        torch.manual_seed(seed(k))
        yield
