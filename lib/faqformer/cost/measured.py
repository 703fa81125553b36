"""What a function really does and keeps, counted while it runs: the independent side of every formula in `cost`."""

from collections.abc import Callable

import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from torch.utils.flop_counter import FlopCounterMode


def counted_macs(function: Callable, *args, **kwargs) -> int:
    """MACs of the matrix products and convolutions in function(*args, **kwargs): half the FLOPs that torch counts.

    torch's fused attention runs written out meanwhile: its counter has no entry for the kernel on a CPU.
    """
    with torch.no_grad(), sdpa_kernel(SDPBackend.MATH), FlopCounterMode(display=False) as counter:
        function(*args, **kwargs)
    return counter.get_total_flops() // 2


def kept_bytes(module: nn.Module, *args, **kwargs) -> int:
    """Bytes that module(*args, **kwargs) keeps for its backward pass, its parameters aside; a shared storage once."""
    kept, parameters = {}, {p.untyped_storage().data_ptr() for p in module.parameters()}

    def keep(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in parameters:
            kept[storage.data_ptr()] = (storage.nbytes(), tensor)  # held, so that no address is used twice
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        module(*args, **kwargs)
    return sum(size for size, _ in kept.values())


def largest_tensor(function: Callable, *args, **kwargs) -> int:
    """How many numbers the largest tensor has that any operation in function(*args, **kwargs) gives."""
    with torch.no_grad(), _Largest() as seen:
        function(*args, **kwargs)
    return seen.size


class _Largest(TorchDispatchMode):
    size = 0

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        result = operation(*args, **(kwargs or {}))
        self.size = max([self.size, *(leaf.numel() for leaf in tree_leaves(result) if isinstance(leaf, torch.Tensor))])
        return result
