"""One table or three: by storage, by gradient, and after everything that could pull them apart."""

import copy
import io

import pytest
import torch
from torch import nn

from faqformer.objectives import label_smoothing_loss
from faqformer.transformer import Transformer
from tests.transformer.models import V, batch, config, ids, transformer


def tables(model):
    return model.source_embedding.weight, model.target_embedding.weight, model.output.weight


def pointers(model):
    return len({table.data_ptr() for table in tables(model)})


def require_tied(model):
    assert pointers(model) == 1
    assert all(table is tables(model)[0] for table in tables(model))  # one Parameter, not two on one storage
    assert sum(p.shape == (V, 12) for p in model.parameters()) == 1


def step(model, k=0):
    """One step of Adam, which would move a second Parameter on the same storage a second time."""
    optimiser = torch.optim.Adam(model.parameters(), lr=0.1)
    inputs = batch()
    label_smoothing_loss(model(**inputs), ids(3, 6, k=k + 20), 0.1, inputs["target_mask"]).backward()
    optimiser.step()
    return model


def test_tied_is_one_tensor_and_untied_is_three():
    require_tied(transformer())
    untied = transformer(tie=False)
    assert pointers(untied) == 3
    count = {tie: sum(p.numel() for p in transformer(tie=tie).parameters()) for tie in (True, False)}
    assert count[False] - count[True] == 2 * V * 12


def test_all_three_uses_reach_the_one_gradient():
    tied, untied = transformer(), transformer(tie=False)
    shared = {name: p for name, p in tied.state_dict().items() if name in untied.state_dict()}
    untied.load_state_dict({**shared, "output.weight": tied.output.weight})
    inputs = batch()
    for model in (tied, untied):
        model(**inputs).square().sum().backward()
    uses = [table.grad for table in tables(untied)]
    assert all((use != 0).any() for use in uses)
    torch.testing.assert_close(tied.output.weight.grad, sum(uses), rtol=1e-12, atol=1e-12)


def test_tied_survives_a_step_of_the_optimiser():
    model = transformer()
    before = model.output.weight.detach().clone()
    require_tied(step(model))
    assert (model.output.weight != before).all()  # the softmax moves every row


def test_tied_survives_a_deep_copy_which_then_goes_its_own_way():
    model = transformer()
    twin = copy.deepcopy(model)
    require_tied(twin)
    assert twin.output.weight.data_ptr() != model.output.weight.data_ptr()
    step(twin)
    require_tied(model)
    assert not torch.equal(twin.output.weight, model.output.weight)


@pytest.mark.parametrize("assign", [False, True])
@pytest.mark.parametrize("tie", [False, True])
def test_a_state_dict_through_a_file_gives_the_same_model(tie, assign):
    model, other = step(transformer(tie=tie)), transformer(k=5, tie=tie)
    inputs = batch()
    assert not torch.equal(other(**inputs), model(**inputs))
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    file.seek(0)
    other.load_state_dict(torch.load(file, weights_only=True), assign=assign)
    assert torch.equal(other(**inputs), model(**inputs))
    assert pointers(other) == (1 if tie else 3)
    if tie:
        require_tied(step(other))


def test_tied_survives_being_made_without_memory_and_filled_later():
    with torch.device("meta"):
        model = Transformer(config())
    model.to_empty(device="cpu")
    require_tied(model.double())


def test_an_untied_model_has_three_tables_of_their_own_size():
    model = Transformer(config(source_vocab_size=5, target_vocab_size=9, tie=False))
    assert [tuple(table.shape) for table in tables(model)] == [(5, 12), (9, 12), (9, 12)]


def test_no_parameter_is_dead():
    for tie in (True, False):
        for norm in ("post", "pre"):
            model = transformer(tie=tie, norm=norm, projection_bias=True)
            model(**batch()).square().sum().backward()
            dead = [name for name, p in model.named_parameters() if p.grad is None or not p.grad.any()]
            # softmax does not see what a key bias adds to all scores of a query
            assert [name for name in dead if not name.endswith("W_k.bias")] == []


def test_every_step_of_a_fresh_model_moves_every_matrix():
    model = Transformer(config()).double()
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    step(model)
    still = [name for name, p in model.named_parameters() if torch.equal(p, before[name])]
    assert still == []
    assert isinstance(model.encoder.layers, nn.ModuleList)
