"""What a function really does and keeps, counted while it runs: the independent side of every formula in `cost`."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from torch.utils.flop_counter import FlopCounterMode, flop_registry


def counted_macs(function: Callable, *args, **kwargs) -> int:
    """MACs of the matrix products and convolutions in function(*args, **kwargs): half the FLOPs that torch counts.

    torch's fused attention and its fused LSTM run written out meanwhile: its counter does not know a CPU's kernels.
    """
    with torch.no_grad(), sdpa_kernel(SDPBackend.MATH), FlopCounterMode(display=False) as counter, _without_onednn():
        function(*args, **kwargs)
    return counter.get_total_flops() // 2


@contextmanager
def _without_onednn() -> Iterator[None]:
    before = torch.backends.mkldnn.enabled
    torch.backends.mkldnn.enabled = False  # its `flags` would warn of Intel GPUs
    try:
        yield
    finally:
        torch.backends.mkldnn.enabled = before


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


def longest_chain(function: Callable, *args, **kwargs) -> int:
    """How many matrix products in function(*args, **kwargs) must wait for each other: the longest chain in which each
    needs what the one before it gave.

    No machine, however parallel, can do with fewer steps, a product being one. Products and convolutions are those
    that `counted_macs` counts. Tensors that share their memory count as one: what reads a part waits for the whole.
    Numbers that leave torch, by `item` or `tolist`, and come back begin a new chain.
    """
    with torch.no_grad(), sdpa_kernel(SDPBackend.MATH), _Chains() as seen, _without_onednn():
        function(*args, **kwargs)
    return max((length for length, _ in seen.chains.values()), default=0)


class _Chains(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.chains = {}  # of each storage: the longest chain that ends there, and a tensor that keeps it alive

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        result = operation(*args, **(kwargs or {}))
        before = max((self._length(tensor) for tensor in _tensors((args, kwargs))), default=0)
        length = before + (operation.overloadpacket in flop_registry)
        for tensor in _tensors(result):
            self.chains[tensor.untyped_storage()._cdata] = max(length, self._length(tensor)), tensor
        return result

    def _length(self, tensor) -> int:
        return self.chains.get(tensor.untyped_storage()._cdata, (0, None))[0]


class _Numbers(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.numbers = Counter()

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        result = operation(*args, **(kwargs or {}))
        given = _storages((args, kwargs)) if not operation._schema.is_mutable else set()
        new = [leaf.numel() for leaf in _tensors(result) if leaf.untyped_storage().data_ptr() not in given]
        if new:
            self.numbers[operation.overloadpacket.__name__] += sum(new)
        return result


def _storages(tree) -> set[int]:
    return {tensor.untyped_storage().data_ptr() for tensor in _tensors(tree)}


class _Largest(TorchDispatchMode):
    size = 0

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        result = operation(*args, **(kwargs or {}))
        self.size = max([self.size, *(tensor.numel() for tensor in _tensors(result))])
        return result


def _tensors(tree) -> list[torch.Tensor]:
    return [leaf for leaf in tree_leaves(tree) if isinstance(leaf, torch.Tensor)]
