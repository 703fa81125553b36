"""What positions, tables of positions and what is compared with positions must be."""

from torch import Tensor

from faqformer.require.ids import INTEGERS, readable


def require_positions(name: str, positions: Tensor, at_most_axes: int | None = None) -> None:
    """Raise unless positions are integers ≥ 0 along at least one axis.

    TypeError for another dtype; ValueError for another shape or, where it is `readable`, a negative position.
    """
    if positions.dtype not in INTEGERS:
        raise TypeError(f"{name}: expected int64 or int32 positions, got {positions.dtype}")
    if not positions.ndim or (at_most_axes is not None and positions.ndim > at_most_axes):
        expected = "(…, T)" if at_most_axes is None else "(T) or (B, T)"
        raise ValueError(f"{name}: expected positions {expected}, got shape {tuple(positions.shape)}")
    if readable(positions) and positions.min() < 0:
        raise ValueError(f"{name}: expected positions ≥ 0, got {int(positions.min())}")


def require_content(name: str, x: Tensor | None, n: int, offset: Tensor, d_k: int, n_heads: int | None = None) -> None:
    """Raise unless x, queries or keys that a scheme compares with positions, is (B, H, n, d_k).

    offset: (T, S), or (B, T, S) with the same B. TypeError for a missing x or one of integers, else ValueError.
    """
    if x is None:
        raise TypeError(f"{name}: this scheme compares positions with the content of {name}; got None")
    if not x.is_floating_point():
        raise TypeError(f"{name}: expected floating-point numbers, got {x.dtype}")
    fits = x.ndim == 4 and x.shape[2:] == (n, d_k) and (n_heads is None or x.shape[1] == n_heads)
    if not fits or (offset.ndim == 3 and len(offset) != len(x)):
        batch = len(offset) if offset.ndim == 3 else "B"
        expected = f"({batch}, {n_heads or 'H'}, {n}, {d_k})"
        raise ValueError(f"{name}: expected {expected}, got {tuple(x.shape)}")


def require_longer(table: Tensor, n: int, keep: int) -> None:
    """Raise ValueError unless n rows are no fewer than the table's, and two or more of these follow the first keep."""
    if not 0 <= keep <= len(table) - 2:
        raise ValueError(f"keep: expected 0 to {len(table) - 2}, at least two rows to go on from, got {keep}")
    if n < len(table):
        raise ValueError(f"n: expected at least the {len(table)} rows that there are, got {n}")
