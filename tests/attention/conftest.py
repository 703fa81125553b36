"""Every way through MultiHeadAttention: fused kernel or weights asked for, dropout or none, training or evaluation."""

from dataclasses import dataclass
from itertools import product

import pytest
import torch
from torch import Tensor, nn

from faqformer import seeds
from faqformer.attention import MultiHeadAttention


@dataclass(frozen=True)
class Way:
    """One way through the module. Called, it runs it with the same dropout pattern each time."""

    return_weights: bool
    dropout: float
    training: bool

    @property
    def random(self) -> bool:
        return self.training and self.dropout > 0

    def module(
        self, d_model: int = 12, n_heads: int = 3, dtype=torch.float64, projection_bias=True
    ) -> MultiHeadAttention:
        with seeds.fixed(0):
            module = MultiHeadAttention(d_model, n_heads, projection_bias, self.dropout)
            for projection in (module.W_q, module.W_k, module.W_v, module.W_o):
                if projection_bias:
                    nn.init.normal_(projection.bias)  # zeros would hide a bias that is left out
        return module.to(dtype).train(self.training)

    def __call__(self, module: MultiHeadAttention, *args, **kwargs) -> Tensor:
        with seeds.fixed(1):
            result = module(*args, **kwargs, return_weights=self.return_weights)
        return result[0] if self.return_weights else result


WAYS = [Way(*values) for values in product([False, True], [0.0, 0.4], [False, True])]


def _name(way: Way) -> str:
    return f"{'weights' if way.return_weights else 'fused'}-dropout{way.dropout}-{'train' if way.training else 'eval'}"


@pytest.fixture(params=WAYS, ids=_name)
def way(request) -> Way:
    """All eight ways."""
    return request.param


@pytest.fixture(params=[way for way in WAYS if not way.random], ids=_name)
def exact_way(request) -> Way:
    """Those whose output is a function of the input."""
    return request.param
