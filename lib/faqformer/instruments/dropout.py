"""Where dropout acts, found out by looking: not which modules a model has, but which masks it draws."""

from collections.abc import Callable

import torch
from torch.utils._python_dispatch import TorchDispatchMode


def dropout_masks(function: Callable, *args, **kwargs) -> list[tuple[tuple[int, ...], float]]:
    """The masks that function(*args, **kwargs) draws for dropout on a CPU, in order: each one's shape and its rate.

    The rate is the share that is dropped. Nothing hides from it: torch draws each mask, also that of a fused attention,
    by the same operation. An empty list is what a model must give at test time (Srivastava et al. 2014, 4).
    """
    with _Masks() as seen:
        function(*args, **kwargs)
    return seen.masks


class _Masks(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.masks = []

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        result = operation(*args, **(kwargs or {}))
        if operation is torch.ops.aten.bernoulli_.float:
            kept = args[1] if len(args) > 1 else 0.5  # torch leaves out an argument that is its default
            self.masks.append((tuple(result.shape), round(1 - kept, 12)))
        return result
