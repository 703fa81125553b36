"""The module: against torch's own, head by head, both of its paths, and what it refuses."""

import pytest
import torch
from torch import nn

from faqformer import seeds
from faqformer.attention import KVCache, MultiHeadAttention, attention
from faqformer.instruments import recorded
from faqformer.masks import causal_mask, padding_mask
from faqformer.positions import ShawRelative, rotary
from tests.looking import BOTH_WAYS, looking

EXACT = {"rtol": 0, "atol": 1e-12}


def normal(*shape, k=10, dtype=torch.float64):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=dtype)


def torchs_own(module: MultiHeadAttention) -> nn.MultiheadAttention:
    """torch's multi-head attention with the same weights: it packs the three projections and writes them as rows."""
    biased = module.W_q.bias is not None
    twin = nn.MultiheadAttention(module.d_model, module.n_heads, bias=biased, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        twin.in_proj_weight.copy_(torch.cat([module.W_q.weight, module.W_k.weight, module.W_v.weight]))
        twin.out_proj.weight.copy_(module.W_o.weight)
        if biased:
            twin.in_proj_bias.copy_(torch.cat([module.W_q.bias, module.W_k.bias, module.W_v.bias]))
            twin.out_proj.bias.copy_(module.W_o.bias)
    return twin


@pytest.mark.parametrize("projection_bias", [False, True])
@pytest.mark.parametrize("crossed", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_equals_torchs_module(exact_way, projection_bias, crossed, masked):
    module = exact_way.module(projection_bias=projection_bias)
    x, memory = normal(2, 4, 12), normal(2, 6, 12, k=11) if crossed else None
    keys = x if memory is None else memory
    n_keys, mask, hidden, padded = keys.shape[1], None, None, None
    if masked:
        padding = padding_mask([n_keys, 3], n_keys)
        pattern = normal(4, n_keys, k=12) > -0.7
        pattern[:, 0] = True  # torch's module gives NaN where a query may attend to nothing
        mask = pattern & padding[:, None, None, :]
        hidden, padded = ~pattern, ~padding  # there, True = may not attend
    expected, weights = torchs_own(module)(
        x, keys, keys, attn_mask=hidden, key_padding_mask=padded, average_attn_weights=False
    )
    torch.testing.assert_close(exact_way(module, x, memory, mask), expected, **EXACT)
    with recorded(module) as seen:
        module(x, memory, mask)
    torch.testing.assert_close(seen[0], weights, **EXACT)


def test_is_the_concatenation_of_its_heads(exact_way):
    module = exact_way.module(12, 3)
    x, memory, bias = normal(2, 4, 12), normal(2, 5, 12, k=11), normal(1, 3, 4, 5, k=12)
    mask = normal(2, 3, 4, 5, k=13) > -0.5
    heads = []
    for h in range(3):
        rows = slice(4 * h, 4 * h + 4)
        q, k, v = (
            source @ linear.weight[rows].T + linear.bias[rows]
            for source, linear in ((x, module.W_q), (memory, module.W_k), (memory, module.W_v))
        )
        heads.append(attention(q, k, v, mask[:, h], bias[:, h])[0])
    expected = torch.cat(heads, -1) @ module.W_o.weight.T + module.W_o.bias
    torch.testing.assert_close(exact_way(module, x, memory, mask, bias), expected, **EXACT)


MASKS = {
    "none": None,
    "causal": causal_mask(4),
    "padding": padding_mask([4, 2])[:, None, None, :],
    "heads": normal(1, 3, 4, 4, k=20) > -0.5,
    "full": normal(2, 3, 4, 4, k=21) > 0.5,  # some rows are empty
    "queries": torch.tensor([True, False, True, True])[None, None, :, None].expand(1, 1, 4, 4),
}


@pytest.mark.parametrize("dropout", [0.0, 0.4])
@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("bias_shape", [None, (4, 4), (1, 3, 4, 4), (2, 1, 1, 4)], ids=str)
def test_both_paths_agree_in_value_and_gradient(dropout, training, mask, bias_shape):
    with seeds.fixed(0):
        module = MultiHeadAttention(12, 3, True, 0.0 if training else dropout).double().train(training)
    inputs = [normal(2, 4, 12).requires_grad_()]
    bias = None if bias_shape is None else normal(*bias_shape, k=22).requires_grad_()
    sources = [*inputs, *([] if bias is None else [bias]), *module.parameters()]
    fused = module(*inputs, mask=mask, bias=bias)
    with recorded(module) as seen:
        readable = module(*inputs, mask=mask, bias=bias)
    torch.testing.assert_close(fused, readable, **EXACT)
    assert seen[0].shape == (2, 3, 4, 4)
    upstream = normal(2, 4, 12, k=23)
    left = torch.autograd.grad((fused * upstream).sum(), sources)
    right = torch.autograd.grad((readable * upstream).sum(), sources)
    for ours, theirs in zip(left, right, strict=True):
        torch.testing.assert_close(ours, theirs, **EXACT)


def test_permuting_tokens_permutes_outputs(exact_way):
    module, x = exact_way.module(), normal(2, 5, 12)
    order = torch.randperm(5, generator=seeds.generator(30))
    torch.testing.assert_close(exact_way(module, x[:, order]), exact_way(module, x)[:, order], **EXACT)


@BOTH_WAYS
def test_dropout_removes_weights_at_its_rate_and_scales_the_rest(watched):
    # One key and one head: the weight is 1, so an output is either 0 or 1/(1 − p) times what it is without dropout.
    p, trials = 0.25, 20_000
    module = MultiHeadAttention(4, 1, dropout=p).double().train()
    x = normal(1, 1, 4).expand(trials, 1, 4)
    with seeds.fixed(1), looking(module, watched) as seen:
        output = module(x)
    whole = module.eval()(x[:1])
    kept = output.abs().sum((1, 2)) > 0
    torch.testing.assert_close(output[kept], (whole / (1 - p)).expand(int(kept.sum()), 1, 4), **EXACT)
    assert abs(float((~kept).double().mean()) - p) < 6 * (p * (1 - p) / trials) ** 0.5
    if watched:
        assert (seen[0] == 1).all()  # the weights are those before dropout


@BOTH_WAYS
def test_dropout_is_unbiased_and_off_in_evaluation(watched):
    trials = 4000
    module = MultiHeadAttention(8, 2, dropout=0.3).double().train()
    x, mask = normal(1, 3, 8), causal_mask(3)
    with seeds.fixed(2), looking(module, watched):
        outputs = module(x.expand(trials, 3, 8), mask=mask)
        whole, again = (module.eval()(x, mask=mask) for _ in range(2))
    distance = (outputs.mean(0) - whole[0]).abs() / (outputs.std(0) / trials**0.5)
    assert distance.max() < 6
    torch.testing.assert_close(again, whole, rtol=0, atol=0)


def test_state_dict_round_trip():
    with seeds.fixed(3):
        first, second = MultiHeadAttention(12, 3, True).double(), MultiHeadAttention(12, 3, True).double()
    x = normal(2, 4, 12)
    assert not torch.equal(first(x), second(x))
    assert second.load_state_dict(first.state_dict()).missing_keys == []
    assert torch.equal(first(x), second(x))
    names = {f"W_{letter}.{kind}" for letter in "qkvo" for kind in ("weight", "bias")}
    assert set(first.state_dict()) == names


def test_initial_weights_are_xavier_on_each_square_matrix():
    with seeds.fixed(4):
        module = MultiHeadAttention(256, 8, True)
    bound = (6 / (256 + 256)) ** 0.5
    for linear in (module.W_q, module.W_k, module.W_v, module.W_o):
        assert linear.weight.abs().max() <= bound
        # a uniform law's variance is bound²/3, and the variance of its square (4/45) bound⁴
        variance, error = float(linear.weight.detach().square().mean()), bound**2 * (4 / 45 / 256**2) ** 0.5
        assert abs(variance - bound**2 / 3) < 6 * error
        assert (linear.bias == 0).all()


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16, torch.float16])
def test_dtype_and_device_of_a_module_decide_those_of_its_output(exact_way, dtype):
    module, bias = exact_way.module(dtype=dtype), torch.zeros(4, 4, dtype=dtype)
    output = exact_way(module, normal(2, 4, 12).to(dtype), mask=causal_mask(4), bias=bias)
    assert output.dtype == dtype and output.isfinite().all()
    shadow = exact_way(
        module.to("meta"),
        torch.empty(2, 4, 12, dtype=dtype, device="meta"),
        mask=causal_mask(4, device="meta"),
        bias=bias.to("meta"),
    )
    assert shadow.shape == (2, 4, 12) and shadow.device.type == "meta" and shadow.dtype == dtype


