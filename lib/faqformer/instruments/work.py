"""The matrix products that a function really runs: how many multiply-accumulates, and how many one after the other.

The independent side of every count in `cost`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode, flop_registry

from faqformer.instruments.tensors import tensors


def counted_macs(function: Callable, *args, **kwargs) -> int:
    """MACs of the matrix products and convolutions in function(*args, **kwargs): half the FLOPs that torch counts.

    torch's fused attention and its fused LSTM run written out meanwhile: its counter does not know a CPU's kernels.
    """
    with torch.no_grad(), sdpa_kernel(SDPBackend.MATH), FlopCounterMode(display=False) as counter, _without_onednn():
        function(*args, **kwargs)
    return counter.get_total_flops() // 2


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


@contextmanager
def _without_onednn() -> Iterator[None]:
    before = torch.backends.mkldnn.enabled
    torch.backends.mkldnn.enabled = False  # its `flags` would warn of Intel GPUs
    try:
        yield
    finally:
        torch.backends.mkldnn.enabled = before


class _Chains(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.chains = {}  # of each storage: the longest chain that ends there, and a tensor that keeps it alive

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        result = operation(*args, **(kwargs or {}))
        before = max((self._length(tensor) for tensor in tensors((args, kwargs))), default=0)
        length = before + (operation.overloadpacket in flop_registry)
        for tensor in tensors(result):
            self.chains[tensor.untyped_storage()._cdata] = max(length, self._length(tensor)), tensor
        return result

    def _length(self, tensor) -> int:
        return self.chains.get(tensor.untyped_storage()._cdata, (0, None))[0]
