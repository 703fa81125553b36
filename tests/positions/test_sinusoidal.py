"""The sinusoids against their formula in many digits, and what their geometry promises."""

import math

import mpmath
import pytest
import torch

from faqformer.positions import frequencies, rotary, sinusoidal, sinusoidal_at, token_positions

DOUBLE = torch.float64


@pytest.mark.parametrize("d_model", [2, 8, 64, 512])
def test_the_paper_formula_column_by_column(d_model):
    table = sinusoidal(50, d_model, dtype=DOUBLE)
    for p in (0, 1, 7, 49):
        for i in range(d_model // 2):
            angle = p / 10000 ** (2 * i / d_model)
            assert table[p, 2 * i].item() == pytest.approx(math.sin(angle), abs=1e-13)
            assert table[p, 2 * i + 1].item() == pytest.approx(math.cos(angle), abs=1e-13)


def test_float64_accuracy_far_out():
    """An angle p·ω carries a few roundings of itself: the error may grow with p, and no faster."""
    positions, d_model = [1, 511, 10_000, 1_000_000, 2**24 + 1], 64
    table = sinusoidal_at(torch.tensor(positions), d_model, dtype=DOUBLE)
    with mpmath.workdps(50):
        for row, p in zip(table.tolist(), positions, strict=True):
            for i in range(d_model // 2):
                angle = p * mpmath.mpf(10000) ** (-mpmath.mpf(2 * i) / d_model)
                tolerance = 4 * 2**-53 * (float(angle) + 1)
                assert abs(row[2 * i] - float(mpmath.sin(angle))) <= tolerance
                assert abs(row[2 * i + 1] - float(mpmath.cos(angle))) <= tolerance


def test_every_position_has_the_same_length_and_the_products_depend_on_the_distance_alone():
    table = sinusoidal(300, 128, dtype=DOUBLE)
    torch.testing.assert_close((table**2).sum(-1), torch.full((300,), 64.0, dtype=DOUBLE), rtol=0, atol=1e-12)
    products = table @ table.mT
    torch.testing.assert_close(products[:-1, :-1], products[1:, 1:], rtol=0, atol=1e-11)
    expected = torch.cos(torch.arange(300, dtype=DOUBLE)[:, None] * frequencies(128)).sum(-1)
    torch.testing.assert_close(products[0], expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize("shift", [1, 7, 100])
def test_a_shift_is_a_rotation(shift):
    """Turning the hands back by `shift`, as `rotary` does with (sine, cosine), is going back `shift` positions."""
    table = sinusoidal(300, 64, dtype=DOUBLE)
    turned = rotary(table[shift:], torch.full((300 - shift,), shift))
    torch.testing.assert_close(turned, table[:-shift], rtol=0, atol=1e-12)


def test_the_slowest_hand_is_a_little_faster_than_the_paper_says():
    turns = (1 / frequencies(512)).tolist()
    assert turns[0] == 1
    assert f"{turns[-1]:.1f} {1 / frequencies(64)[-1].item():.1f}" == "9646.6 7498.9"
    assert frequencies(4, base=100.0).tolist() == pytest.approx([1, 0.1], rel=1e-15)


def test_positions_of_any_shape_and_dtype():
    table, where = sinusoidal(20, 8, dtype=DOUBLE), torch.tensor([[3, 0, 19], [7, 7, 1]])
    assert torch.equal(sinusoidal_at(where, 8, dtype=DOUBLE), table[where])
    assert torch.equal(sinusoidal_at(where.int(), 8, dtype=DOUBLE), table[where])
    assert sinusoidal(0, 8).shape == (0, 8)
    assert sinusoidal(3, 8).dtype == torch.get_default_dtype() == torch.float32
    for dtype in (torch.float32, torch.bfloat16, torch.float16):
        rounded = sinusoidal(5000, 8, dtype=dtype)
        assert torch.equal(rounded, sinusoidal(5000, 8, dtype=DOUBLE).to(dtype))  # rounded once, at the end
    assert sinusoidal(3, 8, device="meta").shape == (3, 8)


def test_token_positions_ignore_padding_on_either_side():
    mask = torch.tensor([[0, 0, 1, 1, 1], [1, 1, 0, 0, 0], [1, 0, 1, 0, 1], [0, 0, 0, 0, 0]], dtype=torch.bool)
    assert token_positions(mask).tolist() == [[0, 0, 0, 1, 2], [0, 1, 1, 1, 1], [0, 0, 1, 1, 2], [0, 0, 0, 0, 0]]


def test_left_padding_does_not_change_what_a_token_gets():
    table = sinusoidal(4, 8, dtype=DOUBLE)
    for pads in (0, 1, 5):
        mask = torch.tensor([[False] * pads + [True] * 4])
        assert torch.equal(sinusoidal_at(token_positions(mask), 8, dtype=DOUBLE)[0, pads:], table)


@pytest.mark.bad_input
@pytest.mark.parametrize("d_model", [-2, 0, 1, 3, 7])
def test_an_odd_width_is_refused_with_the_rule(d_model):
    for make in (lambda: sinusoidal(4, d_model), lambda: frequencies(d_model)):
        with pytest.raises(ValueError, match=rf"d_model: expected an even number ≥ 2 .*got {d_model}"):
            make()


@pytest.mark.bad_input
def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"n: expected an integer ≥ 0, got -1"):
        sinusoidal(-1, 8)
    with pytest.raises(ValueError, match=r"base: expected a positive number, got 0"):
        frequencies(8, base=0)
    with pytest.raises(ValueError, match=r"positions: expected positions ≥ 0, got -3"):
        sinusoidal_at(torch.tensor([1, -3]), 8)
    for dtype in (torch.float32, torch.bool, torch.uint8):
        with pytest.raises(TypeError, match=r"positions: expected int64 or int32 positions, got torch"):
            sinusoidal_at(torch.ones(3, dtype=dtype), 8)
    with pytest.raises(ValueError, match=r"positions: expected positions \(…, T\), got shape \(\)"):
        sinusoidal_at(torch.tensor(3), 8)
    with pytest.raises(TypeError, match=r"mask: expected bool, True = a token, got torch.int64"):
        token_positions(torch.ones(2, 3, dtype=torch.long))
