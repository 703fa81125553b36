"""What a check leaves behind: one line, a record with full precision, and an exception when it failed."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass

from faqbook.claims import ID, METADATA

_records: ContextVar[list["Result"] | None] = ContextVar("_records", default=None)
_expecting_failure: ContextVar[bool] = ContextVar("_expecting_failure", default=False)


@dataclass(frozen=True)
class Result:
    """One check's outcome. `derived`, `measured` and `tolerance` are as printed; `values` keeps full precision."""

    id: str
    kind: str
    what: str
    derived: str
    measured: str
    tolerance: str
    passed: bool
    values: dict[str, float | int | str | bool]

    def line(self) -> str:
        what = f" {self.what}:" if self.what else ""
        tolerance = f" ({self.tolerance})" if self.tolerance else ""
        mark = "✓" if self.passed else "✗"
        return f"{mark} {self.id} —{what} derived {self.derived}, measured {self.measured}{tolerance}"

    def _ipython_display_(self) -> None:
        """Show nothing: the check has shown its line already, and a cell that ends in a check would show it twice."""

    def panel(self) -> str:
        rows = [
            ("claimed", self.what or self.kind.replace("_", " ")),
            ("derived", self.derived),
            ("measured", self.measured),
            ("allowed", self.tolerance),
        ]
        return "\n".join([f"✗ {self.id} failed", *(f"  {name:<9} {text}" for name, text in rows if text)])


class CheckFailed(AssertionError):
    """A measurement disagrees with the derivation. Shown as a short panel; `result` holds the record."""

    def __init__(self, result: Result):
        super().__init__(result)  # as the argument, so that pickling between processes keeps it
        self.result = result

    def __str__(self) -> str:
        return self.result.panel()

    def _render_traceback_(self) -> list[str]:
        """IPython's hook: the panel, without the way through the library."""
        return str(self).splitlines()


def require_id(id: str) -> None:
    """Raise ValueError unless id reads `slug.words` in lower case, digits and hyphens."""
    if not isinstance(id, str) or not ID.fullmatch(id):
        raise ValueError(f"id: expected 'slug.words' in lower case, digits and hyphens, got {id!r}")


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
    _show(result.line(), {METADATA: asdict(result)})
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

    It enters no verdict: the line's metadata is empty, and nothing is recorded unless the check passes. What makes the
    check undecidable (NaN, say) is no failure: its ValueError passes through.
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
    if shown is None:
        if not isinstance(result, Result):
            raise TypeError(f"check: expected a function of faqbook.checks, got {check!r}")
        unbroken = asdict(result) | {"kind": "must_fail", "passed": False, "tolerance": "this check was meant to fail"}
        conclude(Result(**unbroken))
    elif _records.get() is None:
        _show(f"✗ fails, as it should — {shown.line()[2:]}", {})


def _show(line: str, metadata: dict) -> None:
    """Display the line with its metadata in a notebook, print it elsewhere."""
    ipython = sys.modules.get("IPython")  # where it was not imported, no shell of it is running
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None:
        print(line)
    else:
        shell.display_pub.publish({"text/plain": line}, metadata)
