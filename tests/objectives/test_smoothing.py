"""The smoothed loss against a loop over an explicit distribution, against torch, and under accumulation."""

import copy
import math

import pytest
import torch
import torch.nn.functional as F

from faqformer import seeds
from faqformer.objectives import label_smoothing_loss

V = 11
SMOOTHINGS = [0.0, 0.1, 0.6]
CLOSE = {"rtol": 0, "atol": 1e-12}


@pytest.fixture(autouse=True)
def float64():
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(before)


def batch(k, shape=(3, 5)):
    g = seeds.generator(k)
    logits = torch.randn(*shape, V, generator=g) * 3
    target = torch.randint(V, shape, generator=g)
    mask = torch.rand(shape, generator=g) < 0.6
    mask.view(-1)[0] = True
    return logits.requires_grad_(), target, mask


def smoothed_over_all(target, smoothing):
    """1 − ε + ε/V on the right word, ε/V on each other one."""
    return F.one_hot(target, V) * (1 - smoothing) + smoothing / V


def smoothed_over_others(target, smoothing):
    """The other convention: 1 − ε on the right word, ε/(V − 1) on each other one."""
    right = F.one_hot(target, V)
    return right * (1 - smoothing) + (1 - right) * smoothing / (V - 1)


def loop(logits, targets, mask, distribution):
    """Σ −q ln p over every counted token and every word with q > 0, divided by the number of counted tokens."""
    total, count = 0.0, 0
    for z, t, keep in zip(
        logits.reshape(-1, V).tolist(), targets.view(-1).tolist(), mask.view(-1).tolist(), strict=True
    ):
        if keep:
            log_z = math.log(sum(math.exp(x) for x in z))
            total -= sum(q * (x - log_z) for q, x in zip(distribution(t), z, strict=True) if q > 0)
            count += 1
    return total / count


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("masked", [False, True])
def test_equals_a_loop_over_the_explicit_distribution(smoothing, masked):
    logits, target, mask = batch(0)
    mask = mask if masked else torch.ones_like(mask)

    def distribution(t):
        return [(1 - smoothing) * (v == t) + smoothing / V for v in range(V)]

    loss = label_smoothing_loss(logits, target, smoothing, mask if masked else None)
    assert loss.item() == pytest.approx(loop(logits.detach(), target, mask, distribution), abs=1e-12)


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
def test_equals_torch_value_and_gradient_with_ignored_targets(smoothing):
    logits, target, mask = batch(1)
    theirs = logits.detach().clone().requires_grad_()
    ignored = target.masked_fill(~mask, -100)
    label_smoothing_loss(logits, ignored, smoothing, mask).backward()
    expected = F.cross_entropy(theirs.flatten(0, 1), ignored.flatten(), ignore_index=-100, label_smoothing=smoothing)
    expected.backward()
    torch.testing.assert_close(label_smoothing_loss(logits, ignored, smoothing, mask), expected, **CLOSE)
    torch.testing.assert_close(logits.grad, theirs.grad, **CLOSE)


def test_the_gradient_is_p_minus_q_and_zero_off_the_mask():
    logits, target, mask = batch(2)
    label_smoothing_loss(logits, target, 0.1, mask).backward()
    expected = (logits.softmax(-1) - smoothed_over_all(target, 0.1)) / mask.sum()
    torch.testing.assert_close(logits.grad, expected.masked_fill(~mask[..., None], 0), **CLOSE)
    assert (logits.grad[~mask] == 0).all()


def test_what_the_mask_hides_does_not_matter():
    logits, target, mask = batch(3)
    other = torch.randint(V, target.shape, generator=seeds.generator(4))
    loss = label_smoothing_loss(logits, target, 0.1, mask)
    changed = logits.detach().where(mask[..., None], 1e6)
    assert label_smoothing_loss(changed, target.where(mask, other), 0.1, mask) == loss


def test_a_probability_of_zero_gives_no_nan():
    logits = torch.tensor([[0.0, 1.0, -math.inf]], requires_grad=True)
    loss = label_smoothing_loss(logits, torch.tensor([1]), 0.0)
    loss.backward()
    assert loss.item() == pytest.approx(math.log1p(math.exp(-1)), abs=1e-15)
    assert logits.grad.isfinite().all()
    # With smoothing, a word of probability 0 costs infinitely much: that is the definition.
    assert label_smoothing_loss(logits, torch.tensor([1]), 0.1).item() == math.inf


def test_a_batch_without_tokens_that_count_costs_nothing():
    logits, target, mask = batch(5)
    loss = label_smoothing_loss(logits, target, 0.1, torch.zeros_like(mask))
    loss.backward()
    assert loss == 0 and (logits.grad == 0).all()


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_accumulating_ragged_micro_batches_equals_the_big_batch(smoothing):
    g = seeds.generator(6)
    with seeds.fixed(6):
        model = torch.nn.Sequential(torch.nn.Embedding(V, 8), torch.nn.Tanh(), torch.nn.Linear(8, V))
    ids, target = (torch.randint(V, (6, 9), generator=g) for _ in range(2))
    mask = torch.arange(9) < torch.tensor([9, 1, 4, 7, 2, 5])[:, None]

    def gradient(rows, count):
        micro = copy.deepcopy(model)
        for row in rows:
            label_smoothing_loss(micro(ids[row]), target[row], smoothing, mask[row], count).backward()
        return torch.cat([p.grad.flatten() for p in micro.parameters()])

    whole = gradient([slice(None)], None)
    one_by_one = [slice(i, i + 1) for i in range(6)]
    torch.testing.assert_close(gradient(one_by_one, mask.sum()), whole, **CLOSE)
    torch.testing.assert_close(gradient(one_by_one, int(mask.sum())), whole, **CLOSE)
    mean_of_means = gradient(one_by_one, None) / 6
    assert (mean_of_means - whole).abs().max() > 1e-3  # what the count is for


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
def test_the_other_convention_is_this_one_with_a_factor_in_the_smoothing(smoothing):
    logits, target, _ = batch(6)
    loss = label_smoothing_loss(logits, target, smoothing * V / (V - 1))
    others = -(smoothed_over_others(target, smoothing) * logits.log_softmax(-1)).sum(-1).mean()
    torch.testing.assert_close(loss, others, **CLOSE)


def test_half_precision_logits_are_summed_in_single():
    logits, target, _ = batch(7)
    half = logits.detach().bfloat16()
    loss = label_smoothing_loss(half, target, 0.1)
    assert loss.dtype == torch.float32
    assert loss.item() == pytest.approx(label_smoothing_loss(half.double(), target, 0.1).item(), rel=1e-6)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("change", "error", "named"),
    [
        ({"target": torch.zeros(3, 4, dtype=torch.long)}, ValueError, "target"),
        ({"target": torch.full((3, 5), V)}, IndexError, "target"),
        ({"target": torch.full((3, 5), -100)}, IndexError, "target"),
        ({"target": torch.zeros(3, 5)}, TypeError, "target"),
        ({"mask": torch.ones(3, 5)}, TypeError, "mask"),
        ({"mask": torch.ones(5, dtype=torch.bool)}, ValueError, "mask"),
        ({"smoothing": 1.0}, ValueError, "smoothing"),
        ({"smoothing": -0.1}, ValueError, "smoothing"),
    ],
)
def test_operands_that_do_not_fit_are_refused(change, error, named):
    logits, target, _ = batch(8)
    with pytest.raises(error, match=rf"^{named}: .*got"):
        label_smoothing_loss(**{"logits": logits, "target": target, **change})
