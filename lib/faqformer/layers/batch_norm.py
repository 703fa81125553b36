"""Normalisation of one feature over the tokens of the batch: every token's output depends on all the others.

Letters: D model width; `*B` batch and positions.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from faqformer.require import require_at_least, require_size, require_token_mask, require_width


class BatchNorm(nn.Module):
    """gain · (x − μ) / √(σ² + eps) + bias, μ and σ² of each feature over all tokens (Ioffe and Szegedy 2015, alg. 1).

    In training μ and σ² are the batch's, σ² biased, and running_mean and running_var move towards the batch's mean and
    *unbiased* variance by the share `momentum`; in evaluation the running ones are used.
    Raises ValueError for d_model < 1, eps < 0 or a momentum outside [0, 1].
    """

    def __init__(self, d_model: int, eps: float = 1e-5, momentum: float = 0.1):
        super().__init__()
        require_size("d_model", d_model)
        require_at_least("eps", eps, 0)
        if not 0 <= momentum <= 1:
            raise ValueError(f"momentum: expected a share in [0, 1], got {momentum}")
        self.d_model, self.eps, self.momentum = d_model, eps, momentum
        self.gain = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.register_buffer("running_mean", torch.zeros(d_model))
        self.register_buffer("running_var", torch.ones(d_model))

    def extra_repr(self) -> str:
        return f"{self.d_model}, eps={self.eps}, momentum={self.momentum}"

    def forward(self, x: Float[Tensor, "*B D"], mask: Bool[Tensor, "*B"] | None = None) -> Float[Tensor, "*B D"]:
        """Normalise all of x. mask: True where a token is; padding then enters no statistic.

        Raises TypeError for integers or a mask that is not bool; ValueError for another width, a mask of another shape,
        or fewer than two tokens in training (one token has no variance).
        """
        require_width(x, self.d_model)
        if mask is not None:
            require_token_mask("mask", mask, x.shape[:-1])
        mean, variance = self._batch_statistics(x, mask) if self.training else (self.running_mean, self.running_var)
        return self.gain * (x - mean) / (variance + self.eps).sqrt() + self.bias

    def _batch_statistics(self, x: Tensor, mask: Tensor | None) -> tuple[Float[Tensor, "D"], Float[Tensor, "D"]]:
        tokens = x.reshape(-1, self.d_model) if mask is None else x[mask]  # N D
        if len(tokens) < 2:
            raise ValueError(f"x: expected at least two tokens in training, got {len(tokens)}")
        mean, variance = tokens.mean(0), tokens.var(0, correction=0)
        unbiased = variance * len(tokens) / (len(tokens) - 1)
        with torch.no_grad():
            self.running_mean.lerp_(mean.to(self.running_mean.dtype), self.momentum)
            self.running_var.lerp_(unbiased.to(self.running_var.dtype), self.momentum)
        return mean, variance
