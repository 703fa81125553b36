"""What a quantity can be, so that no check asks for what cannot fail, or cannot hold: a share of at least 0."""

import math
import re

NAMED = [  # a word of `what`, and the range that it names
    (re.compile(r"\b(?:cosines?|correlations?)\b"), (-1.0, 1.0)),
    (re.compile(r"\b(?:probabilit(?:y|ies)|shares?|accurac(?:y|ies)|fractions?|(?<!learning )rates?)\b"), (0.0, 1.0)),
]
PER_CENT = re.compile(r"%|\bper ?cent\b")


def named(what: str, measured: float) -> tuple[float, float] | None:
    """The range that the words of `what` name; None without such a word.

    The word may be used in another sense (a rate of learning, a share over a share): a measured value outside shows it.
    """
    for word, (low, high) in NAMED:
        if word.search(what.lower()):
            scale = 100 if PER_CENT.search(what) else 1
            return (low * scale, high * scale) if low * scale <= measured <= high * scale else None
    return None


def given(within, measured: float) -> tuple[float, float]:
    """The range that a check states. Raises ValueError unless it is one, and holds what was measured."""
    try:
        low, high = map(float, within)
    except (TypeError, ValueError):
        raise ValueError(f"within: expected the least and the greatest possible value, got {within!r:.80}") from None
    if not low < high:
        raise ValueError(f"within: expected the least value before the greatest, got {within!r:.80}")
    if not low <= measured <= high:
        raise ValueError(f"measured: expected a value within {within!r:.80}, got {measured}")
    return low, high


def empty(kind: str, bound: float, within: tuple[float, float]) -> str | None:
    """Why a bound (`at_least`, `at_most`) says nothing of a quantity within that range; None where it does."""
    low, high = within
    always, never = (bound <= low, bound > high) if kind == "at_least" else (bound >= high, bound < low)
    if not always and not never:
        return None
    limits = f"{'any' if low == -math.inf else f'{low:g}'} to {'any' if high == math.inf else f'{high:g}'}"
    return f"{'cannot fail' if always else 'cannot hold'}: the quantity lies within {limits}"
