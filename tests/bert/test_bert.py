"""What must hold for any BERT: padding, order, tying, sizes, and the paths that must agree."""

import copy
import io
import math
from dataclasses import replace

import pytest
import torch
import torch.nn.functional as F

from faqformer import seeds
from faqformer.bert import Bert, BertConfig, BertForMaskedLM, BertForPreTraining
from faqformer.instruments import recorded
from tests.bert.small import CONFIG, ragged, stirred
from tests.looking import BOTH_WAYS, looking


@pytest.fixture(scope="module")
def model():
    return stirred(Bert(CONFIG))


def near(x, y, tolerance=1e-12):
    assert x.shape == y.shape
    assert (x - y).abs().max() <= tolerance * max(1, y.abs().max())


def size(kind, config):
    with torch.device("meta"):
        return sum(parameter.numel() for parameter in kind(config).parameters())


def test_sizes():
    base, large = BertConfig.base(), BertConfig.large()
    assert size(Bert, base) == 109_482_240 and size(Bert, large) == 335_141_888
    assert size(BertForMaskedLM, base) == 109_514_298 and size(BertForMaskedLM, large) == 335_174_458
    assert size(BertForPreTraining, base) == 110_106_428 and size(BertForPreTraining, large) == 336_226_108
    assert size(Bert, BertConfig.base(vocab_size=21_128)) == 102_267_648  # the Chinese one
    assert {size(Bert, replace(base, n_heads=n)) for n in (1, 4, 16, 24)} == {109_482_240}
    assert size(Bert, replace(base, n_positions=4096)) - size(Bert, base) == 2_752_512


@BOTH_WAYS
@pytest.mark.parametrize("training", [True, False])
def test_padding_cannot_matter(model, watched, training):
    ids, mask, segments = ragged()
    model = copy.deepcopy(model).train(training)
    with looking(model, watched) as padded:
        batch = model(ids, mask, segments)
    for row, n in enumerate(mask.sum(-1).tolist()):
        with looking(model, watched) as exact:
            alone = model(ids[row : row + 1, :n], None, segments[row : row + 1, :n])
        near(batch.sequence[row, :n], alone.sequence[0])
        near(batch.pooled[row], alone.pooled[0])
        if watched:
            for together, apart in zip(padded, exact, strict=True):
                near(together[row, :, :n, :n], apart[0])
                assert not together[row, ..., n:].any()
    other = torch.where(mask, ids, (ids + 7) % 50)
    assert model(other, mask, segments).sequence[mask].equal(model(ids, mask, segments).sequence[mask])


def test_contributions_to_the_embeddings_add_up(model):
    embeddings, (ids, _, segments) = model.embeddings, ragged()
    places = torch.arange(ids.shape[1]) + 2
    for given in ((), (segments,), (segments, places)):
        near(embeddings.contributions(ids, *given).sum(0), embeddings(ids, *given))
    token, *_, bias = embeddings.contributions(ids, segments)
    assert bias.equal(embeddings.norm.bias.expand_as(bias))
    elsewhere = embeddings.contributions(ids, 1 - segments)[0]
    one, other = (x.div(embeddings.norm.gain)[0, :9] for x in (token, elsewhere))
    near(F.normalize(one, dim=-1), F.normalize(other, dim=-1))  # another segment: the length alone
    assert (one - other).abs().max() > 1e-3


def test_padding_gets_no_gradient(model):
    ids, mask, segments = ragged()
    x = model.embeddings(ids, segments).detach().requires_grad_()
    model.encode(x, mask).sequence[mask].sum().backward()
    assert not x.grad[~mask].any() and x.grad[mask].all()


@BOTH_WAYS
def test_a_row_of_padding_alone_is_finite_and_on_its_own(model, watched):
    ids, mask, segments = ragged()
    mask[1] = False
    x = model.embeddings(ids, segments).detach().requires_grad_()
    with looking(model, watched) as attention:
        output = model.encode(x, mask)
    (output.sequence**2).sum().backward()
    assert output.sequence.isfinite().all() and output.pooled.isfinite().all() and x.grad.isfinite().all()
    alone = model.encode(x[1:2], mask[1:2]).sequence
    near(output.sequence[1:2], alone)
    # It attends to nothing, so that one of its tokens does not reach another.
    changed = x.detach().clone()
    changed[1, 0] += 1
    assert model.encode(changed, mask).sequence[1, 1:].equal(output.sequence[1, 1:])
    if watched:
        assert not any(layer[1].any() for layer in attention)


def test_order_is_known_from_positions_alone(model):
    ids, mask, segments = ragged()
    order = torch.randperm(16, generator=seeds.generator(1))
    nowhere = torch.zeros(16, dtype=torch.int64)
    kept = model(ids, mask, segments, nowhere).sequence
    shuffled = model(ids[:, order], mask[:, order], segments[:, order], nowhere).sequence
    near(shuffled, kept[:, order])
    moved = model(ids[:, order], mask[:, order], segments[:, order], order).sequence
    near(moved, model(ids, mask, segments).sequence[:, order])
    assert (model(ids[:, order], mask[:, order], segments[:, order]).sequence - kept[:, order]).abs().max() > 0.1


