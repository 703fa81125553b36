import pytest

from faqformer.train import Order


def test_each_example_comes_once_before_any_comes_again():
    order = Order(10, k=1)
    stream = [row for _ in range(10) for row in order.next(3)]
    orders = [stream[:10], stream[10:20], stream[20:]]
    assert all(sorted(rows) == list(range(10)) for rows in orders)
    assert orders[0] != orders[1] != orders[2]


def test_a_batch_may_be_larger_than_the_data():
    rows = Order(3, k=1).next(7)
    assert sorted(rows[:3]) == sorted(rows[3:6]) == [0, 1, 2] and len(rows) == 7


@pytest.mark.parametrize("done", range(8))
def test_goes_on_where_it_was(done):
    order = Order(5, k=1)
    for _ in range(done):
        order.next(2)
    state = order.state()
    expected = [order.next(2) for _ in range(7)]
    other = Order(5, k=2)
    other.restore(state)
    assert [other.next(2) for _ in range(7)] == expected


def test_no_example():
    with pytest.raises(ValueError, match="n: expected at least one example, got 0"):
        Order(0, k=1)
