"""The same numbers in other precisions, compiled, exported, and in training and evaluation."""

import copy
import subprocess
import sys

import pytest
import torch

from faqformer import seeds
from faqformer.objectives import label_smoothing_loss
from faqformer.transformer import Transformer
from tests.transformer.models import EXACT, batch, config, ids, transformer


@pytest.fixture(params=["post", "pre"])
def norm(request):
    return request.param


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_lower_precision_agrees_within_its_rounding(norm, dtype):
    with seeds.fixed(0):
        model = Transformer(config(norm=norm)).double().eval()
    inputs = batch()
    expected = model(**inputs)[inputs["target_mask"]]
    low = copy.deepcopy(model).to(dtype)
    logits = low(**inputs)[inputs["target_mask"]]
    assert logits.dtype == dtype
    # Each of some forty roundings from ids to logits moves a normalised vector by up to one unit; they add as a walk.
    assert (logits - expected).abs().max() < 40**0.5 * torch.finfo(dtype).eps * expected.abs().max()
    low(**inputs).float().square().sum().backward()
    assert all(p.grad.isfinite().all() for p in low.parameters())


def test_autocast_runs_and_agrees(norm):
    with seeds.fixed(0):
        model = Transformer(config(norm=norm)).eval()
    inputs = batch()
    expected = model(**inputs)[inputs["target_mask"]]
    with torch.autocast("cpu", torch.bfloat16):
        logits = model(**inputs)[inputs["target_mask"]]
    assert (logits - expected).abs().max() < 40**0.5 * torch.finfo(torch.bfloat16).eps * expected.abs().max()


def test_without_dropout_training_and_evaluation_are_the_same(norm):
    model, inputs = transformer(norm=norm), batch()
    assert torch.equal(model.train()(**inputs), model.eval()(**inputs))


@pytest.mark.parametrize("site", ["dropout", "attention_dropout", "inner_dropout"])
def test_each_dropout_acts_in_training_alone(norm, site):
    model, inputs = transformer(norm=norm, **{site: 0.5}), batch()
    plain = transformer(norm=norm)
    torch.testing.assert_close(model(**inputs), plain(**inputs), **EXACT)
    with seeds.fixed(0):
        first, second = model.train()(**inputs), model(**inputs)
    assert not torch.equal(first, second)


def test_dropout_acts_on_the_embeddings_of_both_sides():
    model = transformer(dropout=0.5).train()
    for embedding in (model.source_embedding, model.target_embedding):
        with seeds.fixed(0):
            x = embedding(ids(20, 30))
        assert 0.4 < (x == 0).double().mean() < 0.6


def test_embedding_is_the_scaled_row_and_the_sinusoid():
    model, words = transformer(), ids(2, 5)
    x = model.source_embedding(words)
    for b, n, i in ((0, 0, 0), (1, 3, 4), (1, 4, 11)):
        angle = torch.tensor(n / 10000 ** (2 * (i // 2) / 12), dtype=torch.float64)
        expected = model.source_embedding.weight[words[b, n], i] * 12**0.5 + (angle.cos() if i % 2 else angle.sin())
        torch.testing.assert_close(x[b, n, i], expected, rtol=0, atol=1e-6)  # the table of sinusoids was in float32


@pytest.mark.long
def test_compiled_it_is_one_graph_with_the_same_loss_and_gradients():
    # In a process of its own: the shape checker of the tests would break the graph at every function.
    subprocess.run([sys.executable, "-W", "error", "-m", "tests.transformer.compiled"], check=True, timeout=200)


@pytest.mark.bad_input  # the shape checker does not know sizes that are symbols
def test_exported_it_gives_the_same_logits_for_other_sizes():
    model, inputs = transformer(norm="pre"), batch()
    sizes = {"B": torch.export.Dim("B", min=2, max=9), "S": torch.export.Dim("S", min=2, max=64)}
    sizes["T"] = torch.export.Dim("T", min=2, max=64)
    shapes = {"source": (0, "S"), "target": (0, "T"), "source_mask": (0, "S"), "target_mask": (0, "T")}
    dynamic = {name: {0: sizes["B"], 1: sizes[length]} for name, (_, length) in shapes.items()}
    program = torch.export.export(model, (), inputs, dynamic_shapes=dynamic).module()
    torch.testing.assert_close(program(**inputs), model(**inputs), **EXACT)
    other = {"source": ids(2, 9), "target": ids(2, 4)}
    other |= {f"{side}_mask": torch.ones_like(other[side], dtype=torch.bool) for side in ("source", "target")}
    torch.testing.assert_close(program(**other), model(**other), **EXACT)


def test_gradients_accumulate_to_those_of_the_big_batch(norm):
    inputs, following = batch(), ids(3, 6, k=4)
    count = inputs["target_mask"].sum()

    def gradients(rows):
        model = transformer(norm=norm)
        for row in rows:
            part = {name: value[row] for name, value in inputs.items()}
            label_smoothing_loss(model(**part), following[row], 0.1, part["target_mask"], count).backward()
        return [p.grad for p in model.parameters()]

    one_by_one = gradients([slice(i, i + 1) for i in range(3)])
    for ours, theirs in zip(one_by_one, gradients([slice(None)]), strict=True):
        torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-12)


def test_on_the_meta_device_it_has_shapes_and_no_numbers(norm):
    with torch.device("meta"):
        model = Transformer(config(norm=norm))
    assert model(**{name: x.to("meta") for name, x in batch().items()}).shape == (3, 6, 11)
