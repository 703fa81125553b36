"""Every way through MultiHeadAttention: fused kernel or weights looked at, dropout or none, training or evaluation."""

from dataclasses import dataclass
from itertools import product

import pytest
import torch
from torch import Tensor, nn

from faqformer import seeds
from faqformer.attention import MultiHeadAttention
from tests.looking import looking


@dataclass(frozen=True)
class Way:
    """One way through the module. Called, it runs it with the same dropout pattern each time."""

    watched: bool
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
        with seeds.fixed(1), looking(module, self.watched):
            return module(*args, **kwargs)


WAYS = [Way(*values) for values in product([False, True], [0.0, 0.4], [False, True])]


def _name(way: Way) -> str:
    return f"{'watched' if way.watched else 'fused'}-dropout{way.dropout}-{'train' if way.training else 'eval'}"


@pytest.fixture(params=WAYS, ids=_name)
def way(request) -> Way:
    """All eight ways."""
    return request.param


@pytest.fixture(params=[way for way in WAYS if not way.random], ids=_name)
def exact_way(request) -> Way:
    """Those whose output is a function of the input."""
    return request.param