def test_autocast_converts_as_torch_does(exact_way):
    module, x = exact_way.module(dtype=torch.float32), normal(2, 4, 12).float()
    exact = exact_way(module, x, mask=causal_mask(4), bias=torch.ones(4, 4).tril()).detach()
    with torch.autocast("cpu", torch.bfloat16):
        output = exact_way(module, x, mask=causal_mask(4), bias=torch.ones(4, 4).tril())
    assert output.dtype == torch.bfloat16
    torch.testing.assert_close(output.float(), exact, rtol=0, atol=2**-8 * 12 * float(exact.abs().max()))


@pytest.mark.parametrize(("batch", "n_queries", "n_keys"), [(0, 3, 4), (2, 0, 4), (2, 3, 0), (0, 0, 0)])
@pytest.mark.parametrize("masked", [False, True])
def test_without_batch_queries_or_keys_the_heads_give_zeros(way, batch, n_queries, n_keys, masked):
    module = way.module()
    x = normal(batch, n_queries, 12).requires_grad_()
    mask = torch.ones(n_queries, n_keys, dtype=torch.bool) if masked else None
    output = way(module, x, normal(batch, n_keys, 12), mask)
    assert output.shape == (batch, n_queries, 12)
    output.sum().backward()
    assert (x.grad == 0).all() if n_keys == 0 else x.grad.isfinite().all()
    if n_keys == 0:
        assert torch.equal(output, module.W_o.bias.expand_as(output))  # W_o of nothing


