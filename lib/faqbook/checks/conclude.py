"""How every check begins and ends: an id and words in front, then one line and its record, or an exception."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from faqbook.record import ID, METADATA, Result
from faqbook.record.words import of_id

_records: ContextVar[list[Result] | None] = ContextVar("_records", default=None)
_expecting_failure: ContextVar[bool] = ContextVar("_expecting_failure", default=False)


class CheckFailed(AssertionError):
    """A measurement disagrees with what was claimed. Shown as a short panel; `result` holds the record."""

    def __init__(self, result: Result):
        super().__init__(result)  # as the argument, so that pickling between processes keeps it
        self.result = result

    def __str__(self) -> str:
        return self.result.panel()

    def _render_traceback_(self) -> list[str]:
        """IPython's hook: the panel, without the way through the library."""
        return str(self).splitlines()


def begin(id: str, what: str = "", sides: tuple[str, str] | None = None) -> tuple[str, str, str]:
    """What the check is about, in words, and the names of its two sides (empty without sides).

    Raises ValueError unless id reads `slug.words` in lower case, digits and hyphens, and sides are two different words;
    TypeError when what is no text.
    """
    if not isinstance(id, str) or not ID.fullmatch(id):
        raise ValueError(f"id: expected 'slug.words' in lower case, digits and hyphens, got {id!r}")
    if not isinstance(what, str):
        raise TypeError(f"what: expected the quantity in words, got {what!r:.80}")
    if sides is None:
        return what or of_id(id), "", ""
    if not isinstance(sides, tuple | list) or len(sides) != 2 or not all(isinstance(s, str) and s for s in sides):
        raise ValueError(f"sides: expected what the two sides are called, got {sides!r:.80}")
    if sides[0] == sides[1]:
        raise ValueError(f"sides: expected two different names, got {sides[0]!r} twice")
    return what or of_id(id), *sides


def conclude(result: Result) -> Result:
    """Print or record the result; raise CheckFailed when it failed. Every check ends here."""
    if _expecting_failure.get():
        if not result.passed:
            raise CheckFailed(result)
        return result
    records = _records.get()
    if records is not None:
        records.append(result)
        return result
    if not result.passed:
        raise CheckFailed(result)
    _show(result)
    return result


@contextmanager
def recording() -> Iterator[list[Result]]:
    """Collect results silently inside the block, and go on after a failure (for saboteurs and runs over seeds)."""
    records: list[Result] = []
    token = _records.set(records)
    try:
        yield records
    finally:
        _records.reset(token)


def must_fail(check: Callable, id: str, *args, **kwargs) -> None:
    """Run a check that is meant to fail, and show how it does. Raises CheckFailed when it passes.

    It enters no verdict: its record says that it was meant to fail, and nothing is recorded unless the check passes.
    What makes the check undecidable (NaN, say) is no failure: its ValueError passes through.
    """
    token = _expecting_failure.set(True)
    try:
        result = check(id, *args, **kwargs)
    except CheckFailed as failure:
        shown = failure.result
    else:
        shown = None
    finally:
        _expecting_failure.reset(token)
    if shown is not None:
        if _records.get() is None:
            _show(replace(shown, meant_to_fail=True))
    elif isinstance(result, Result):
        conclude(replace(result, passed=False, off="this check was meant to fail, and passed"))
    else:
        raise TypeError(f"check: expected a function of faqbook.checks, got {check!r}")


def _show(result: Result) -> None:
    """Display the line with its record in a notebook, print it elsewhere.

    The line alone: above it stands the call with id and tolerance, and what a page folds away the site makes from the
    record. A second copy in HTML would double the outputs, and tests would compare its numbers, too.
    """
    ipython = sys.modules.get("IPython")  # where it was not imported, no shell of it is running
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None:
        print(result.line())
    else:
        shell.display_pub.publish({"text/plain": result.line()}, {METADATA: result.to_json()})
