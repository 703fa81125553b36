"""What sizes, rates and choices must be."""

import math
from collections.abc import Iterable


def require_size(name: str, size: int, least: int = 1) -> None:
    """Raise unless size is an integer ≥ least: TypeError for another type, ValueError for a smaller number."""
    if not isinstance(size, int) or isinstance(size, bool):
        raise TypeError(f"{name}: expected an integer, got {size!r}")
    if size < least:
        raise ValueError(f"{name}: expected an integer ≥ {least}, got {size}")


def require_sizes(least: int = 1, **sizes: int) -> None:
    """`require_size` for each, by its name."""
    for name, size in sizes.items():
        require_size(name, size, least)


def require_even(name: str, size: int, because: str) -> None:
    """Raise ValueError, which gives the reason, unless size is an even number ≥ 2."""
    if size < 2 or size % 2:
        raise ValueError(f"{name}: expected an even number ≥ 2 ({because}), got {size}")


def require_heads(d_model: int, n_heads: int) -> None:
    """Raise as `require_size` does, and ValueError unless n_heads equal heads make up the width d_model."""
    require_sizes(d_model=d_model, n_heads=n_heads)
    if d_model % n_heads:
        raise ValueError(f"d_model: expected a multiple of n_heads = {n_heads}, got {d_model}")


def require_at_least(name: str, number: float, least: float) -> None:
    """Raise ValueError unless number ≥ least; NaN is not."""
    if not number >= least:
        raise ValueError(f"{name}: expected a number ≥ {least}, got {number}")


def require_positive(name: str, number: float) -> None:
    """Raise ValueError unless number is above 0 and finite."""
    if not 0 < number < math.inf:
        raise ValueError(f"{name}: expected a positive number, got {number}")


def require_share(name: str, share: float) -> None:
    """Raise ValueError unless share, of what is dropped or kept back, is at least 0 and below 1."""
    if not 0 <= share < 1:
        raise ValueError(f"{name}: expected a share in [0, 1), got {share}")


def require_one_of(name: str, value: str, known: Iterable[str]) -> None:
    """Raise ValueError, which lists the known values, unless value is one of them."""
    known = list(known)
    if value not in known:
        raise ValueError(f"{name}: expected one of {', '.join(known)}, got {value!r}")


def require_step(step: float, warmup: int, total: int | None = None) -> None:
    """Raise ValueError unless step, counted from 1, lies on a schedule: 1 ≤ warmup < total and step ≤ total."""
    require_at_least("step", step, 1)
    require_at_least("warmup", warmup, 1)
    if total is None:
        return
    if not warmup < total:
        raise ValueError(f"total: expected more steps than warmup = {warmup}, got {total}")
    if not step <= total:
        raise ValueError(f"step: expected at most total = {total}, got {step}")
