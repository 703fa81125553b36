"""Each drawing with usual and with odd numbers, computed by the library; with the texts that it must show."""

import torch

from faqbook import figures
from faqbook.figures import SENTENCE
from faqformer.attention import attention
from faqformer.masks import causal_mask, padding_mask
from faqformer.positions import sinusoidal
from faqformer.schedules import noam

LONG = ["internationalisation", "a", "$x^2$", "…", "[SEP]", "ear"]


def by_hand(keys, values, query, tokens=SENTENCE, **kwargs):
    q, k, v = (torch.tensor(x, dtype=torch.float64) for x in (query, keys, values))
    output, weights = attention(q[None], k, v, scale=1.0)
    drawing = figures.attention_by_hand(q, k, v, k @ q, weights[0], output[0], tokens, tokens[0], **kwargs)
    return drawing, [*shown(q), *shown(k), *shown(v), *shown(k @ q), *shown(weights), *shown(output)]


def shown(values) -> list[str]:
    """The numbers as they are to be read, written in another way: two decimals, or none if all are whole."""
    values = torch.as_tensor(values, dtype=torch.float64)
    whole = bool((values[values.isfinite()] % 1 == 0).all())
    plain = (
        ("0" if x == 0 else "−∞" if x == -torch.inf else f"{x:.{0 if whole else 2}f}")
        for x in values.flatten().tolist()
    )
    return [text.replace("-", "−") for text in plain]


def masked(scores, tokens=SENTENCE, mask=None):
    scores = torch.tensor(scores, dtype=torch.float64)
    mask = causal_mask(len(scores)) if mask is None else mask
    values = torch.zeros(len(scores), 1, dtype=torch.float64)
    masked = scores.masked_fill(~mask, -torch.inf)
    _, weights = attention(scores, torch.eye(len(scores), dtype=torch.float64), values, mask=mask, scale=1.0)
    drawing = figures.masked_scores(scores, mask, weights, tokens[: len(scores)])
    return drawing, [*shown(scores), *shown(masked), *shown(weights)]


def bars(*cases, tokens=(), **kwargs):
    drawing = figures.weight_bars({f"case {i}": torch.tensor(w) for i, w in enumerate(cases)}, tokens, **kwargs)
    return drawing, [text for w in cases if len(w) <= 8 for text in shown(w)] + [f"case {i}" for i in range(len(cases))]


def seen(tokens, source, target):
    n, s, t = len(tokens), len(source), len(target)
    whole = causal_mask(s + t)
    whole[:, :s] = True
    drawing = figures.architectures(
        padding_mask(torch.tensor([n]), n).expand(n, n), causal_mask(n), whole, tokens, source, target
    )
    return drawing, [
        "encoder-only",
        "decoder-only",
        "encoder–decoder",
        "all tokens",
        "and what is before",
        "sees all of the source",
    ]


def heads(h, n, d_model):
    scores = torch.arange(h * n * n, dtype=torch.float64).cos().reshape(h, n, n)
    texts = [f"x ({n}, {d_model})", f"output ({n}, {d_model})", *[f"({n}, {d_model // h})"] * 2 * h, *["q, k, v"] * h]
    return figures.heads(scores.softmax(-1), d_model), texts


def embeddings(tokens, ids, rows=()):
    n = len(tokens)
    drawing = figures.three_embeddings(tokens, list(ids), [int(2 * i >= n) for i in range(n)], rows)
    return drawing, [*map(str, ids), *map(str, range(n)), *["+"] * 2 * n, *["="] * n]


def tasks(words, verdict, labels, span):
    return figures.task_heads((words, verdict), (words, labels), (words, *span)), [verdict, "BERT", "BERT", "BERT"]


def positions(table, waves):
    return figures.positional_encoding(table, waves), [f"dimension {wave}" for wave in waves]


KEYS = [[0, 0], [1, 1], [0, 1], [-1, 1], [0, -1], [1, 0]]
VALUES = [[0, 0], [4, 0], [0, 2], [1, 1], [2, 0], [0, 4]]
NOAM = [*range(500, 12001, 500)], [noam(step, 512) for step in range(500, 12001, 500)]

