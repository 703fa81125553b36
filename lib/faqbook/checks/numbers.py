"""Numbers in: what the checks share in reading samples and in how rare a deviation is."""

import functools
import math

import torch
from torch import Tensor

STANDARD_ERRORS = 6  # two-sided false-alarm rate 2·10⁻⁹, one in 500 million


def finite(name: str, value) -> Tensor:
    """value as a float64 tensor, whatever the default dtype.

    Raises ValueError when it is empty, ragged, holds NaN, ±∞ or an integer that float64 cannot hold, TypeError when it
    is complex or no number.
    """
    try:
        # torch.tensor alone would read 0.1 as float32 where that is the default.
        known = isinstance(value, Tensor) or hasattr(value, "__array__")
        tensor = torch.as_tensor(value) if known else torch.tensor(value, dtype=torch.float64)
    except TypeError:
        raise TypeError(f"{name}: expected numbers, got {value!r:.80}") from None
    except (ValueError, RuntimeError):
        raise ValueError(f"{name}: expected rows of the same length, got {value!r:.80}") from None
    if tensor.is_complex():
        raise TypeError(f"{name}: expected real numbers, got {tensor.dtype}")
    whole = isinstance(value, int) or not (tensor.is_floating_point() or tensor.dtype == torch.bool)
    tensor = tensor.detach().to("cpu", torch.float64)
    if tensor.numel() == 0:
        raise ValueError(f"{name}: expected at least one value, got none")
    if not tensor.isfinite().all():
        raise ValueError(f"{name}: expected finite values, got NaN or ±∞")
    if whole and (tensor.abs() > 2**53).any():
        raise ValueError(f"{name}: expected integers up to 2⁵³, which float64 holds exactly; for larger ones use equal")
    return tensor


def two_things(**values) -> None:
    """Raise ValueError where two sides of a comparison are one object, or share their memory: they would be equal."""
    (first, left), (second, right) = values.items()
    same = left is right and hasattr(left, "__len__") and not isinstance(left, str | tuple)
    if isinstance(left, Tensor) and isinstance(right, Tensor) and left.numel():
        parts = [(side.data_ptr(), side.dtype, side.shape, side.stride()) for side in (left, right)]
        same = same or (parts[0] == parts[1] and not left.is_meta)
    if same:
        raise ValueError(
            f"{second}: expected another value than {first}, got the same object: it is equal to itself "
            "(to show that a call leaves a value as it is, compare with a copy made before)"
        )


def number(name: str, value) -> float:
    """value as one finite float. Raises as `finite` does, and ValueError when it holds several values."""
    tensor = finite(name, value)
    if tensor.ndim:
        raise ValueError(f"{name}: expected one number, got shape {tuple(tensor.shape)}")
    return tensor.item()


def false_alarm_rate(standard_errors: float = STANDARD_ERRORS) -> float:
    """How often a normal deviate is more than so many standard errors away from its mean, on either side."""
    return math.erfc(standard_errors / math.sqrt(2))


@functools.cache
def quantile(degrees: int, standard_errors: float = STANDARD_ERRORS) -> float:
    """How many estimated standard errors, from a sample with so many degrees of freedom, are as rare as six known ones.

    Student's t, two-sided; above 10 000 degrees it exceeds 6 by less than 0.006, and 6 serves. standard_errors: another
    number than six. Raises ValueError below one degree of freedom.
    """
    if degrees < 1:
        raise ValueError(f"samples: expected at least two to estimate a standard error, got {degrees + 1}")
    if degrees > 10_000:
        return float(standard_errors)
    import mpmath  # here, so that a chapter without a small sample does not wait for it

    rate = mpmath.log(false_alarm_rate(standard_errors))

    def excess(t):  # of the tail's logarithm, which is nearly straight
        return mpmath.log(mpmath.betainc(degrees / 2, 0.5, 0, degrees / (degrees + t * t), regularized=True)) - rate

    high = mpmath.mpf(1)
    while excess(high) > 0:
        high *= 2
    return float(mpmath.findroot(excess, (high / 2, high), solver="anderson"))


def estimated(draws: Tensor) -> tuple[Tensor, float]:
    """The standard error of the draws' mean, and how many of it are allowed."""
    if len(draws) < 2:
        raise ValueError(f"samples: expected at least two to estimate a standard error, got {len(draws)}")
    return draws.std(0) / math.sqrt(len(draws)), quantile(len(draws) - 1)


def is_noise(se: Tensor, scale: Tensor) -> bool:
    """Whether a standard error is 0 but for the rounding of values of this scale: then nothing varied."""
    return bool((se <= 2**-50 * scale).any())