@pytest.mark.bad_input  # the run-time shape checker cannot be traced
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@BOTH_WAYS
def test_compiles_whole(watched):
    with seeds.fixed(5):
        module = MultiHeadAttention(12, 3, True).double().eval()
    x, mask = normal(2, 4, 12), padding_mask([4, 2])[:, None, None, :]
    compiled = torch.compile(module, backend="aot_eager", fullgraph=True)
    with looking(module, watched):
        torch.testing.assert_close(compiled(x, mask=mask), module(x, mask=mask), **EXACT)


@pytest.mark.bad_input
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_exports_with_free_sizes():
    with seeds.fixed(5):
        module = MultiHeadAttention(12, 3, True).double().eval()
    x, mask = normal(2, 4, 12), padding_mask([4, 2])[:, None, None, :]
    batch, length = torch.export.Dim("batch"), torch.export.Dim("length")
    exported = torch.export.export(
        module,
        (x,),
        {"mask": mask},
        dynamic_shapes={"x": {0: batch, 1: length}, "mask": {0: batch, 3: length}},
    ).module()
    x, mask = normal(5, 7, 12, k=11), padding_mask([7, 1, 0, 4, 2])[:, None, None, :]
    torch.testing.assert_close(exported(x, mask=mask), module(x, mask=mask), **EXACT)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("message", "arguments"),
    [
        ("d_model: expected a multiple of n_heads = 5, got 12", (12, 5)),
        ("n_heads: expected an integer ≥ 1, got 0", (12, 0)),
        ("d_model: expected an integer ≥ 1, got 0", (0, 1)),
        ("d_model: expected an integer ≥ 1, got -12", (-12, -3)),
        (r"dropout: expected a share in \[0, 1\), got 1", (12, 3, False, 1.0)),
        (r"dropout: expected a share in \[0, 1\), got -0.1", (12, 3, False, -0.1)),
        (r"dropout: expected a share in \[0, 1\), got nan", (12, 3, False, float("nan"))),
    ],
)
def test_sizes_that_make_no_heads_are_refused(message, arguments):
    with pytest.raises(ValueError, match=message):
        MultiHeadAttention(*arguments)


