"""Masks: who may attend to whom, and a gate that keeps finite stand-ins for −∞ out of the library."""

import ast
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import faqformer
from faqformer.masks import causal_mask, local_mask, padding_mask


def test_padding_mask_polarity_true_holds_a_token():
    assert padding_mask([2, 0, 3]).tolist() == [[True, True, False], [False] * 3, [True] * 3]
    assert padding_mask(torch.tensor([1]), n=3).tolist() == [[True, False, False]]


@given(lengths=st.lists(st.integers(0, 20), min_size=1, max_size=5), extra=st.integers(0, 3))
def test_padding_mask_counts_each_length(lengths, extra):
    mask = padding_mask(lengths, max(lengths) + extra)
    assert mask.shape == (len(lengths), max(lengths) + extra) and mask.dtype == torch.bool
    assert mask.sum(1).tolist() == lengths
    assert not (~mask[:, :-1] & mask[:, 1:]).any()  # no token after a pad


@given(n=st.integers(0, 9), radius=st.integers(0, 10), n_global=st.integers(0, 3))
def test_local_mask_sees_neighbours_and_the_global_tokens(n, radius, n_global):
    mask = local_mask(n, radius, n_global)
    assert mask.shape == (n, n) and mask.dtype == torch.bool
    for i in range(n):
        assert mask[i].tolist() == [abs(i - j) <= radius or min(i, j) < n_global for j in range(n)]


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64])
def test_narrow_lengths_do_not_wrap(dtype):
    assert padding_mask(torch.tensor([100, 50], dtype=dtype), n=300).sum(1).tolist() == [100, 50]


@given(n_query=st.integers(0, 8), extra=st.integers(0, 8))
def test_offset_causal_mask_is_aligned_at_the_bottom_right(n_query, extra):
    n_key = n_query + extra
    mask = causal_mask(n_query, n_key)
    assert mask.shape == (n_query, n_key) and mask.dtype == torch.bool
    for t in range(n_query):
        assert mask[t].tolist() == [s <= t + extra for s in range(n_key)]  # query t stands at position t + extra
    assert torch.equal(mask, causal_mask(n_key)[extra:])
    assert torch.equal(causal_mask(n_query), causal_mask(n_query, n_query))


def test_masks_lie_where_they_are_asked_for():
    assert causal_mask(3, device="meta").device.type == "meta"
    assert causal_mask(3).device.type == "cpu"


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (TypeError, "lengths: expected integers, got torch.float32", ([1.0],)),
        (TypeError, "lengths: expected integers, got torch.bool", ([True, False],)),
        (TypeError, "lengths: expected integers, got torch.bool", (torch.ones(2, dtype=torch.bool),)),
        (TypeError, "n: expected an integer, got 2.5", ([1], 2.5)),
        (ValueError, "lengths: expected one integer a sequence, at least one", ([],)),
        (ValueError, r"lengths: expected one integer a sequence, at least one, got shape \(1, 1\)", ([[1]],)),
        (ValueError, r"lengths: expected one integer a sequence, at least one, got shape \(\)", (torch.tensor(3),)),
        (ValueError, r"lengths: expected values from 0 to n = 3, got \[4\]", ([4], 3)),
        (ValueError, r"lengths: expected values from 0 to n = 2, got \[-1, 2\]", ([-1, 2],)),
        (ValueError, "lengths: expected values from 0 to n = -1", ([0], -1)),
    ],
)
def test_lengths_that_make_no_mask_are_refused(error, message, arguments):
    with pytest.raises(error, match=message):
        padding_mask(*arguments)


@pytest.mark.bad_input
@pytest.mark.parametrize("arguments", [(3, 2), (-1,), (-1, 2), (1, -1)])
def test_sizes_that_make_no_causal_mask_are_refused(arguments):
    with pytest.raises(ValueError, match="n_query: expected 0 ≤ n_query ≤ n_key"):
        causal_mask(*arguments)


@pytest.mark.bad_input
def test_sizes_that_make_no_local_mask_are_refused():
    for at, name in enumerate(("n", "radius", "n_global")):
        sizes = [3, 1, 0]
        sizes[at] = -1
        with pytest.raises(ValueError, match=f"{name}: expected an integer ≥ 0, got -1"):
            local_mask(*sizes)
    with pytest.raises(TypeError, match="radius: expected an integer, got"):
        local_mask(3, 1.5)


LARGE = 1e3  # no mask needs a constant as large, whatever its sign


def stand_ins(source: str) -> list[str]:
    """Expressions that hide a score behind a finite number: large negative constants, a dtype's extreme numbers,
    filling with a typed number other than 0, and a mask times a large constant."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)) if value >= LARGE:
                found.append(node)
            case ast.Attribute(
                value=ast.Call(func=ast.Attribute(attr="finfo") | ast.Name(id="finfo")), attr="min" | "max"
            ):
                found.append(node)
            case ast.Call(func=ast.Attribute(attr="masked_fill" | "masked_fill_"), args=[_, value]):
                typed = [part.value for part in ast.walk(value) if isinstance(part, ast.Constant)]
                if any(constant not in (0, False, True) for constant in typed):
                    found.append(node)
            case (
                ast.BinOp(op=ast.Mult(), left=ast.Constant(value=int() | float() as value), right=other)
                | ast.BinOp(op=ast.Mult(), left=other, right=ast.Constant(value=int() | float() as value))
            ) if value >= LARGE and "mask" in ast.unparse(other).lower():
                found.append(node)
    return [ast.unparse(node) for node in found]


@pytest.mark.parametrize(
    "line",
    [
        "x.masked_fill(~mask, -1e9)",
        "x.masked_fill_(~mask, -1e5)",
        "x.masked_fill(~mask, -50.0)",
        "x.masked_fill(~mask, float('-1e9'))",
        "x.masked_fill(~mask, torch.finfo(x.dtype).min)",
        "torch.where(mask, x, -10000)",
        "x + (1 - mask.float()) * -10000.0",
        "x + (mask.float() - 1) * 1e9",
        "HIDDEN = -1e4",
        "finfo(x.dtype).max",
    ],
)
def test_the_gate_sees_a_finite_stand_in(line):
    assert stand_ins(line)


@pytest.mark.parametrize(
    "line", ["x.masked_fill(~mask, -torch.inf)", "x.masked_fill(m, 0.0)", "x.masked_fill(m, pad_id)", "1e4 * x", "-100"]
)
def test_the_gate_lets_honest_code_through(line):
    assert not stand_ins(line)


def test_finite_constant_no_stand_in_for_infinity_in_the_library():
    files = sorted(Path(faqformer.__file__).parent.rglob("*.py"))
    assert len(files) > 10
    found = {path.name: stand_ins(path.read_text(encoding="utf-8")) for path in files}
    assert not {name: lines for name, lines in found.items() if lines}