CASES = {
    "by hand": lambda: by_hand(KEYS, VALUES, [2, 1]),
    "by hand, one key": lambda: by_hand([[1]], [[-3]], [0], ["ear"]),
    "by hand, long words": lambda: by_hand(KEYS, VALUES, [2, 1], LONG),
    "by hand, fractions below 0": lambda: by_hand([[-0.25, 0.5, -1.125]] * 6, [[-7.125]] * 6, [-1, 0.001, 2]),
    "by hand, scaled": lambda: by_hand(KEYS, VALUES, [2, 1], score="q·k/√d_k"),
    "masked": lambda: masked([[2, 1, 0, 1], [3, 1, 1, 0], [1, 2, 0, 2], [0, 3, 1, 1]]),
    "masked, one token": lambda: masked([[0]]),
    "masked, six long words, fractions": lambda: masked([[-10.25, 0, 0.004, 1, 2, 3]] * 6, LONG),
    "masked, nothing allowed": lambda: masked([[1, 2], [3, 4]], mask=torch.tensor([[False, False], [True, False]])),
    "bars, 64 keys": lambda: bars([1 - 63 / 128] + [1 / 128] * 63, [1 / 64] * 64),
    "bars, words": lambda: bars([0.5, 0.25, 0.125, 0.0625, 0.0625, 0.0], tokens=SENTENCE),
    "bars, one key": lambda: bars([1.0], tokens=["internationalisation" * 5]),
    "bars, nothing allowed": lambda: bars([0.0, 0.0], [1.0, 0.0]),
    "bars, own scales, long words": lambda: bars([1.0] + [0.0] * 5, [1 / 6] * 6, tokens=LONG, one_scale=False),
    "bars, 128 keys": lambda: bars([1 / 128] * 128),
    "norms": lambda: (figures.norm_axes(3, 4, 5), ["3 × 4 tokens:", "all 5 features", "5 numbers", "12 numbers"]),
    "norms, one number": lambda: (figures.norm_axes(1, 1, 1), ["1 × 1 tokens:", "1 number"]),
    "norms, largest": lambda: (figures.norm_axes(6, 6, 6), ["36 numbers"]),
    "norms, wide": lambda: (figures.norm_axes(1, 1, 6), ["1 number", "6 numbers"]),
    "norms, deep": lambda: (figures.norm_axes(6, 1, 1), ["6 numbers"]),
    "masking": lambda: (
        figures.masking(SENTENCE, 1, "blue", 0.15, (0.8, 0.1, 0.1)),
        ["[MASK]", "blue", *["mouse"] * 3],
    ),
    "masking, first of long words": lambda: (
        figures.masking(LONG, 0, "antidisestablishment", 0.4, (0, 1, 0)),
        ["[MASK]"],
    ),
    "masking, last of eight": lambda: (figures.masking([*"abcdefgh"], 7, "x", 0.15, (0.5, 0.25, 0.25)), ["x", *"hhh"]),
    "masking, one token": lambda: (figures.masking(["ear"], 0, "eye", 0.15, (0.8, 0.1, 0.1)), ["[MASK]", "eye"]),
    "encoder layer": lambda: (figures.encoder_layer("post"), ["post-norm", "self-attention", *["LayerNorm"] * 2]),
    "encoder layer, sizes, both norms": lambda: (
        figures.encoder_layer("post", "pre", n_heads=12, d_model=1024, d_ff=4096),
        [*["1024 → 4096", "→ 1024", "12 heads", "feed-forward"] * 2, *["LayerNorm"] * 4],
    ),
    "decoder layer": lambda: (figures.decoder_layer("pre"), ["memory", "cross-attention", *["LayerNorm"] * 3]),
    "decoder layer, sizes, both norms": lambda: (
        figures.decoder_layer("pre", "post", n_heads=8, d_model=512, d_ff=2048),
        [*["8 heads"] * 4, *["LayerNorm"] * 6, *["memory"] * 2],
    ),
    "encoder and decoder": lambda: (
        figures.encoder_and_decoder("post", 6, n_heads=8, d_model=512, d_ff=2048),
        ["6 ×", "6 ×", *["8 heads"] * 3, *["512 → 2048 → 512"] * 2, *["LayerNorm"] * 5],
    ),
    "encoder and decoder, pre-norm": lambda: (figures.encoder_and_decoder("pre", 48), ["48 ×", *["LayerNorm"] * 7]),
    "architectures": lambda: seen(SENTENCE, ["the", "mouse", "sleeps"], ["die", "Maus", "schläft"]),
    "architectures, least": lambda: seen(["ear"], ["ear"], ["Ohr"]),
    "architectures, seven long words": lambda: seen([*LONG, "$"], LONG, ["Ohr"]),
    "training and use": lambda: (figures.training_and_use(SENTENCE), ["[start]"] * 7 + ["the"] * 7 + ["ear"] * 2),
    "training and use, one token": lambda: (figures.training_and_use(["internationalisation"]), ["[start]"] * 2),
    "training and use, seven": lambda: (figures.training_and_use([*LONG, "$"], start="$"), ["$"] * 10),
    "heads": lambda: heads(4, 6, 8),
    "heads, one of one token": lambda: heads(1, 1, 1),
    "heads, largest": lambda: heads(4, 12, 4096),
    "cache": lambda: (figures.kv_cache(SENTENCE), ["k, v"] * 21),
    "cache, one token": lambda: (figures.kv_cache(["internationalisation"], ["123456 kB"]), ["k, v", "123456 kB"]),
    "cache, eight tokens": lambda: (figures.kv_cache([*LONG, "$", "x"], ["1 MB"] * 8), ["k, v"] * 36 + ["1 MB"] * 8),
    "groups": lambda: (figures.query_groups(8, {"MHA": 8, "GQA": 2, "MQA": 1}), ["q"] * 24 + ["k, v"] * 11),
    "groups, twelve": lambda: (figures.query_groups(12, {"MHA": 12, "MQA": 1}, ["4 kB", "1 kB"]), ["4 kB", "1 kB"]),
    "groups, one head": lambda: (figures.query_groups(1, {"": 1}), ["q", "k, v"]),
    "stream": lambda: (
        figures.residual_stream(["attention", "feed-forward", "attention"]),
        [*["attention"] * 4, *["feed-forward"] * 2, *["$x_0$", "$x_3$"] * 2],
    ),
    "stream, one part": lambda: (figures.residual_stream(["internationals"]), ["internationals"] * 2),
    "stream, four parts": lambda: (figures.residual_stream(["a", "$x", "c", "d"]), ["$x_4$"] * 2),
    "embeddings": lambda: embeddings(
        ["[CLS]", "the", "mouse", "[SEP]", "lost", "[SEP]"], [101, 1996, 8000, 102, 2439, 102]
    ),
    "embeddings, one token": lambda: embeddings(["internationalisation"], [30521]),
    "embeddings, sixteen tokens": lambda: embeddings(LONG * 2 + LONG[:4], range(16), rows=(30522, 2, 512)),
    "tasks": lambda: tasks(["[CLS]", *SENTENCE, "[SEP]"], "negative", ["", "", "animal", *[""] * 5], (4, 6)),
    "tasks, one token": lambda: tasks(["ear"], "internationalisation", ["part"], (0, 0)),
    "tasks, long words, every label": lambda: tasks(
        LONG, "a", ["B", "I", "O", "B-LOC", "internationalisation", "$"], (4, 5)
    ),
    "positions": lambda: positions(sinusoidal(50, 32), [0, 4, 8, 12]),
    "positions, two of one dimension": lambda: positions(torch.zeros(2, 1), [0]),
    "positions, many": lambda: positions(100 * sinusoidal(512, 128), [1, 127]),
    "schedule": lambda: (figures.schedule({"d_model 512": NOAM}), ["d_model 512: peak 0.0007 at step 4,000"]),
    "schedule, one step": lambda: (figures.schedule({"still": ([1], [0.0])}), ["still: peak 0 at step 1"]),
    "schedule, four": lambda: (figures.schedule({f"warm-up {i}": NOAM for i in range(4)}), ["learning rate", "step"]),
}
