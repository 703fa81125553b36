"""Both ways through attention: torch's fused kernel, and the formula, which runs while the weights are watched."""

from contextlib import AbstractContextManager, nullcontext

import pytest
from torch import nn

from faqformer.instruments import Recorded, recorded

BOTH_WAYS = pytest.mark.parametrize("watched", [False, True], ids=["fused", "watched"])


def looking(model: nn.Module, watched: bool) -> AbstractContextManager[Recorded | None]:
    """`recorded(model)`, or nothing at all."""
    return recorded(model) if watched else nullcontext()
