"""The future cannot leak and padding cannot matter, through the whole model and on every path."""

import pytest
import torch

from faqformer.instruments import recorded
from faqformer.masks import causal_mask, padding_mask
from tests.transformer.models import EXACT, SOURCE_LENGTHS, TARGET_LENGTHS, S, T, V, batch, ids, transformer


@pytest.mark.parametrize("changed", range(T))
def test_leak_a_changed_target_token_reaches_no_earlier_logit(way, changed):
    model, source, target = way.model(), ids(2, S), ids(2, T, k=2)
    before = way(model, source, target)
    other = target.clone()
    other[:, changed] = (other[:, changed] + 1) % V
    after = way(model, source, other)
    assert torch.equal(after[:, :changed], before[:, :changed])
    if not (way.training and way.dropout):
        assert (after[:, changed] != before[:, changed]).any()


def test_leak_the_gradient_of_a_logit_reaches_no_later_token(exact_way):
    model = exact_way.model(tie=False)
    source, target = ids(1, S), torch.arange(T)[None]  # each word once: a row of the table is a position
    for t, logits in enumerate(exact_way(model, source, target)[0]):
        (gradient,) = torch.autograd.grad(logits.sum(), model.target_embedding.weight, retain_graph=True)
        touched = (gradient != 0).any(-1)
        assert touched.tolist() == [i <= t for i in range(T)] + [False] * (V - T)


def test_every_target_position_sees_the_whole_source(exact_way):
    model = exact_way.model(tie=False)
    source = torch.arange(S)[None]
    for logits in exact_way(model, source, ids(1, T))[0]:
        (gradient,) = torch.autograd.grad(logits.sum(), model.source_embedding.weight, retain_graph=True)
        assert (gradient != 0).any(-1).tolist() == [True] * S + [False] * (V - S)


def test_padding_its_ids_do_not_matter(way):
    model, inputs = way.model(), batch()
    before = way(model, **inputs)[inputs["target_mask"]]
    for side in ("source", "target"):
        inputs[side] = inputs[side].where(inputs[f"{side}_mask"], ids(3, inputs[side].shape[1], k=7))
    torch.testing.assert_close(way(model, **inputs)[inputs["target_mask"]], before, **EXACT)


def test_padding_its_amount_does_not_matter(exact_way):
    model, inputs = exact_way.model(), batch()
    together = exact_way(model, **inputs)
    for i, (n_source, n_target) in enumerate(zip(SOURCE_LENGTHS, TARGET_LENGTHS, strict=True)):
        alone = exact_way(model, inputs["source"][i : i + 1, :n_source], inputs["target"][i : i + 1, :n_target])
        torch.testing.assert_close(together[i : i + 1, :n_target], alone, **EXACT)


@pytest.mark.parametrize("side", ["source", "target"])
def test_padding_its_place_does_not_matter(exact_way, side):
    # On the left, on the right or in between: a token's position is the number of tokens before it.
    model, inputs = exact_way.model(), {"source": ids(1, 4), "target": ids(1, 4, k=2)}
    expected = exact_way(model, **inputs)
    for places in ([3, 4, 5, 6], [0, 1, 2, 3], [0, 2, 3, 6]):
        padded, mask = ids(1, 7, k=5), torch.zeros(1, 7, dtype=torch.bool)
        padded[:, places], mask[:, places] = inputs[side], True
        logits = exact_way(model, **{**inputs, side: padded, f"{side}_mask": mask})
        logits = logits[:, places] if side == "target" else logits
        torch.testing.assert_close(logits, expected, **EXACT)


def test_an_all_true_mask_changes_nothing(way):
    model, inputs = way.model(), {"source": ids(2, S), "target": ids(2, T, k=2)}
    masks = {f"{side}_mask": torch.ones_like(inputs[side], dtype=torch.bool) for side in ("source", "target")}
    torch.testing.assert_close(way(model, **inputs, **masks), way(model, **inputs), **EXACT)


def test_order_matters_to_the_model_and_masks_do_not_repair_it(exact_way):
    model, source, target = exact_way.model(), torch.arange(S)[None], ids(1, T)
    assert (exact_way(model, source, target) - exact_way(model, source.flip(1), target)).abs().max() > 1e-3


def test_a_source_without_tokens_gives_finite_values_and_gradients(way):
    model, inputs = way.model(), batch()
    inputs["source_mask"] = padding_mask([7, 0, 5])
    logits = way(model, **inputs)
    logits.sum().backward()
    assert logits.isfinite().all() and all(p.grad.isfinite().all() for p in model.parameters())


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_weights_of_every_layer_obey_its_masks(norm):
    inputs = batch()
    model = transformer(norm=norm)
    with recorded(model) as attention:
        model(**inputs)
    keys, order = inputs["source_mask"][:, None, None, :], causal_mask(T)
    kinds = {
        "encoder.*.attention": ((3, 3, S, S), keys),
        "decoder.*.attention": ((3, 3, T, T), order & inputs["target_mask"][:, None, None, :]),
        "decoder.*.cross_attention": ((3, 3, T, S), keys),
    }
    for kind, (shape, mask) in kinds.items():
        first, second = attention.of(kind)
        assert not torch.equal(first, second)
        for of_layer in (first, second):
            assert of_layer.shape == shape
            assert (of_layer > 0).equal(mask.expand(shape))  # all that is admitted is used: no over-masking
            torch.testing.assert_close(of_layer.sum(-1), torch.ones(shape[:-1], dtype=torch.float64), **EXACT)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_looking_at_the_weights_changes_nothing_else(norm):
    model, inputs = transformer(norm=norm), batch()
    with recorded(model):
        logits = model(**inputs)
        memory = model.encode(inputs["source"], inputs["source_mask"])
    torch.testing.assert_close(logits, model(**inputs), **EXACT)
    torch.testing.assert_close(memory, model.encode(inputs["source"], inputs["source_mask"]), **EXACT)


def test_every_decoder_layer_reads_the_last_encoder_layer():
    model, source, target = transformer(n_encoder_layers=3), ids(2, S), ids(2, T)
    seen = []
    for layer in model.decoder.layers:
        layer.register_forward_pre_hook(lambda _, args: seen.append(args[1]))
    model(source, target)
    memory = model.encode(source)
    assert len(seen) == 2 and all(torch.equal(m, memory) for m in seen)
