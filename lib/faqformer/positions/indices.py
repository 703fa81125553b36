"""Positions: integers from 0 on, one for each token."""

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def token_positions(mask: Bool[Tensor, "*B n"]) -> Int[Tensor, "*B n"]:
    """The position of each token among the tokens of its own row: padding on the left does not shift a sentence.

    mask is True where a token is, as `padding_mask` gives it. A padded place gets the position of the token before it,
    or 0: no more than a number that is in range. Raises TypeError for a mask that is not bool.
    """
    if mask.dtype != torch.bool:
        raise TypeError(f"mask: expected bool, True = a token, got {mask.dtype}")
    return (mask.cumsum(-1) - 1).clamp(min=0)
