"""Decoding in pieces with a cache gives the logits of decoding at once."""

import pytest
import torch

from faqformer.instruments import recorded
from faqformer.masks import padding_mask
from tests.transformer.models import EXACT, T, V, batch, ids, transformer


@pytest.fixture(params=["post", "pre"])
def model(request):
    return transformer(norm=request.param)


def left(lengths, n):
    return padding_mask(lengths, n).flip(1)


TARGET_MASKS = {"none": None, "right": padding_mask([4, 6, 1], T), "left": left([4, 6, 1], T)}


def in_pieces(model, inputs, target_mask, cuts):
    memory, cache = model.encode(inputs["source"], inputs["source_mask"]), model.new_cache()
    pieces = []
    for start, stop in zip([0, *cuts], [*cuts, T], strict=True):
        mask = None if target_mask is None else target_mask[:, start:stop]
        piece = inputs["target"][:, start:stop]
        pieces.append(model.decode(piece, memory, mask, inputs["source_mask"], cache))
        assert len(cache) == stop
    return torch.cat(pieces, 1)


@pytest.mark.parametrize("target_mask", TARGET_MASKS.values(), ids=TARGET_MASKS)
@pytest.mark.parametrize("cuts", [*([i] for i in range(1, T)), [1, 2, 3, 4, 5], [2, 5], [1, 4]], ids=str)
def test_any_split_gives_the_same_logits(model, target_mask, cuts):
    inputs = batch()
    whole = model(inputs["source"], inputs["target"], inputs["source_mask"], target_mask)
    torch.testing.assert_close(in_pieces(model, inputs, target_mask, cuts), whole, **EXACT)


def test_a_mask_that_comes_late_or_stops_early(model):
    # Prompts padded on the left, then words without any mask; and the other way round.
    inputs, memory_mask = batch(), None
    memory = model.encode(inputs["source"])
    for first, second in ((left([2, 3, 1], 3), None), (None, padding_mask([3, 1, 2], 3))):
        masks = [torch.ones(3, 3, dtype=torch.bool) if mask is None else mask for mask in (first, second)]
        whole = model.decode(inputs["target"], memory, torch.cat(masks, 1), memory_mask)
        cache = model.new_cache()
        pieces = [
            model.decode(inputs["target"][:, :3], memory, first, cache=cache),
            model.decode(inputs["target"][:, 3:], memory, second, cache=cache),
        ]
        torch.testing.assert_close(torch.cat(pieces, 1), whole, **EXACT)


def test_weights_with_a_cache_are_the_last_rows_of_those_without(model):
    inputs = batch()
    memory = model.encode(inputs["source"], inputs["source_mask"])
    with recorded(model.decoder) as whole:
        model.decode(inputs["target"], memory, None, inputs["source_mask"])
    cache = model.new_cache()
    model.decode(inputs["target"][:, :4], memory, None, inputs["source_mask"], cache)
    with recorded(model.decoder) as rest:
        model.decode(inputs["target"][:, 4:], memory, None, inputs["source_mask"], cache)
    assert rest.names == whole.names and len(rest) == 4
    for old, new in zip(whole, rest, strict=True):
        torch.testing.assert_close(new, old[:, :, 4:], **EXACT)


def test_the_memory_is_projected_once(model):
    calls = []
    for layer in model.decoder.layers:
        layer.cross_attention.W_k.register_forward_hook(lambda *_: calls.append(1))
    inputs, cache = batch(), model.new_cache()
    memory = model.encode(inputs["source"])
    for t in range(T):
        model.decode(inputs["target"][:, t : t + 1], memory, cache=cache)
    assert len(calls) == len(model.decoder.layers)


@pytest.mark.parametrize("target_mask", [None, left([2, 3, 1], 3)], ids=["none", "left"])
def test_selected_rows_continue_as_if_they_had_been_alone(model, target_mask):
    inputs, rows = batch(), torch.tensor([2, 0, 2, 2])
    memory, next_words = model.encode(inputs["source"]), ids(4, 2, k=8)
    cache = model.new_cache()
    model.decode(inputs["target"][:, :3], memory, target_mask, cache=cache)
    cache.select(rows)
    continued = model.decode(next_words, memory[rows], cache=cache)
    texts = torch.cat([inputs["target"][rows, :3], next_words], 1)
    ones = torch.ones(4, 2, dtype=torch.bool)
    mask = None if target_mask is None else torch.cat([target_mask[rows], ones], 1)
    torch.testing.assert_close(continued, model.decode(texts, memory[rows], mask)[:, 3:], **EXACT)


@pytest.mark.bad_input
def test_what_is_refused_leaves_the_cache_as_it_was(model):
    inputs, cache = batch(), model.new_cache()
    memory = model.encode(inputs["source"])
    model.decode(inputs["target"][:, :3], memory, TARGET_MASKS["left"][:, :3], cache=cache)
    refused = [
        (torch.full((3, 1), V), memory, IndexError),
        (ids(3, 63), memory, ValueError),  # with the 3 stored ones, more than n_positions
        (ids(2, 1), memory, ValueError),
        (ids(2, 1), memory[:2], ValueError),
        (ids(3, 1), memory[:, 1:], ValueError),  # not the memory that the cache was begun with
    ]
    for words, other_memory, error in refused:
        with pytest.raises(error, match="got"):
            model.decode(words, other_memory, cache=cache)
        assert len(cache) == 3 and cache.mask.shape == (3, 3)
    whole = model.decode(inputs["target"], memory, torch.cat([TARGET_MASKS["left"][:, :3], torch.ones(3, 3) > 0], 1))
    torch.testing.assert_close(model.decode(inputs["target"][:, 3:], memory, cache=cache), whole[:, 3:], **EXACT)
