"""Each drawing with usual and with odd numbers, computed by the library; with the texts that it must show."""

import torch

from faqbook import figures
from faqbook.figures import SENTENCE
from faqformer.attention import attention
from faqformer.masks import causal_mask

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


KEYS = [[0, 0], [1, 1], [0, 1], [-1, 1], [0, -1], [1, 0]]
VALUES = [[0, 0], [4, 0], [0, 2], [1, 1], [2, 0], [0, 4]]

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
}
