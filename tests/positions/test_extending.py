import pytest
import torch

from faqformer.positions import stretch_rows, tile_rows

TABLE = torch.tensor([[9.0], [1.0], [2.0], [3.0]], dtype=torch.float64)


def column(rows):
    return rows[:, 0].tolist()


def test_tiles():
    assert column(tile_rows(TABLE, 9)) == [9, 1, 2, 3, 1, 2, 3, 1, 2]
    assert column(tile_rows(TABLE, 9, keep=0)) == [9, 1, 2, 3, 9, 1, 2, 3, 9]


def test_stretches():
    assert column(stretch_rows(TABLE, 6)) == [9, 1, 1.5, 2, 2.5, 3]
    assert column(stretch_rows(TABLE, 7, keep=0)) == [9, 5, 1, 1.5, 2, 2.5, 3]


@pytest.mark.parametrize("extend", [tile_rows, stretch_rows])
@pytest.mark.parametrize("keep", [0, 1, 2])
def test_as_many_rows_are_the_table_itself(extend, keep):
    assert torch.equal(extend(TABLE, 4, keep), TABLE)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_long_tables_end_where_they_should(dtype):
    table = torch.randn(512, 3, dtype=dtype)
    for n in (513, 1000, 1022, 4096):
        rows = stretch_rows(table, n)
        assert rows.shape == (n, 3) and rows.dtype == dtype
        assert torch.equal(rows[[0, 1, -1]], table[[0, 1, -1]])
        assert torch.equal(tile_rows(table, n)[:512], table)


def test_gradients_reach_the_rows():
    table = TABLE.clone().requires_grad_()
    tile_rows(table, 7).sum().backward()
    assert column(table.grad) == [1, 2, 2, 2]


@pytest.mark.parametrize("extend", [tile_rows, stretch_rows])
def test_refuses(extend):
    with pytest.raises(ValueError, match="n: expected at least the 4 rows"):
        extend(TABLE, 3)
    for keep in (-1, 3):
        with pytest.raises(ValueError, match="keep: expected 0 to 2"):
            extend(TABLE, 9, keep)
