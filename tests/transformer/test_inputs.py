"""What the model refuses, and that it says which argument."""

import pytest
import torch

from faqformer.instruments import recorded
from faqformer.masks import padding_mask
from tests.transformer.models import S, T, V, batch, ids, transformer

pytestmark = pytest.mark.bad_input


@pytest.mark.parametrize("side", ["source", "target"])
@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda x: x.index_fill(1, torch.tensor([2]), V), IndexError),
        (lambda x: x.index_fill(1, torch.tensor([2]), -1), IndexError),
        (lambda x: x.double(), TypeError),
        (lambda x: x.bool(), TypeError),
        (lambda x: x[0], ValueError),
        (lambda x: x[:0], ValueError),
        (lambda x: x[:, :0], ValueError),
        (lambda x: x[..., None], ValueError),
        (lambda x: x.repeat(1, 20), ValueError),  # longer than n_positions = 64
    ],
)
def test_ids(side, change, error):
    inputs = {name: value for name, value in batch().items() if not name.endswith("mask")}
    inputs[side] = change(inputs[side])
    with pytest.raises(error, match=rf"^{side}: expected.*got"):
        transformer()(**inputs)


@pytest.mark.parametrize(("side", "n"), [("source", S), ("target", T)])
@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda m: m.double(), TypeError),
        (lambda m: m.long(), TypeError),
        (lambda m: m[0], ValueError),
        (lambda m: m[:1], ValueError),  # would broadcast
        (lambda m: m[:, :1], ValueError),
        (lambda m: m[:, None, None, :], ValueError),
    ],
)
def test_masks(side, n, change, error):
    inputs = batch()
    inputs[f"{side}_mask"] = change(padding_mask([n, 3, 5], n))
    with pytest.raises(error, match=rf"^{side}_mask: expected.*got"):
        transformer()(**inputs)


def test_different_batch_sizes_and_a_memory_mask_of_another_source():
    model, inputs = transformer(), batch()
    with pytest.raises(ValueError, match=r"memory: expected the batch size of target, 1, got 3"):
        model(inputs["source"], inputs["target"][:1])
    memory = model.encode(inputs["source"])
    with pytest.raises(ValueError, match=r"mask: expected shape \(3, 7\), got \(3, 6\)"):
        model.decode(inputs["target"], memory, source_mask=inputs["source_mask"][:, 1:])


def test_int32_ids_are_ids():
    model, inputs = transformer(), batch()
    short = {name: value.int() if name in ("source", "target") else value for name, value in inputs.items()}
    assert torch.equal(model(**short), model(**inputs))


def test_inputs_are_not_edited():
    model, inputs = transformer(), batch()
    before = {name: value.clone() for name, value in inputs.items()}
    with recorded(model):
        model(**inputs)
    assert all(torch.equal(inputs[name], before[name]) for name in inputs)


def test_the_longest_sequence_just_fits():
    model = transformer(n_positions=8)
    assert model(ids(1, 8), ids(1, 8)).shape == (1, 8, V)
    with pytest.raises(ValueError, match="source: expected at most n_positions = 8 tokens, got 9"):
        model(ids(1, 9), ids(1, 8))
