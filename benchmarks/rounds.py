"""Fair timing on a noisy machine: contestants take turns, and only ratios within a round are compared."""

import random
import statistics
import time
from collections.abc import Callable

Contestants = dict[str, Callable[[], object]]


def interleaved(contestants: Contestants, rounds: int, warm_up: int = 2) -> dict[str, list[float]]:
    """Seconds of every contestant in every round; in each round all run once, in an order of its own.

    Raises ValueError for fewer than two rounds, which have no quartiles.
    """
    if rounds < 2:
        raise ValueError(f"rounds: expected at least 2, got {rounds}")
    order, rng = list(contestants), random.Random(0)
    for _ in range(warm_up):
        for run in contestants.values():
            run()
    seconds: dict[str, list[float]] = {name: [] for name in order}
    for _ in range(rounds):
        rng.shuffle(order)
        for name in order:
            start = time.perf_counter()
            contestants[name]()
            seconds[name].append(time.perf_counter() - start)
    return seconds


def ratios(seconds: dict[str, list[float]], ours: str) -> dict[str, tuple[float, float, float]]:
    """Each contestant's median seconds, the median over rounds of ours/theirs, half of its interquartile range."""
    table = {}
    for name, times in seconds.items():
        pairs = [a / b for a, b in zip(seconds[ours], times, strict=True)]
        low, middle, high = statistics.quantiles(pairs, n=4)
        table[name] = statistics.median(times), middle, (high - low) / 2
    return table


def markdown(title: str, table: dict[str, tuple[float, float, float]]) -> str:
    """The rows of one setting: contestant, median milliseconds, ours/theirs ± half the interquartile range."""
    return "\n".join(
        f"| {title} | {name} | {seconds * 1000:.1f} | {ratio:.3f} ± {spread:.3f} |"
        for name, (seconds, ratio, spread) in table.items()
    )
