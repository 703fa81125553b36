"""One vector for a text.

Letters: B batch, n tokens of a sequence, D model width.
"""

from jaxtyping import Float
from torch import Tensor

from faqformer.require import require_token_mask


def mean_pool(x: Float[Tensor, "B n D"], mask: Tensor | None = None) -> Float[Tensor, "B D"]:
    """The mean of the tokens' vectors, padding left out: what MiniLM was trained with (Reimers and Gurevych 2019, 3).

    mask: bool (B, n), True = a token; all unless given. Special tokens count like others. A row of padding alone gives
    zeros. Raises TypeError or ValueError for a mask that does not fit.
    """
    if mask is None:
        return x.mean(1)
    require_token_mask("mask", mask, x.shape[:2])
    tokens = mask.sum(1, keepdim=True).clamp(min=1)  # B 1
    return x.masked_fill(~mask[..., None], 0.0).sum(1) / tokens
