"""What is kept and made, against counts by hand."""

import torch

from faqformer.attention import attention, tiled_attention
from faqformer.instruments import counted_numbers, kept_bytes, largest_tensor


def test_kept_bytes_by_hand():
    """A product keeps its input, not the weight; its root keeps its own output; a shared storage counts once."""
    x = torch.rand(5, 3, requires_grad=True)
    assert kept_bytes(torch.nn.Linear(3, 4), x) == x.nbytes

    class Twice(torch.nn.Module):
        def forward(self, x):
            return x.sqrt() + (x * x).sum()

    assert kept_bytes(Twice(), x) == 2 * x.nbytes


def test_counted_numbers():
    x = torch.randn(3, 4)
    found = counted_numbers(lambda: (x.mT.reshape(12).tanh() + 1).unsqueeze(0) @ x.reshape(12, 1))
    assert found == {"clone": 12, "tanh": 12, "add": 12, "mm": 1}  # unsqueeze and the last reshape are views


def test_largest_tensor():
    q = torch.randn(50, 4)
    assert largest_tensor(attention, q, q, q) == 50 * 50
    assert largest_tensor(tiled_attention, q, q, q, block=10) == 50 * 10