X, MEMORY, ALL = normal(2, 3, 12), normal(2, 5, 12), torch.ones(3, 5, dtype=torch.bool)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("error", "message", "x", "others"),
    [
        (ValueError, r"x: expected \(batch, length, d_model = 12\)", X[0], {}),
        (ValueError, r"x: expected \(batch, length, d_model = 12\)", X[..., :6], {}),
        (ValueError, r"memory: expected \(batch, length, d_model = 12\)", X, {"memory": MEMORY[..., :6]}),
        (ValueError, "memory: expected the batch size of x, 2, got 1", X, {"memory": MEMORY[:1]}),
        (TypeError, "x: expected torch.float64, got torch.int64", X.long(), {}),
        (TypeError, "x: expected torch.float64, got torch.float32", X.float(), {}),
        (TypeError, "memory: expected torch.float64, got torch.complex128", X, {"memory": MEMORY + 0j}),
        (TypeError, "mask: expected bool", X, {"memory": MEMORY, "mask": ALL.double()}),
        (TypeError, "mask: expected bool", X, {"memory": MEMORY, "mask": ALL.long()}),
        (ValueError, r"mask: expected \(T, S\) = \(3, 5\)", X, {"memory": MEMORY, "mask": ALL.T}),
        (ValueError, r"mask: .* got \(2, 5\)", X, {"memory": MEMORY, "mask": padding_mask([5, 3])}),
        (ValueError, r"mask: .* got \(5,\)", X, {"memory": MEMORY, "mask": ALL[0]}),
        (ValueError, r"mask: .* got \(\)", X, {"memory": MEMORY, "mask": ALL[0, 0]}),
        (ValueError, r"mask: .* got \(1, 5\)", X, {"memory": MEMORY, "mask": ALL[:1]}),
        (ValueError, r"mask: .* got \(2, 3, 5\)", X, {"memory": MEMORY, "mask": ALL.expand(2, 3, 5)}),
        (ValueError, r"mask: .* got \(2, 1, 3, 1\)", X, {"memory": MEMORY, "mask": ALL[:, :1].expand(2, 1, 3, 1)}),
        (ValueError, r"mask: .* got \(3, 1, 3, 5\)", X, {"memory": MEMORY, "mask": ALL.expand(3, 1, 3, 5)}),
        (ValueError, r"mask: .* got \(2, 2, 3, 5\)", X, {"memory": MEMORY, "mask": ALL.expand(2, 2, 3, 5)}),
        (ValueError, "mask: expected the scores' device", X, {"memory": MEMORY, "mask": ALL.to("meta")}),
        (TypeError, "bias: expected torch.float64, got torch.float32", X, {"memory": MEMORY, "bias": ALL.float()}),
        (TypeError, "bias: expected torch.float64, got torch.bool", X, {"memory": MEMORY, "bias": ALL}),
        (ValueError, r"bias: .* got \(5,\)", X, {"memory": MEMORY, "bias": ALL[0].double()}),
        (ValueError, "bias: expected the scores' device", X, {"memory": MEMORY, "bias": ALL.double().to("meta")}),
    ],
)
@BOTH_WAYS
def test_operands_that_do_not_fit_are_refused(error, message, x, others, watched):
    module = MultiHeadAttention(12, 3).double()
    with pytest.raises(error, match=message), looking(module, watched):
        module(x, **others)


def shaw(q, k):
    with seeds.fixed(30):
        scheme = ShawRelative(4, clip=2).double()
    return scheme(torch.arange(k.shape[2] - q.shape[2], k.shape[2]), torch.arange(k.shape[2]), q, k)


def rotate(q, k):
    positions = torch.arange(k.shape[2])
    return rotary(q, positions[-q.shape[2] :]), rotary(k, positions)


def test_positions_that_need_queries_and_keys(exact_way):
    """Head by head, from the projections alone."""
    module, x = exact_way.module(), normal(2, 4, 12)
    q, k, v = (linear(x).unflatten(-1, (3, 4)).transpose(1, 2) for linear in (module.W_q, module.W_k, module.W_v))
    turned = attention(*rotate(q, k), v, bias=shaw(*rotate(q, k)))[0]
    expected = module.W_o(turned.transpose(1, 2).flatten(-2))
    torch.testing.assert_close(exact_way(module, x, bias=shaw, turn=rotate), expected, **EXACT)


def test_positions_with_a_cache_are_those_without(exact_way):
    module, x, cache = exact_way.module(), normal(2, 4, 12), KVCache()
    whole = exact_way(module, x, mask=causal_mask(4), bias=shaw, turn=rotate)
    steps = [exact_way(module, x[:, t : t + 1], bias=shaw, turn=rotate, cache=cache) for t in range(4)]
    torch.testing.assert_close(torch.cat(steps, 1), whole, **EXACT)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bias": lambda q, k: q @ k.mT[..., :3]}, r"bias: expected \(T, S\) = \(4, 4\)"),
        ({"turn": lambda q, k: (q, k[:, :, :3])}, r"turn: expected k of the shape \(2, 3, 4, 4\), got \(2, 3, 3, 4\)"),
    ],
)
def test_what_is_asked_for_must_fit(exact_way, options, message):
    with pytest.raises(ValueError, match=message):
        exact_way(exact_way.module(), normal(2, 4, 12), **options)
