""" "Write it": the reader writes a function, and the chapter's checks mark it.

A cell holds the function's head and docstring, for the reader to fill in; a folded one the solution; a third marks:

    def double(x):
        \"\"\"Twice x.\"\"\"
        ...  # your code

    def solution(x):  # in a folded cell
        return 2 * x

    double = exercise.written(double, solution)
    checks.equal("slug.double", double(3), 6)

So the notebook runs from top to bottom as it is, and then tests the solution.
"""

import dis
from collections.abc import Callable
from types import FunctionType

# What a body compiles to that holds a docstring, `...`, `pass` or a bare `return` and nothing else.
NOTHING = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}


def written(attempt: Callable, solution: Callable) -> Callable:
    """The reader's function once its body does something, until then the solution; a line says which is marked.

    Raises TypeError when one of the two is no function written in Python.
    """
    for name, function in (("attempt", attempt), ("solution", solution)):
        if not isinstance(function, FunctionType):
            raise TypeError(f"{name}: expected a function, got {type(function).__name__}")
    if _is_empty(attempt):
        print(f"marked: the solution, until {attempt.__name__} is written")
        return solution
    print(f"marked: your {attempt.__name__}")
    return attempt


def _is_empty(function: FunctionType) -> bool:
    steps = [step for step in dis.get_instructions(function) if step.opname != "RESUME"]
    return all(step.opname in NOTHING for step in steps) and all(
        step.argval is None for step in steps if step.opname.endswith("CONST")
    )
