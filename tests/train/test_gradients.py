import pytest
import torch
from torch import nn

from faqformer.objectives import label_smoothing_loss
from faqformer.train import Processes, Task, gradients, shares
from tests.train.toy import toy

ROWS = [0, 20, 1, 30, 2, 33, 25]


@pytest.fixture
def task(tmp_path):
    return toy(tmp_path, dropout=0.0)


@pytest.fixture
def model(task):
    torch.manual_seed(1)
    return task.build().double()


def grads(model: nn.Module) -> list[torch.Tensor]:
    return [p.grad.clone() for p in model.parameters()]


@pytest.mark.parametrize("accumulate", [1, 2, 3, 7])
def test_parts_add_up_to_the_gradient_of_the_mean_over_all_tokens(task, model, accumulate):
    totals = gradients(task, model, shares(ROWS, accumulate, Processes()), Processes())
    found = grads(model)

    model.zero_grad()
    batch = task.batch(ROWS)
    logits = model(batch.source, batch.target[:, :-1], batch.source_mask, batch.target_mask[:, :-1])
    loss = label_smoothing_loss(logits, batch.target[:, 1:], 0.1, batch.target_mask[:, 1:])
    loss.backward()
    for a, b in zip(found, grads(model), strict=True):
        torch.testing.assert_close(a, b, rtol=1e-12, atol=1e-12)
    assert totals.loss == pytest.approx(float(loss.detach()), rel=1e-12)
    assert totals.count == sum(len(task.codec.bpe.encode(task.training[row][1])) + 1 for row in ROWS)


def test_a_mean_of_means_would_be_another_gradient(task, model):
    """So the test above can fail: its parts really differ in length."""
    whole = gradients(task, model, [ROWS], Processes()).loss
    means = [gradients(task, model, [part], Processes()).loss for part in shares(ROWS, 2, Processes())]
    assert abs(sum(means) / 2 - whole) > 1e-4


@pytest.mark.parametrize(("count", "accumulate"), [(1, 1), (2, 1), (3, 2), (1, 7)])
def test_every_row_falls_to_one_part(count, accumulate):
    parts = [part for rank in range(count) for part in shares(ROWS, accumulate, Processes(rank, count))]
    assert sorted(row for part in parts for row in part) == sorted(ROWS)
    assert parts == shares(ROWS, count * accumulate, Processes())
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def test_too_few_rows():
    with pytest.raises(ValueError, match="each of 2 processes · 4 micro-batches, got 7"):
        shares(ROWS, 4, Processes(0, 2))


class Stub(Task):
    """A task whose batch is the loss, of as many tokens as the loss has."""

    of = build = evaluate = vocabulary = card = None

    def __init__(self):
        pass

    def batch(self, rows):
        return torch.tensor([float(row) for row in rows])

    def loss(self, model, batch):
        return (model.used * batch).sum(), len(batch.nonzero())


class Unused(nn.Module):
    def __init__(self):
        super().__init__()
        self.used, self.unused = nn.Parameter(torch.tensor(1.0)), nn.Parameter(torch.ones(2))


def test_a_parameter_without_a_gradient_gets_zeros():
    model = Unused()
    totals = gradients(Stub(), model, [[1, 0, 2], [3]], Processes())
    assert model.used.grad == 2 and model.unused.grad.tolist() == [0, 0]
    assert totals == (2.0, 3, False)


def test_a_batch_without_a_token():
    with pytest.raises(ValueError, match="at least one real token, got none"):
        gradients(Stub(), Unused(), [[0], [0]], Processes())
