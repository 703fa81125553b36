"""Each scheme against the variance that it states, against torch's own code, and in the scores that it gives."""

import math

import mpmath
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from faqbook.checks.numbers import quantile
from faqformer import seeds
from faqformer.attention import MultiHeadAttention
from faqformer.initialisation import (
    KURTOSIS,
    SCHEMES,
    TRUNCATED_VARIANCE,
    scheme,
    score_variance_at_init,
    truncated_normal,
    weight_variance,
)

ALL = [*SCHEMES.values(), truncated_normal(0.3)]
FANS = (96, 160)  # in, out: different, so that they cannot be exchanged unseen
N_HEADS = 4


def drawn(scheme, k=0):
    weight = torch.empty(FANS[1], FANS[0], dtype=torch.float64)
    return scheme.fill_(weight, seeds.generator(k), N_HEADS)


def assert_variance(weights, variance, kurtosis):
    """Six standard errors about a known mean of 0: σ² √((κ − 1) / n) for the variance, σ / √n for the mean."""
    n = weights.numel()
    assert abs(weights.mean().item()) <= 6 * math.sqrt(variance / n)
    assert abs((weights**2).mean().item() - variance) <= 6 * variance * math.sqrt((kurtosis - 1) / n)


@pytest.mark.parametrize("scheme", ALL, ids=lambda scheme: scheme.name)
def test_the_measured_variance_is_the_stated_one(scheme):
    weights = torch.stack([drawn(scheme, k) for k in range(8)])
    variance = scheme.variance(*FANS, N_HEADS)
    assert_variance(weights, variance, scheme.kurtosis)
    # The eighth moment is bounded for all three laws, by 105 σ⁸ at most (normal): √(105 − 9) < 10.
    assert (weights**4).mean() / variance**2 == pytest.approx(scheme.kurtosis, abs=60 / weights.numel() ** 0.5)


@pytest.mark.parametrize("scheme", ALL, ids=lambda scheme: scheme.name)
def test_the_law_has_the_support_that_it_should(scheme):
    weights = torch.stack([drawn(scheme, k) for k in range(8)])
    largest = weights.abs().max().item() / math.sqrt(scheme.variance(*FANS, N_HEADS))
    edge = {"uniform": math.sqrt(3), "truncated normal": 2 / math.sqrt(TRUNCATED_VARIANCE)}.get(scheme.law)
    if edge is None:
        assert largest > 3  # of 122 880 normal draws 332 are expected there
    else:
        assert 0.99 * edge < largest <= edge * (1 + 1e-12)


def test_the_moments_of_the_truncated_normal_are_its_integrals():
    def moment(n):
        return mpmath.quad(lambda z: z**n * mpmath.npdf(z), [-2, 0, 2]) / mpmath.quad(mpmath.npdf, [-2, 0, 2])

    assert pytest.approx(float(moment(2)), rel=1e-14) == TRUNCATED_VARIANCE
    assert pytest.approx(float(moment(4) / moment(2) ** 2), rel=1e-13) == KURTOSIS["truncated normal"]
    assert f"{0.02 * math.sqrt(TRUNCATED_VARIANCE):.5f}" == "0.01759"


@pytest.mark.parametrize(
    ("name", "torchs"),
    [
        ("xavier_uniform", nn.init.xavier_uniform_),
        ("xavier_normal", nn.init.xavier_normal_),
        ("kaiming_uniform", lambda w, generator: nn.init.kaiming_uniform_(w, nonlinearity="relu", generator=generator)),
        ("kaiming_normal", lambda w, generator: nn.init.kaiming_normal_(w, nonlinearity="relu", generator=generator)),
        ("lecun_normal", lambda w, generator: nn.init.kaiming_normal_(w, nonlinearity="linear", generator=generator)),
        ("linear_default", lambda w, generator: nn.init.kaiming_uniform_(w, a=math.sqrt(5), generator=generator)),
        ("embedding_default", nn.init.normal_),
        ("bert_hugging_face", lambda w, generator: nn.init.normal_(w, 0.0, 0.02, generator=generator)),
        ("bert", lambda w, generator: nn.init.trunc_normal_(w, 0.0, 0.02, -0.04, 0.04, generator=generator)),
    ],
)
def test_the_draws_are_those_of_torchs_own_function(name, torchs):
    theirs = torchs(torch.empty(FANS[1], FANS[0], dtype=torch.float64), generator=seeds.generator(0))
    torch.testing.assert_close(drawn(SCHEMES[name]), theirs, rtol=1e-14, atol=0)


