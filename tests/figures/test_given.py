"""What does not fit is refused, in words that name the argument; and nothing half drawn stays behind."""

import re

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch

from faqbook import figures
from faqbook.figures import SENTENCE, given
from faqbook.figures.letters import listed, shorten, width_of, written

NAN, INF = float("nan"), float("inf")
TWO = {"query": [1, 0], "keys": [[1, 0], [0, 1]], "values": [[1], [2]], "scores": [1, 0], "weights": [0.75, 0.25]}
SQUARE = {"scores": [[1, 2], [3, 4]], "weights": [[1, 0], [0.5, 0.5]], "mask": np.tri(2, dtype=bool)}
MASKS = {"encoder_only": np.ones((2, 2), bool)} | dict.fromkeys(
    ["decoder_only", "encoder_decoder"], np.tri(2, dtype=bool)
)
RULE = {"random": "blue", "rate": 0.15, "shares": (0.8, 0.1, 0.1)}

RIGHT = {
    "attention_by_hand": TWO | {"output": [1.25], "tokens": ["a", "b"], "asking": "a"},
    "masked_scores": SQUARE | {"tokens": ["a", "b"]},
    "weight_bars": {"cases": {"a": [1.0]}},
    "norm_axes": {"batch": 1, "tokens": 1, "features": 1},
    "masking": RULE | {"tokens": SENTENCE, "chosen": 1},
    "encoder_layer": {"n_heads": 8},
    "encoder_and_decoder": {"norm": "post", "n_layers": 6},
    "architectures": MASKS | {"tokens": ["a", "b"], "source": ["a"], "target": ["b"]},
    "training_and_use": {"tokens": SENTENCE},
    "heads": {"weights": np.full((2, 3, 3), 1 / 3), "d_model": 4},
    "kv_cache": {"tokens": SENTENCE},
    "query_groups": {"n_heads": 8, "groups": {"GQA": 2}},
    "three_embeddings": {"tokens": ["a", "b"], "ids": [101, 102], "segments": [0, 1]},
    "task_heads": {"text": (["a"], "x"), "tokens": (["a"], ["y"]), "span": (["a", "b"], 0, 1)},
    "positional_encoding": {"table": np.eye(3), "waves": [0, 2]},
    "schedule": {"curves": {"a": ([1, 2], [0.1, 0.2])}},
    "canvas": {"height": 100},
}
WRONG = [
    ("attention_by_hand", {"query": [1, 0, 0]}, "keys: expected d_k = 3, as in query, got the shape (2, 2)"),
    ("attention_by_hand", {"keys": [1, 0]}, "keys: expected the shape (n, d_k), nothing empty, got (2,)"),
    ("attention_by_hand", {"output": [1, 2]}, "output: expected d_v = 1, as in values"),
    ("attention_by_hand", {"weights": [0.75, 0.75]}, "weights: expected rows that add up to 1, got the sum 1.5"),
    ("attention_by_hand", {"weights": [1.5, -0.5]}, "weights: expected no weight below 0, got -0.5"),
    ("attention_by_hand", {"scores": [NAN, 0]}, "scores: expected numbers, got nan"),
    ("attention_by_hand", {"scores": [-INF, 0]}, "scores: expected numbers, got -inf"),
    ("attention_by_hand", {"tokens": ["a"]}, "tokens: expected 2 words, got 1"),
    ("attention_by_hand", {"tokens": ["a", ""]}, "tokens: expected words, none of them empty"),
    ("attention_by_hand", {"output": [0.1], "digits": 60}, "attention by hand: too wide"),
    ("masked_scores", {"mask": np.tri(3, dtype=bool)}, "mask: expected the shape (2, 2), got (3, 3)"),
    ("masked_scores", {"weights": [[0.5, 0.5]] * 2}, "weights: expected 0 where the mask is False, got 0.5"),
    ("masked_scores", {"scores": np.eye(7)}, "weights: expected n = 7, as in scores"),
    ("masked_scores", {"scores": np.eye(7), "weights": np.eye(7)}, "tokens: expected at most 6"),
    ("weight_bars", {"cases": {}}, "cases: expected one to four, got 0"),
    ("weight_bars", {"cases": {"a": [1.0], "b": [0.5, 0.5]}}, "b: expected n = 1, as in a"),
    ("weight_bars", {"cases": {"a": np.ones(129) / 129}}, "keys: expected at most 128"),
    ("weight_bars", {"cases": {"a": []}}, "a: expected the shape (n), nothing empty, got (0,)"),
    ("norm_axes", {"features": 7}, "features: expected from 1 to 6 cells, got 7"),
    ("norm_axes", {"batch": 0}, "batch: expected from 1 to 6 cells, got 0"),
    ("masking", {"chosen": 6}, "chosen: expected an index from 0 to 5, got 6"),
    ("masking", {"rate": 15}, "rate: expected a share between 0 and 1, got 15"),
    ("masking", {"shares": (0.8, 0.1, 0.2)}, "shares: expected three that add up to 1"),
    ("masking", {"shares": (0.8, 0.2)}, "shares: expected three that add up to 1"),
    ("masking", {"tokens": []}, "tokens: expected words, none of them empty, got []"),
    ("encoder_and_decoder", {"norm": "mid"}, "norm: expected one of post, pre, got 'mid'"),
    ("architectures", {"decoder_only": np.ones((2, 2), bool)}, "decoder-only: expected False for query 0 and key 1"),
    ("architectures", {"encoder_only": np.eye(2) > 0}, "encoder-only: expected True for query 0 and key 1"),
    ("architectures", {"source": ["a", "b"]}, "encoder_decoder: expected the shape (3, 3), got (2, 2)"),
    ("architectures", {"tokens": [*"abcdefgh"]}, "tokens: expected at most 7"),
    ("training_and_use", {"tokens": [*"abcdefgh"]}, "tokens: expected at most 7"),
    ("heads", {"d_model": 5}, "d_model: expected a multiple of the 2 heads, got 5"),
    ("heads", {"weights": np.ones((5, 1, 1))}, "heads: expected at most 4"),
    ("heads", {"weights": np.ones((2, 1, 3)) / 3}, "weights: expected n = 1, as in weights, got the shape (2, 1, 3)"),
    ("kv_cache", {"sizes": ["1 kB"]}, "sizes: expected 6 words, got 1"),
    ("query_groups", {"groups": {"GQA": 3}}, "groups: expected divisors of n_heads = 8, got 'GQA': 3"),
    ("query_groups", {"n_heads": 16}, "n_heads: expected at most 12"),
    ("query_groups", {"groups": {}}, "groups: expected one to four, got 0"),
    ("three_embeddings", {"segments": [0, 2]}, "segment: expected rows from 0 to 1, got [0.0, 2.0]"),
    ("three_embeddings", {"ids": [101, -1]}, "token: expected rows of at least 0, got [101.0, -1.0]"),
    ("three_embeddings", {"ids": [101, 0.5]}, "token: expected rows of at least 0, got [101.0, 0.5]"),
    ("three_embeddings", {"rows": (102, 2, 512)}, "token: expected rows from 0 to 101, got [101.0, 102.0]"),
    ("three_embeddings", {"rows": (102, 2)}, "rows: expected three numbers"),
    ("task_heads", {"span": (["a", "b"], 1, 0)}, "span: expected 0 ≤ first ≤ last < 2, got 1 and 0"),
    ("task_heads", {"tokens": (["a"], [])}, "tokens: expected 1 labels, got 0"),
    ("task_heads", {"text": ([*"abcdefghi"], "x")}, "words: expected at most 8"),
    ("positional_encoding", {"waves": [3]}, "waves: expected one to four dimensions from 0 to 2, got [3]"),
    ("positional_encoding", {"table": [[1, 2]]}, "table: expected at least two positions, got 1"),
    ("schedule", {"curves": {}}, "curves: expected one to four, got 0"),
    ("schedule", {"curves": {"a": ([2, 1], [1, 1])}}, "a: expected rates of at least 0 at increasing steps"),
    ("schedule", {"curves": {"a": ([1, 2], [1, -1])}}, "a: expected rates of at least 0 at increasing steps"),
    ("schedule", {"curves": {"a": ([1, 2], [1])}}, "rates: expected n = 2, as in steps"),
    ("canvas", {"height": 10}, "height: expected more than the margins"),
]
MISTYPED = [
    ("attention_by_hand", {"query": ["a", "b"]}, "query: expected numbers, got ['a', 'b']"),
    ("attention_by_hand", {"tokens": "ab"}, "tokens: expected a list of words, got 'ab'"),
    ("masked_scores", {"mask": np.tri(2)}, "mask: expected a mask of bool, True = may attend, got float64"),
]
CASES = [(*case, ValueError) for case in WRONG] + [(*case, TypeError) for case in MISTYPED]


