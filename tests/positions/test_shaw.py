"""Shaw's scheme against a loop over queries and keys."""

import math

import pytest
import torch

from faqformer import seeds
from faqformer.positions import ShawRelative


@pytest.mark.parametrize("clip", [1, 2, 5, 100])
def test_a_written_out_loop(clip):
    generator = seeds.generator(0)
    shaw = ShawRelative(6, clip).double()
    q = torch.randn(2, 3, 9, 6, generator=generator, dtype=torch.float64)
    queries, keys = torch.arange(2, 11), torch.arange(7)
    bias = shaw(queries, keys, q)
    for b in range(2):
        for h in range(3):
            for t, i in enumerate(queries.tolist()):
                for s, j in enumerate(keys.tolist()):
                    clipped = max(-clip, min(clip, j - i))
                    vector = shaw.vectors[clip + clipped]
                    expected = sum(q[b, h, t, c] * vector[c] for c in range(6)) / math.sqrt(6)
                    torch.testing.assert_close(bias[b, h, t, s], expected, rtol=0, atol=1e-12)


def test_beyond_the_clip_all_distances_are_one():
    shaw, q = ShawRelative(4, 2), torch.randn(1, 1, 20, 4, generator=seeds.generator(0))
    row = shaw(torch.arange(20), torch.arange(20), q)[0, 0, 10]
    assert len(row[:9].unique()) == len(row[12:].unique()) == 1
    assert len(row.unique()) == 5


@pytest.mark.bad_input
def test_bad_sizes_are_named():
    with pytest.raises(ValueError, match=r"d_k: expected an integer ≥ 1, got 0"):
        ShawRelative(0, 2)
    with pytest.raises(ValueError, match=r"clip: expected an integer ≥ 1, got 0"):
        ShawRelative(4, 0)
