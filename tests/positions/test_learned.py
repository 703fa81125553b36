"""The learned table: its rows, its start, and its end."""

import math

import pytest
import torch

from faqformer import seeds
from faqformer.initialisation import TRUNCATED_VARIANCE
from faqformer.positions import LearnedPositions, token_positions


def test_a_position_gets_its_row_and_the_gradient_comes_back_to_it():
    learned, where = LearnedPositions(6, 4), torch.tensor([[5, 0, 2], [2, 2, 1]])
    assert torch.equal(learned(where), learned.table[where])
    learned(where).sum().backward()
    assert learned.table.grad[:, 0].tolist() == [1, 1, 3, 0, 0, 1]


def test_left_padding_does_not_change_what_a_token_gets():
    learned = LearnedPositions(4, 8)
    mask = torch.tensor([[False, False, True, True, True, True], [True, True, True, True, False, False]])
    rows = learned(token_positions(mask))
    assert torch.equal(rows[0, 2:], rows[1, :4])


def test_it_starts_as_berts():
    with seeds.fixed(0):
        table = LearnedPositions(512, 256).table.detach().double()
    variance = TRUNCATED_VARIANCE * 0.02**2
    assert abs((table**2).mean().item() - variance) <= 6 * variance * math.sqrt(1.37 / table.numel())  # kurtosis 2.37
    assert table.abs().max() <= 0.04 * (1 + 1e-6)


@pytest.mark.bad_input
def test_the_513th_token_is_refused_by_name():
    learned = LearnedPositions(512, 4)
    assert learned(torch.arange(512)).shape == (512, 4)
    with pytest.raises(
        IndexError, match=r"positions: expected 0 to 511, the table has n_positions = 512 rows; got position 512"
    ):
        learned(torch.arange(513))


@pytest.mark.bad_input
def test_bad_input_is_named():
    learned = LearnedPositions(6, 4)
    with pytest.raises(ValueError, match=r"positions: expected positions ≥ 0, got -1"):  # never counted from the end
        learned(torch.tensor([-1]))
    with pytest.raises(TypeError, match=r"positions: expected int64 or int32 positions, got torch.float32"):
        learned(torch.tensor([1.0]))
    with pytest.raises(ValueError, match=r"n_positions: expected an integer ≥ 1, got 0"):
        LearnedPositions(0, 4)
    with pytest.raises(ValueError, match=r"d_model: expected an integer ≥ 1, got 0"):
        LearnedPositions(4, 0)