def test_torchs_modules_start_as_stated():
    with seeds.fixed(0):
        attention = nn.MultiheadAttention(256, 4)
        linear, embedding = nn.Linear(256, 512), nn.Embedding(1000, 128)
    for packed in attention.in_proj_weight.detach().double().chunk(3):
        assert_variance(packed, weight_variance("xavier_packed", 256, 256), KURTOSIS["uniform"])
    assert_variance(linear.weight.detach().double(), weight_variance("linear_default", 256, 512), KURTOSIS["uniform"])
    assert_variance(embedding.weight.detach().double(), weight_variance("embedding_default", 128, 1000), 3)


def test_packed_is_xavier_on_the_three_matrices_stacked():
    fan_in, fan_out = FANS
    packed = nn.init.xavier_uniform_(
        torch.empty(3 * fan_out, fan_in, dtype=torch.float64), generator=seeds.generator(0)
    )
    assert_variance(packed, weight_variance("xavier_packed", fan_in, fan_out), KURTOSIS["uniform"])


def test_per_head_is_xavier_on_each_heads_rows():
    with seeds.fixed(0):
        heads = torch.stack([nn.init.xavier_uniform_(torch.empty(64, 512, dtype=torch.float64)) for _ in range(8)])
    assert_variance(heads, weight_variance("xavier_per_head", 512, 512, n_heads=8), KURTOSIS["uniform"])


def test_hugging_faces_bert_and_t5_start_as_stated():
    transformers = pytest.importorskip("transformers", reason="compares with transformers' own models")
    sizes = {"hidden_size": 128, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 256}
    with seeds.fixed(0):
        bert = transformers.BertModel(transformers.BertConfig(vocab_size=100, **sizes))
        t5 = transformers.T5Model(
            transformers.T5Config(vocab_size=64, d_model=96, d_kv=16, d_ff=256, num_layers=1, num_heads=8)
        )
    assert_variance(bert.pooler.dense.weight.detach().double(), weight_variance("bert_hugging_face", 128, 128), 3)
    attention = t5.encoder.block[0].layer[0].SelfAttention
    feed_forward = t5.encoder.block[0].layer[1].DenseReluDense
    assert_variance(attention.q.weight.detach().double(), weight_variance("t5_query", 96, 128, n_heads=8), 3)
    for weight in (
        attention.k.weight,
        attention.v.weight,
        attention.o.weight,
        feed_forward.wi.weight,
        feed_forward.wo.weight,
    ):
        fan_out, fan_in = weight.shape
        assert_variance(weight.detach().double(), weight_variance("t5", fan_in, fan_out), 3)


def test_our_own_attention_is_xavier_uniform():
    with seeds.fixed(0):
        weight = MultiHeadAttention(256, 4).W_k.weight.detach().double()
    assert_variance(weight, weight_variance("xavier_uniform", 256, 256), KURTOSIS["uniform"])


def measured_score_variance(query, key, d_model, n_heads, scale, replicates):
    """Over fresh weights: the mean square of one head's scores of LayerNormed tokens, a value for each draw."""
    d_k = d_model // n_heads
    x = F.layer_norm(torch.randn(8, d_model, generator=seeds.generator(0), dtype=torch.float64), (d_model,), eps=0.0)
    values = []
    for k in range(replicates):
        generator = seeds.generator(k + 1)
        W_q, W_k = (s.fill_(x.new_empty(d_model, d_model), generator, n_heads) for s in (query, key))
        q, k = (x @ W_q.mT).unflatten(-1, (n_heads, d_k)), (x @ W_k.mT).unflatten(-1, (n_heads, d_k))
        scores = scale * torch.einsum("thk,shk->hts", q, k)
        values.append((scores**2).mean())
    return torch.stack(values)


