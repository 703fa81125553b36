"""The split by order, on functions whose order is known."""

import pytest
import torch

from faqformer import seeds
from faqformer.instruments import all_choices, by_order

T = 1.0 - 2.0 * all_choices(4).double()  # ±1
a, b, c, d = T.unbind(-1)


def test_all_choices_come_in_counting_order():
    assert all_choices(2).tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]


@pytest.mark.parametrize(
    ("values", "orders"),
    [
        (torch.full((16,), 3.0), [9, 0, 0, 0, 0]),
        (a, [0, 1, 0, 0, 0]),
        (2 * a - b + 1, [1, 5, 0, 0, 0]),
        (3 * b * d + c, [0, 1, 9, 0, 0]),
        (a * b * c * d, [0, 0, 0, 0, 1]),
        ((a + b) * (c + d), [0, 0, 4, 0, 0]),
    ],
)
def test_known_functions(values, orders):
    assert by_order(values.double()[:, None]).tolist() == orders


def test_the_parts_add_up_over_orders_and_columns():
    values = torch.randn(16, 3, generator=seeds.generator(0), dtype=torch.float64)
    mean_square = values.square().mean(0).sum()
    torch.testing.assert_close(by_order(values).sum(), mean_square, rtol=1e-14, atol=0)
    by_column = sum(by_order(column[:, None]) for column in values.unbind(-1))
    torch.testing.assert_close(by_order(values), by_column, rtol=1e-13, atol=0)


def test_bad_input():
    with pytest.raises(ValueError, match="k: expected at least one choice, got 0"):
        all_choices(0)
    for rows in (1, 6):
        with pytest.raises(ValueError, match=f"values: expected 2\\^k rows, k at least 1, got {rows}"):
            by_order(torch.ones(rows, 2))
