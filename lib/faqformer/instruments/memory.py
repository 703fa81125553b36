"""The numbers that a function really makes, and those that it keeps: the independent side of the bytes in `cost`."""

from collections import Counter
from collections.abc import Callable

import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

from faqformer.instruments.tensors import tensors


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


def counted_numbers(function: Callable, *args, **kwargs) -> dict[str, int]:
    """How many numbers each kind of operation in function(*args, **kwargs) gives: {"tanh": 4096, …}.

    A kind is torch's own name for it. A view gives no new numbers, and is left out.
    """
    with torch.no_grad(), _Numbers() as seen:
        function(*args, **kwargs)
    return dict(seen.numbers)


class _Largest(TorchDispatchMode):
    size = 0

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        result = operation(*args, **(kwargs or {}))
        self.size = max([self.size, *(tensor.numel() for tensor in tensors(result))])
        return result


class _Numbers(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.numbers = Counter()

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        result = operation(*args, **(kwargs or {}))
        given = _storages((args, kwargs)) if not operation._schema.is_mutable else set()
        new = [leaf.numel() for leaf in tensors(result) if leaf.untyped_storage().data_ptr() not in given]
        if new:
            self.numbers[operation.overloadpacket.__name__] += sum(new)
        return result


def _storages(tree) -> set[int]:
    return {tensor.untyped_storage().data_ptr() for tensor in tensors(tree)}
