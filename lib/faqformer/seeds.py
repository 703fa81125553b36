"""The one door to randomness: every random number of the book starts here, so that one variable can shift them all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch

STRIDE = 1_000_003  # larger than any k in use, so that no two (shift, k) share a seed
# torch's CPU generator looks at a seed's lower 32 bits only: from 2³² on, seeds would come again.
SHIFTS = 2**32 // STRIDE


def seed(k: int) -> int:
    """The seed number k under the environment's FAQFORMER_SEED (0…SHIFTS−1, default 0: the published numbers).

    Raises TypeError for a k that is no integer, ValueError for a k outside 0…STRIDE−1 or another FAQFORMER_SEED.
    """
    if not isinstance(k, int) or isinstance(k, bool):
        raise TypeError(f"k: expected an integer, got {k!r}")
    if not 0 <= k < STRIDE:
        raise ValueError(f"k: expected an integer from 0 to {STRIDE - 1}, got {k}")
    shift = os.environ.get("FAQFORMER_SEED", "0")
    if not (shift.isascii() and shift.isdecimal() and int(shift) < SHIFTS):
        raise ValueError(f"FAQFORMER_SEED: expected an integer from 0 to {SHIFTS - 1}, got {shift!r}")
    return k + STRIDE * int(shift)


def generator(k: int) -> torch.Generator:
    """A fresh CPU generator with seed number k: the same k gives the same numbers again. Raises as `seed` does."""
    return torch.Generator().manual_seed(seed(k))


@contextmanager
def fixed(k: int) -> Iterator[None]:
    """Seed torch's global generators with number k inside the block (initialisation, dropout); restore them after.

    Raises as `seed` does.
    """
    with torch.random.fork_rng(devices=range(torch.cuda.device_count())):
        torch.manual_seed(seed(k))
        yield
