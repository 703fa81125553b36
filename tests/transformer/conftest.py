"""Every way through the model: fused kernel or weights looked at, dropout or none, training or evaluation."""

from dataclasses import dataclass
from itertools import product

import pytest
from torch import Tensor

from faqformer import seeds
from faqformer.transformer import Transformer
from tests.looking import looking
from tests.transformer.models import transformer


@dataclass(frozen=True)
class Way:
    """One way through the model. Called, it runs it with the same dropout pattern each time."""

    watched: bool
    dropout: float
    training: bool
    norm: str

    def model(self, **changes) -> Transformer:
        rates = {"dropout": self.dropout, "attention_dropout": self.dropout, "inner_dropout": self.dropout}
        return transformer(norm=self.norm, **rates, **changes).train(self.training)

    def __call__(self, model: Transformer, *args, **kwargs) -> Tensor:
        with seeds.fixed(1), looking(model, self.watched):
            return model(*args, **kwargs)


WAYS = [Way(*values) for values in product([False, True], [0.0, 0.4], [False, True], ["post", "pre"])]


def _name(way: Way) -> str:
    path, mode = "watched" if way.watched else "fused", "train" if way.training else "eval"
    return f"{path}-dropout{way.dropout}-{mode}-{way.norm}"


@pytest.fixture(params=WAYS, ids=_name)
def way(request) -> Way:
    """All sixteen ways."""
    return request.param


@pytest.fixture(params=[way for way in WAYS if not (way.training and way.dropout)], ids=_name)
def exact_way(request) -> Way:
    """Those whose output is a function of the input."""
    return request.param