def test_segments_are_0_unless_given(model):
    ids, mask, _ = ragged()
    assert model(ids, mask).sequence.equal(model(ids, mask, torch.zeros_like(ids)).sequence)
    assert (model(ids, mask).sequence - model(ids, mask, torch.ones_like(ids)).sequence).abs().max() > 0.1


@pytest.mark.parametrize("dropout", [0.0, 0.5])
@pytest.mark.parametrize("training", [True, False])
def test_what_is_asked_for_changes_nothing(dropout, training):
    model = stirred(Bert(replace(CONFIG, dropout=dropout))).train(training)
    batch = ragged()
    plain = model(*batch)
    assert plain.hidden_states is None
    if training and dropout:  # the two kernels draw different numbers: compare each with itself
        with seeds.fixed(1):
            states = model(*batch, return_states=True)
        with seeds.fixed(1):
            plain = model(*batch)
        assert states.sequence.equal(plain.sequence) and not plain.sequence.equal(model(*batch).sequence)
        return
    for states in (True, False):
        for watched in (True, False):
            with looking(model, watched):
                asked = model(*batch, return_states=states)
            near(asked.sequence, plain.sequence)
            near(asked.pooled, plain.pooled)
            assert not states or (len(asked.hidden_states) == 4 and asked.hidden_states[-1] is asked.sequence)