@pytest.mark.parametrize("name", [name for name in SCHEMES if name != "t5_query"])
def test_the_score_variance_is_that_of_real_scores(name):
    d_model, n_heads, replicates = 64, 4, 40
    values = measured_score_variance(SCHEMES[name], SCHEMES[name], d_model, n_heads, 16**-0.5, replicates)
    derived = score_variance_at_init(name, d_model, n_heads)
    assert abs(values.mean() - derived) <= quantile(replicates - 1) * values.std() / replicates**0.5
    assert values.std() / replicates**0.5 < 0.05 * derived  # so that a factor of two is seen


def test_t5s_scores_have_variance_1_without_a_scale():
    values = measured_score_variance(SCHEMES["t5_query"], SCHEMES["t5"], 64, 4, 1.0, 40)
    assert score_variance_at_init("t5_query", 64, 4, key="t5", scale=1.0) == pytest.approx(1, rel=1e-14)
    assert abs(values.mean() - 1) <= quantile(39) * values.std() / 40**0.5


def test_the_published_table_of_score_variances():
    table = {name: score_variance_at_init(name, 512, 8) for name in SCHEMES}
    expected = {
        "xavier_uniform": 1,
        "xavier_packed": 0.25,
        "xavier_per_head": (1024 / 576) ** 2,
        "linear_default": 1 / 9,
    }
    expected |= {"bert_hugging_face": (4e-4 * 512) ** 2, "bert": (4e-4 * 512 * TRUNCATED_VARIANCE) ** 2}
    for name, value in expected.items():
        assert table[name] == pytest.approx(value, rel=1e-14)


def test_a_generator_gives_the_same_weights_again_and_leaves_the_global_one_alone():
    before = torch.random.get_rng_state()
    assert torch.equal(drawn(SCHEMES["bert"]), drawn(SCHEMES["bert"]))
    assert not torch.equal(drawn(SCHEMES["bert"]), drawn(SCHEMES["bert"], k=1))
    assert torch.equal(torch.random.get_rng_state(), before)
    with seeds.fixed(0):
        first = SCHEMES["t5"].fill_(torch.empty(3, 4))
    with seeds.fixed(0):
        assert torch.equal(SCHEMES["t5"].fill_(torch.empty(3, 4)), first)


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=lambda scheme: scheme.name)
def test_a_parameter_is_filled_in_place_in_any_precision(scheme):
    for dtype in (torch.float64, torch.float32, torch.bfloat16, torch.float16):
        weight = nn.Parameter(torch.zeros(4, 8, dtype=dtype))
        assert scheme.fill_(weight) is weight
        assert weight.requires_grad
        assert weight.isfinite().all()
        assert weight.count_nonzero() > 0


def test_a_scheme_serves_as_its_own_name():
    assert scheme(SCHEMES["t5"]) is scheme("t5")


def test_a_truncated_normal_has_the_deviation_that_was_asked_for():
    assert weight_variance(truncated_normal(0.5), 8, 4) == TRUNCATED_VARIANCE * 0.25


@pytest.mark.bad_input
def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"name: expected one of xavier_uniform, .*, got 'xavier'"):
        scheme("xavier")
    with pytest.raises(ValueError, match=r"expected integers ≥ 1, .*got 0, 4, 1"):
        weight_variance("t5", 0, 4)
    with pytest.raises(ValueError, match=r"fan_out a multiple of n_heads; got 8, 8, 3"):
        score_variance_at_init("t5", 8, 3)
    with pytest.raises(ValueError, match=r"weight: expected a matrix \(fan_out, fan_in\), got \(4,\)"):
        SCHEMES["t5"].fill_(torch.zeros(4))
    with pytest.raises(TypeError, match=r"weight: expected floating-point numbers, got torch.int64"):
        SCHEMES["t5"].fill_(torch.zeros(4, 4, dtype=torch.long))
    for bad in (0.0, -1.0, math.inf, math.nan):
        with pytest.raises(ValueError, match=r"std: expected a positive number"):
            truncated_normal(bad)
