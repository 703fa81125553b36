"""An exercise is marked: the reader's function once it is written, until then the solution."""

import pytest

from faqbook import exercise


def solution(x, y=1):
    return 2 * x + y


def dots(x, y=1): ...


def passes(x, y=1):
    pass


def documented(x, y=1):
    """Twice x, and y."""


def dots_and_words(x, y=1):
    """Twice x, and y."""
    ...  # your code


def bare_return(x, y=1):
    """Twice x, and y."""
    return


def constant(x, y=1):
    return 3


def text(x, y=1):
    """Twice x, and y."""
    return "three"


def argument(x, y=1):
    return x


def raises(x, y=1):
    raise NotImplementedError


def prints(x, y=1):
    print(x)


def inner():
    a = 2

    def closed_over(x, y=1):
        return a

    return closed_over


@pytest.mark.parametrize("attempt", [dots, passes, documented, dots_and_words, bare_return])
def test_what_is_not_written_yet_gives_way_to_the_solution(attempt, capsys):
    assert exercise.written(attempt, solution) is solution
    assert capsys.readouterr().out == f"marked: the solution, until {attempt.__name__} is written\n"


@pytest.mark.parametrize(
    "attempt", [solution, constant, text, argument, raises, prints, inner(), lambda x: x], ids=lambda f: f.__name__
)
def test_what_does_something_is_the_readers_own(attempt, capsys):
    """Wrong or right: that is for the checks to say."""
    assert exercise.written(attempt, lambda x: x) is attempt
    assert capsys.readouterr().out == f"marked: your {attempt.__name__}\n"


@pytest.mark.parametrize("attempt", [None, 3, print, int])
def test_what_is_no_function_is_named(attempt):
    with pytest.raises(TypeError, match="attempt: expected a function, got"):
        exercise.written(attempt, solution)
    with pytest.raises(TypeError, match="solution: expected a function, got"):
        exercise.written(dots, attempt)
