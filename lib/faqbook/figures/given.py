"""What a drawing is given: numbers of shapes that fit each other, masks, words. Errors name the argument."""

import numpy as np


def shaped(infinite: tuple[str, ...] = (), **given) -> list[np.ndarray]:
    """Arrays of float64 for `name=(values, "n d_k")`: a letter for each dimension, equal letters for equal sizes.

    Takes tensors, arrays and lists. Raises TypeError for what is no number, ValueError for another shape, an empty
    dimension, NaN, ∞, and for −∞, unless the name is among `infinite`.
    """
    sizes: dict[str, tuple[int, str]] = {}
    arrays = []
    for name, (values, form) in given.items():
        array = _numbers(name, values, name in infinite)
        _fit(name, array, form.split(), sizes)
        arrays.append(array)
    return arrays


def _numbers(name: str, values, infinite: bool) -> np.ndarray:
    values = values.detach().cpu() if hasattr(values, "detach") else values
    try:
        array = np.asarray(values, dtype=float)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name}: expected numbers, got {values!r}") from error
    allowed = np.isfinite(array) | ((array == -np.inf) & infinite)
    if not allowed.all():
        raise ValueError(f"{name}: expected numbers{' or −∞' if infinite else ''}, got {array[~allowed][0]}")
    return array


def _fit(name: str, array: np.ndarray, letters: list[str], sizes: dict[str, tuple[int, str]]) -> None:
    if array.ndim != len(letters) or 0 in array.shape:
        raise ValueError(f"{name}: expected the shape ({', '.join(letters)}), nothing empty, got {array.shape}")
    for letter, size in zip(letters, array.shape, strict=True):
        wanted, where = sizes.setdefault(letter, (size, name))
        if wanted != size:
            raise ValueError(f"{name}: expected {letter} = {wanted}, as in {where}, got the shape {array.shape}")


def require_weights(name: str, weights: np.ndarray) -> None:
    """Raise ValueError unless no weight is negative and each row adds up to 1, or is 0 throughout, for a query that
    may attend to nothing."""
    if (weights < 0).any():
        raise ValueError(f"{name}: expected no weight below 0, got {weights.min():.4g}")
    sums = weights.sum(-1)
    off = (abs(sums - 1) > 1e-3) & (sums != 0)  # coarser than any rounding, finer than what is printed
    if off.any():
        raise ValueError(f"{name}: expected rows that add up to 1, got the sum {sums[off][0]:.4g}")


def mask(name: str, values, *shape: int) -> np.ndarray:
    """A mask as an array of bool. Raises TypeError for another dtype, ValueError for another shape."""
    array = np.asarray(values.detach().cpu() if hasattr(values, "detach") else values)
    if array.dtype != bool:
        raise TypeError(f"{name}: expected a mask of bool, True = may attend, got {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"{name}: expected the shape {shape}, got {array.shape}")
    return array


def words(name: str, values, n: int | None = None) -> list[str]:
    """A list of n words, or of at least one. Raises TypeError for one string or for what is no word, ValueError for
    another number of them or an empty one."""
    if isinstance(values, str) or not all(isinstance(word, str) for word in values):
        raise TypeError(f"{name}: expected a list of words, got {values!r}")
    if not values or "" in values:
        raise ValueError(f"{name}: expected words, none of them empty, got {list(values)}")
    if n is not None and len(values) != n:
        raise ValueError(f"{name}: expected {n} words, got {len(values)}: {list(values)}")
    return list(values)


def at_most(name: str, count: int, most: int) -> None:
    """Raise ValueError when there are more than can be drawn to be read."""
    if count > most:
        raise ValueError(f"{name}: expected at most {most}, so that the drawing can be read, got {count}")
