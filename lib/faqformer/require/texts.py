"""What texts, lists of tokens and counts of texts must be."""

from collections.abc import Mapping, Sequence


def require_text(text: str) -> None:
    """Raise TypeError unless text is a string."""
    if not isinstance(text, str):
        raise TypeError(f"text: expected a string, got {type(text).__name__}")


def require_tokens(name: str, tokens: Sequence[str]) -> None:
    """Raise TypeError for a string, whose characters would pass for tokens."""
    if isinstance(tokens, str):
        raise TypeError(f"{name}: expected a list of tokens, got the string {tokens!r}; split it first")


def require_counts(counts: Mapping[str, int]) -> None:
    """Raise unless counts says how often each text occurs.

    TypeError for other types, ValueError for a count below 1.
    """
    if not isinstance(counts, Mapping) or not all(isinstance(text, str) for text in counts):
        raise TypeError("counts: expected texts and how often each occurs, such as {text: 1}")
    for text, count in counts.items():
        if not isinstance(count, int):
            raise TypeError(f"counts: expected integers, got {count!r} for {text!r}")
        if count < 1:
            raise ValueError(f"counts: expected every count to be at least 1, got {count} for {text!r}")
