"""Numbers in, numbers out: what the checks share in reading samples and printing values."""

import math

import torch
from torch import Tensor

STANDARD_ERRORS = 6  # two-sided false-alarm rate 2·10⁻⁹, one in 500 million


def finite(name: str, value) -> Tensor:
    """value as a float64 tensor. Raises ValueError when it is empty or holds NaN or ±∞, TypeError when complex."""
    tensor = torch.as_tensor(value)
    if tensor.is_complex():
        raise TypeError(f"{name}: expected real numbers, got {tensor.dtype}")
    tensor = tensor.detach().to("cpu", torch.float64)
    if tensor.numel() == 0:
        raise ValueError(f"{name}: expected at least one value, got none")
    if not tensor.isfinite().all():
        raise ValueError(f"{name}: expected finite values, got NaN or ±∞")
    return tensor


def quantile(degrees: float) -> float:
    """How many estimated standard errors, from a sample with so many degrees of freedom, are as rare as six known ones.

    Student's t, two-sided; above 10 000 degrees its distance from 6 is below 0.01 and the normal value serves.
    Raises ValueError below one degree of freedom.
    """
    if degrees < 1:
        raise ValueError(f"samples: expected at least two to estimate a standard error, got {int(degrees) + 1}")
    if degrees > 10_000:
        return float(STANDARD_ERRORS)
    import mpmath

    rate = mpmath.erfc(STANDARD_ERRORS / mpmath.sqrt(2))  # the two-sided tail of the normal
    tail = lambda t: mpmath.betainc(degrees / 2, 0.5, 0, degrees / (degrees + t * t), regularized=True) - rate  # noqa: E731
    high = mpmath.mpf(STANDARD_ERRORS)
    while tail(high) > 0:
        high *= 2
    return float(mpmath.findroot(tail, (high / 2, high), solver="anderson", tol=1e-25, verify=False))


def show(value: float, digits: int = 3) -> str:
    """value to so many significant digits: far above float noise, so that every machine prints the same."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    if float(value).is_integer() and abs(value) < 10**6:
        return str(int(value))
    text = f"{value:.{digits}g}"
    return f"{float(text):.0f}" if "e+" in text and abs(value) < 10**6 else text