@pytest.mark.parametrize("name", RIGHT)
def test_what_fits_is_drawn(name):
    getattr(figures, name)(*(["post"] if name == "encoder_layer" else []), **RIGHT[name])
    plt.close("all")


@pytest.mark.parametrize(("name", "wrong", "words", "error"), CASES)
def test_what_does_not_fit_is_refused(name, wrong, words, error):
    with pytest.raises(error, match=re.escape(words)):
        getattr(figures, name)(**(RIGHT[name] | wrong))
    assert plt.get_fignums() == []  # nothing that the next plt.show() would show


@pytest.mark.parametrize("norms", [(), ("post", "pre", "post"), ("mid",)])
def test_a_layer_has_one_or_two_of_the_known_norms(norms):
    with pytest.raises(ValueError, match="expected one"):
        figures.decoder_layer(*norms)


def test_tensors_with_a_gradient_are_taken():
    (array,) = given.shaped(x=(torch.ones(2, requires_grad=True), "n"))
    assert array.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([1, -2, 0], ["1", "−2", "0"]),
        ([0.5, 0, -0.001, 1], ["0.50", "0", "0.00", "1.00"]),
        ([-INF, 3], ["−∞", "3"]),
        ([-INF, 0.125], ["−∞", "0.12"]),
    ],
)
def test_numbers_are_written(values, texts):
    assert written(values).tolist() == texts


def test_a_word_is_shortened_to_its_room():
    assert shorten("mouse", width_of("mouse")) == "mouse"
    short = shorten("internationalisation", 60)
    assert short.endswith("…") and "internationalisation".startswith(short[:-1]) and width_of(short) <= 60
    assert shorten("mouse", 1) == "…"


def test_lists_are_read_aloud():
    assert [listed(x) for x in ("a", "ab", "abc")] == ["a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    ("draw", "what", "words"),
    [
        (figures.box, {"width": 20, "height": 20, "text": "mouse"}, "'mouse' does not fit into a box of 20 × 20 units"),
        (figures.box, {"width": 80, "height": 20, "text": "a\nb"}, "does not fit into a box of 80 × 20 units"),
        (figures.matrix, {"values": [[12345.5]], "width": 20}, "values: 12345.50 is wider than a cell of 20 units"),
    ],
)
def test_what_is_wider_than_its_box_is_refused(draw, what, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        draw(figures.canvas(60).ax, 10, 10, **what)
    plt.close("all")


def test_style_is_left_as_it_was():
    before = dict(mpl.rcParams)
    figures.norm_axes(2, 2, 2)
    plt.close("all")
    assert dict(mpl.rcParams) == before
