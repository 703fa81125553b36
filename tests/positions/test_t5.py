"""T5's buckets against transformers' own function, and the table against a loop."""

import pytest
import torch

from faqformer import seeds
from faqformer.positions import T5Relative, t5_bucket, t5_first_distances

OFFSETS = torch.arange(-3000, 3001)
CONFIGURATIONS = [(32, 128), (32, 20), (16, 512), (8, 9), (4, 16), (12, 100), (64, 200)]


@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize(("n_buckets", "max_distance"), CONFIGURATIONS)
def test_the_buckets_are_those_of_transformers(n_buckets, max_distance, bidirectional):
    t5 = pytest.importorskip("transformers.models.t5.modeling_t5", reason="compares with transformers' T5")
    theirs = t5.T5Attention._relative_position_bucket(OFFSETS, bidirectional, n_buckets, max_distance)
    assert torch.equal(t5_bucket(OFFSETS, n_buckets, max_distance, bidirectional), theirs)
    assert torch.equal(t5_bucket(OFFSETS.int(), n_buckets, max_distance, bidirectional), theirs)


def test_the_published_tables():
    both_ways = (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91)
    causal = (*range(16), 16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113)
    assert t5_first_distances(16, 128) == both_ways
    assert t5_first_distances(32, 128) == causal
    assert t5_bucket(torch.tensor([[-20, 20, 0, 1, -1]])).tolist() == [[10, 26, 0, 17, 1]]


def test_a_boundary_is_where_the_geometric_row_says():
    """A bucket begins at the first integer that is not below e · (max_distance / e)^(j / m)."""
    for n_buckets, max_distance in CONFIGURATIONS:
        exact = n_buckets // 2
        wide = n_buckets - exact
        for j, first in enumerate(t5_first_distances(n_buckets, max_distance)[exact:]):
            edge = exact * (max_distance / exact) ** (j / wide)
            assert first >= edge * (1 - 1e-12)
            assert first - 1 < edge


def test_causal_attention_puts_the_future_into_bucket_0():
    assert (t5_bucket(OFFSETS, bidirectional=False)[OFFSETS >= 0] == 0).all()
    assert t5_bucket(OFFSETS, bidirectional=False).max() == 31
    assert t5_bucket(OFFSETS).unique().tolist() == [b for b in range(32) if b != 16]  # nothing is "after at distance 0"


def test_the_bias_is_the_table_looked_up_for_each_pair():
    relative = T5Relative(3, 8, 12).double()
    assert (relative.table == 0).all()
    relative.table.data.normal_(generator=seeds.generator(0))
    queries, keys = torch.tensor([4, 30]), torch.tensor([0, 4, 5, 9, 31])
    bias = relative(queries, keys)
    for h in range(3):
        for t, i in enumerate(queries.tolist()):
            for s, j in enumerate(keys.tolist()):
                bucket = t5_bucket(torch.tensor([[j - i]]), 8, 12).item()
                assert bias[0, h, t, s] == relative.table[bucket, h]


@pytest.mark.bad_input
def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"n_heads: expected an integer ≥ 1, got 0"):
        T5Relative(0)
    with pytest.raises(ValueError, match=r"n_buckets: expected an even number for two directions, got 31"):
        T5Relative(4, 31)
    for sizes in ((2, 128), (0, 128), (32, 8)):
        with pytest.raises(ValueError, match=r"n_buckets, max_distance: expected at least 2 buckets a direction"):
            T5Relative(4, *sizes)
    with pytest.raises(TypeError, match=r"offset: expected int64 or int32 offsets, got torch.float32"):
        t5_bucket(torch.zeros(2, 2))
