"""What sizes, rates and vectors must be, refused in one wording."""

from torch import Tensor


def require_size(name: str, size: int, least: int = 1) -> None:
    """Raise unless size is an integer ≥ least: TypeError for another type, ValueError for a smaller number."""
    if not isinstance(size, int) or isinstance(size, bool):
        raise TypeError(f"{name}: expected an integer, got {size!r}")
    if size < least:
        raise ValueError(f"{name}: expected an integer ≥ {least}, got {size}")


def require_dropout(dropout: float, name: str = "dropout") -> None:
    """Raise ValueError unless dropout is a probability below 1."""
    if not 0 <= dropout < 1:
        raise ValueError(f"{name}: expected a probability in [0, 1), got {dropout}")


def require_eps(eps: float) -> None:
    """Raise ValueError for an eps that could make the root of a variance imaginary."""
    if not eps >= 0:
        raise ValueError(f"eps: expected a number ≥ 0, got {eps}")


def require_width(x: Tensor, d_model: int) -> None:
    """Raise TypeError unless x holds floating-point numbers, ValueError unless its last axis is d_model wide."""
    if not x.is_floating_point():
        raise TypeError(f"x: expected floating-point numbers, got {x.dtype}")
    if not x.ndim or x.shape[-1] != d_model:
        raise ValueError(f"x: expected (…, d_model = {d_model}), got {tuple(x.shape)}")
