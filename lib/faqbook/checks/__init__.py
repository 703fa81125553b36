"""Checks: compare what was measured with what was derived, under a tolerance that is derived too.

Each check takes the id of the claim or derivation step that it settles (`slug.words`), prints one line, and raises
`CheckFailed` when measurement and derivation disagree. A check that cannot decide (NaN, an empty sample, a standard
error of zero, a malformed id) raises `ValueError`: it never passes.

| check | passes when |
|---|---|
| `equal(id, measured, derived)` | the two are the same, exactly |
| `close(id, measured, derived, tolerance)` | they differ by at most `tolerance` (see `rounding`), everywhere |
| `mean_is(id, samples, derived)` | the sample mean is within six standard errors |
| `variance_is(id, samples, derived)` | so is the sample variance |
| `rate_is(id, hits, trials, derived)` | chance makes so many hits no rarer than that, by the binomial law |
| `slope_is(id, x, y, derived)` | so is the slope of y over x, fitted once a replicate |
| `less(id, smaller, larger)` | the order holds; for paired samples, by six standard errors |
| `at_least(id, measured, bound)` | measured ≥ bound |
| `differs(id, a, b, by)` | the two differ by at least `by`, somewhere |
| `raises(id, exception, function, …)` | the call raises that exception |
| `must_fail(check, id, …)` | the check fails: for showing what breaks; enters no verdict |
"""

from faqbook.checks.exact import at_least, close, differs, raises, rounding
from faqbook.checks.result import CheckFailed, Result, must_fail, recording
from faqbook.checks.same import equal
from faqbook.checks.statistical import less, mean_is, rate_is, slope_is, variance_is

__all__ = [
    "CheckFailed",
    "Result",
    "at_least",
    "close",
    "differs",
    "equal",
    "less",
    "mean_is",
    "must_fail",
    "raises",
    "rate_is",
    "recording",
    "rounding",
    "slope_is",
    "variance_is",
]
