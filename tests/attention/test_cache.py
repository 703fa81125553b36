"""Decoding with a cache gives what decoding without one gives, wherever the sequence is cut."""

from itertools import combinations

import pytest
import torch

from faqformer import seeds
from faqformer.attention import KVCache, MultiHeadAttention
from faqformer.masks import causal_mask, padding_mask

EXACT = {"rtol": 0, "atol": 1e-12}


def normal(*shape, k=50, dtype=torch.float64):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=dtype)


CUTS = [(), *((cut,) for cut in range(1, 6)), *combinations(range(1, 6), 2), (1, 2, 3, 4, 5)]


@pytest.mark.parametrize("cuts", CUTS, ids=str)
def test_offset_cached_equals_uncached_at_every_split(exact_way, cuts):
    module, x, bias = exact_way.module(), normal(2, 6, 12), normal(1, 3, 6, 6, k=51)
    padding = padding_mask([6, 4])[:, None, None, :]
    whole = exact_way(module, x, mask=causal_mask(6) & padding, bias=bias)
    cache, pieces = KVCache(), []
    for start, end in zip((0, *cuts), (*cuts, 6), strict=True):
        mask = causal_mask(end - start, end) & padding[..., :end]
        pieces.append(exact_way(module, x[:, start:end], mask=mask, bias=bias[..., start:end, :end], cache=cache))
        assert len(cache) == end
    torch.testing.assert_close(torch.cat(pieces, 1), whole, **EXACT)


def test_memory_is_projected_once_and_gives_the_same(exact_way):
    module, x, memory = exact_way.module(), normal(2, 5, 12), normal(2, 7, 12, k=51)
    mask, cache, calls = padding_mask([7, 3])[:, None, None, :], KVCache(), []
    handle = module.W_k.register_forward_hook(lambda *_: calls.append(1))
    pieces = [exact_way(module, x[:, t : t + 1], memory, mask, cache=cache) for t in range(5)]
    handle.remove()
    assert len(calls) == 1 and len(cache) == 7
    torch.testing.assert_close(torch.cat(pieces, 1), exact_way(module, x, memory, mask), **EXACT)


def test_gradients_reach_the_cached_tokens():
    module, x = MultiHeadAttention(8, 2).double(), normal(1, 3, 8).requires_grad_()
    cache = KVCache()
    module(x[:, :2], mask=causal_mask(2), cache=cache)
    cached = module(x[:, 2:], cache=cache)
    left = torch.autograd.grad(cached.sum(), x)
    right = torch.autograd.grad(module(x, mask=causal_mask(3))[:, 2:].sum(), x)
    torch.testing.assert_close(left, right, **EXACT)


def test_select_keeps_drops_and_repeats_hypotheses():
    module, x = MultiHeadAttention(8, 2).double(), normal(3, 4, 8)
    cache, rows = KVCache(), torch.tensor([2, 0, 2, 1])
    cache.select(rows)  # nothing stored, nothing to select
    module(x[:, :3], mask=causal_mask(3), cache=cache)
    cache.select(rows)
    after = module(x[rows, 3:], cache=cache)
    torch.testing.assert_close(after, module(x[rows], mask=causal_mask(4))[:, 3:], **EXACT)


def test_an_empty_cache_is_filled():
    cache = KVCache()
    assert len(cache) == 0
    MultiHeadAttention(8, 2).double()(normal(2, 3, 8), cache=cache)
    assert len(cache) == 3 and cache.keys.shape == cache.values.shape == (2, 2, 3, 4)


@pytest.mark.bad_input
def test_a_refused_call_leaves_the_cache_as_it_was():
    module, x, cache = MultiHeadAttention(8, 2).double(), normal(2, 3, 8), KVCache()
    module(x, cache=cache)
    keys = cache.keys
    for error, call in [
        (ValueError, lambda: module(x, mask=causal_mask(3), cache=cache)),  # of 3 keys, now there are 6
        (TypeError, lambda: module(x, mask=causal_mask(3, 6).double(), cache=cache)),
        (ValueError, lambda: module(x[:1], cache=cache)),
        (ValueError, lambda: module(x, normal(2, 5, 8), cache=cache)),  # another memory than the one cached
        (ValueError, lambda: module(x[:1], x[:1], cache=cache)),
        (TypeError, lambda: cache.append(keys.float(), keys.float())),
        (ValueError, lambda: cache.append(keys, keys[..., 1:])),
        (ValueError, lambda: cache.append(keys, keys[:, :, 1:])),
        (ValueError, lambda: cache.append(keys[:, :1], keys[:, :1])),
        (TypeError, lambda: cache.select(torch.tensor([True, False]))),
        (ValueError, lambda: cache.select(torch.tensor(1))),
        (IndexError, lambda: cache.select(torch.tensor([0, 2]))),
        (IndexError, lambda: cache.select(torch.tensor([0, -1]))),
    ]:
        with pytest.raises(error):
            call()
        assert cache.keys is keys and len(cache) == 3
    KVCache().append(keys, keys)
    with pytest.raises(ValueError, match="values: expected one a key"):
        KVCache().append(keys, keys[:, :, 1:])