def test_the_parts_make_the_whole(model):
    ids, mask, segments = ragged()
    with recorded(model) as attention:
        output = model(ids, mask, segments, return_states=True)
    x = model.embeddings(ids, segments)
    assert x.equal(output.hidden_states[0])
    for i, layer in enumerate(model.layers):
        q, k = layer.queries_and_keys(x)
        scores = q @ k.mT / (CONFIG.d_model // CONFIG.n_heads) ** 0.5
        near(scores.masked_fill(~mask[:, None, None], -torch.inf).softmax(-1), attention[f"layers.{i}.attention"])
        x = layer(x, mask[:, None, None, :])
        near(x, output.hidden_states[i + 1])
    near(torch.tanh(F.linear(x[:, 0], model.pooler.weight, model.pooler.bias)), output.pooled)
    assert Bert(CONFIG, pooler=False)(ids).pooled is None


def test_dropout_is_off_in_evaluation_and_at_rate_0():
    batch = ragged()
    model = stirred(Bert(replace(CONFIG, dropout=0.4)))
    assert model(*batch).sequence.equal(model(*batch).sequence)
    assert not model.train()(*batch).sequence.equal(model(*batch).sequence)
    still = stirred(Bert(CONFIG))
    assert still.train()(*batch).sequence.equal(still.eval()(*batch).sequence)


@pytest.mark.parametrize("kind", [Bert, BertForMaskedLM, BertForPreTraining])
def test_initial_weights(kind):
    config = replace(CONFIG, vocab_size=3000, d_model=48, std=0.05)
    with seeds.fixed(0):
        model = kind(config)
    for name, parameter in model.named_parameters():
        if name.endswith("gain"):
            assert parameter.eq(1).all()
        elif name.endswith("bias"):
            assert parameter.eq(0).all()
        else:
            assert parameter.abs().max() <= 0.1  # nothing beyond two deviations
    table = (model if kind is Bert else model.bert).embeddings.token.weight
    # The variance of a standard normal cut at ±2 is 1 − 4 φ(2) / (2 Φ(2) − 1); its fourth moment 3 − 28 φ(2) / (…)
    density, mass = math.exp(-2) / math.sqrt(2 * math.pi), math.erf(math.sqrt(2))
    second, fourth = 1 - 4 * density / mass, 3 - 28 * density / mass
    error = math.sqrt((fourth - second**2) / table.numel())
    assert abs((table / 0.05).square().mean() - second) <= 6 * error
    assert math.isclose(math.sqrt(second), 0.880, abs_tol=5e-4)


@pytest.mark.parametrize("kind", [BertForMaskedLM, BertForPreTraining])
def test_the_first_loss_is_that_of_a_guess(kind):
    """Logits of variance v, one word as good as another: ln V + v / 2, where v = d_model · (0.880 std)²."""
    config = BertConfig(vocab_size=30_522, d_model=128, n_heads=2, n_layers=2, d_ff=512)
    with seeds.fixed(0):
        model = kind(config).eval()
        ids = torch.randint(config.vocab_size, (4, 100))
        labels = torch.randint(config.vocab_size, (4, 100))
    with torch.no_grad():
        logits = model(ids) if kind is BertForMaskedLM else model(ids).tokens
    first = F.cross_entropy(logits.flatten(0, 1), labels.flatten()).item()
    spread = 128 * (0.88 * 0.02) ** 2
    assert abs(first - math.log(config.vocab_size)) < 0.1
    assert abs(first - math.log(config.vocab_size) - spread / 2) <= 6 * math.sqrt(spread / 400)


def test_the_decoder_is_the_token_table():
    model = stirred(BertForMaskedLM(CONFIG))
    ids, mask, segments = ragged()
    x = model.bert(ids, mask, segments).sequence
    hidden = model.head.norm(F.gelu(model.head.transform(x)))
    table = model.bert.embeddings.token.weight
    near(model(ids, mask, segments), hidden @ table.T + model.head.bias)
    assert [name for name, p in model.named_parameters() if p.shape == table.shape] == ["bert.embeddings.token.weight"]


def test_tying_survives_a_step_a_copy_and_a_file():
    model = stirred(BertForMaskedLM(CONFIG)).train()
    ids, mask, segments = ragged()
    before = model.bert.embeddings.token.weight.detach().clone()
    optimiser = torch.optim.SGD(model.parameters(), lr=0.1)
    F.cross_entropy(model(ids, mask, segments)[mask], ids[mask]).backward()
    # A word that is never read: only the decoder moves its row, and the input then reads the moved row.
    unread = next(word for word in range(50) if word not in ids)
    assert model.bert.embeddings.token.weight.grad[unread].any()
    optimiser.step()
    assert not model.bert.embeddings.token.weight[unread].equal(before[unread])
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    file.seek(0)
    loaded = BertForMaskedLM(CONFIG).double()
    loaded.load_state_dict(torch.load(file))
    models = [other.eval() for other in (model, copy.deepcopy(model), loaded)]
    logits = models[0](ids, mask, segments)
    for other in models:
        assert other(ids, mask, segments).equal(logits)
    for other in models:
        with torch.no_grad():
            other.bert.embeddings.token.weight[unread] += 1
        changed = (other(ids, mask, segments) - logits).abs().amax((0, 1))
        assert changed[unread] > 0 and not changed[torch.arange(50) != unread].any()


@pytest.mark.parametrize("kind", [BertForMaskedLM, BertForPreTraining])
def test_selected_tokens_alone(kind):
    model = stirred(kind(CONFIG))
    ids, mask, segments = ragged()
    selected = mask & (torch.rand(mask.shape, generator=seeds.generator(3)) < 0.4)
    every, few = model(ids, mask, segments), model(ids, mask, segments, selected=selected)
    if kind is BertForPreTraining:
        near(few.follows, every.follows)
        every, few = every.tokens, few.tokens
    near(few, every[selected])
    none = model(ids, mask, segments, selected=torch.zeros_like(mask))
    assert (none if kind is BertForMaskedLM else none.tokens).shape == (0, 50)


@pytest.mark.parametrize(("dtype", "unit"), [(torch.float32, 2**-24), (torch.bfloat16, 2**-8)])
def test_lower_precision_is_within_rounding(dtype, unit):
    """Against float64 on the same weights: some twenty roundings a layer, all to the same side at the worst."""
    low = stirred(Bert(CONFIG), dtype=dtype)
    high = copy.deepcopy(low).double()
    batch = ragged()
    exact, rounded = high(*batch).sequence, low(*batch).sequence
    assert rounded.dtype == dtype
    error = (rounded.double() - exact).square().mean().sqrt() / exact.square().mean().sqrt()
    assert error < 20 * CONFIG.n_layers * unit


@pytest.mark.bad_input  # the compiler cannot look through the shape checker
def test_compiled_and_exported():
    model = stirred(BertForPreTraining(replace(CONFIG, n_layers=1)))
    compiled = torch.compile(model, backend="aot_eager", fullgraph=True)
    free = {0: torch.export.Dim("batch", min=1), 1: torch.export.Dim("length", min=1, max=20)}
    names = ("ids", "mask", "segments")
    exported = torch.export.export(model, ragged(), dynamic_shapes=dict.fromkeys(names, free)).module()
    whole, shorter = ragged(), ragged(lengths=(3, 7, 2))
    for run, batch in ((compiled, whole), (exported, whole), (exported, shorter)):
        output, reference = run(*batch), model(*batch)
        near(output.tokens, reference.tokens)
        near(output.follows, reference.follows)


@pytest.mark.bad_input
def test_a_compiled_step_has_the_same_gradients():
    model = stirred(BertForMaskedLM(replace(CONFIG, n_layers=1))).train()
    ids, mask, segments = ragged()

    def gradients(run):
        model.zero_grad()
        F.cross_entropy(run(ids, mask, segments).flatten(0, 1), ids.flatten()).backward()
        return [parameter.grad.clone() for parameter in model.parameters()]

    for mine, compiled in zip(
        gradients(model), gradients(torch.compile(model, backend="aot_eager", fullgraph=True)), strict=True
    ):
        near(mine, compiled)
