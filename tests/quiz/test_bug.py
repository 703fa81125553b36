"""Both versions of a bug really run, apart from each other."""

import pytest

from tests.quiz.conftest import read
from tools.rules.bug import run_bug


def spoilt(entries, **changes):
    return read(entries["bug"] | changes).items[0]


def test_the_versions_differ(entries):
    assert run_bug(spoilt(entries)) == (False, True)
    assert run_bug(spoilt(entries, fixed=entries["bug"]["buggy"])) == (False, False)
    assert run_bug(spoilt(entries, buggy=entries["bug"]["fixed"])) == (True, True)


def test_neither_version_sees_the_other(entries):
    item = spoilt(entries, setup="pass", buggy="a = 1", fixed="b = 1", shows="'a' not in dir() and 'b' in dir()")
    assert run_bug(item) == (False, True)


def test_both_start_from_the_same_seed_and_leave_none(entries):
    import torch

    torch.manual_seed(5)
    expected = torch.rand(1)
    torch.manual_seed(5)
    draw = "import torch\nx = torch.rand(1).item()"
    item = spoilt(entries, setup=draw, buggy="x = x + 1", fixed="pass", shows="x < 1")
    assert run_bug(item) == run_bug(item) == (False, True)
    assert torch.equal(torch.rand(1), expected)


def test_a_default_dtype_is_put_back(entries):
    """Also when the code raises: nothing that is run later may compute in another precision."""
    import torch

    double = "import torch\ntorch.set_default_dtype(torch.float64)"
    item = spoilt(entries, setup=double, buggy="x = 1", fixed="x = 2", shows="x == 2")
    assert run_bug(item) == (False, True)
    assert torch.get_default_dtype() == torch.float32
    with pytest.raises(ValueError, match="ZeroDivisionError"):
        run_bug(spoilt(entries, setup=double, buggy="1 / 0"))
    assert torch.get_default_dtype() == torch.float32


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"buggy": "1 / 0"}, "example.which-axis: buggy: ZeroDivisionError"),
        ({"fixed": "nothing"}, "example.which-axis: fixed: NameError"),
        ({"setup": "import nothing_such"}, "example.which-axis: setup: ModuleNotFoundError"),
        ({"shows": "weights"}, r"(?s)shows, after buggy: expected True or False, got tensor.*wrap it in bool"),
        ({"shows": "other"}, "shows, after buggy: NameError"),
    ],
)
def test_what_does_not_run_is_named(entries, changes, message):
    with pytest.raises(ValueError, match=message):
        run_bug(spoilt(entries, **changes))


def test_other_kinds_have_no_code(example):
    with pytest.raises(ValueError, match=r"expected one of kind bug, got example\.which-mean"):
        run_bug(example.items[0])
