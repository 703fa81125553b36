"""The counters of work, against counts by hand and torch's own counter on code without fused kernels."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from faqformer.attention import MultiHeadAttention
from faqformer.instruments import counted_macs, longest_chain, recorded


def macs(function) -> int:
    """Half of the FLOPs that torch counts in the call."""
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        function()
    return counter.get_total_flops() // 2


def test_counted_macs_see_the_fused_kernel():
    module, x = MultiHeadAttention(16, 4), torch.randn(1, 9, 16)
    with recorded(module):
        written_out = macs(lambda: module(x))
        assert counted_macs(module, x) == written_out
    assert counted_macs(module, x) == written_out


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_counted_macs_see_the_fused_lstm(dtype):
    lstm, x = torch.nn.LSTM(3, 5, dtype=dtype), torch.randn(7, 3, dtype=dtype)
    enabled = torch.backends.mkldnn.enabled
    assert counted_macs(lstm, x) == 7 * 4 * 5 * (3 + 5)
    assert torch.backends.mkldnn.enabled == enabled


def test_longest_chain():
    a = torch.eye(4)

    def through_a_buffer():
        buffer = torch.zeros(2, 4, 4)
        buffer[0] = a @ a @ a  # 2, by way of the buffer's memory
        return buffer.sum(0) @ a

    assert longest_chain(lambda: [a @ a, a @ a]) == 1
    assert longest_chain(lambda: a @ a @ a @ a) == 3
    assert longest_chain(lambda: (a @ a) @ (a @ a)) == 2
    assert longest_chain(through_a_buffer) == 3
    assert longest_chain(lambda: a[(a @ a).argmax(-1)] @ a) == 2  # by way of indices
    assert longest_chain(lambda: a + a) == 0


def test_longest_chain_sees_into_fused_kernels():
    x = torch.randn(1, 5, 16)
    assert longest_chain(MultiHeadAttention(16, 2), x) == 4  # q, scores, mixing, W_o
    assert longest_chain(torch.nn.LSTM(3, 4, dtype=torch.float32), torch.randn(7, 3, dtype=torch.float32)) == 7
