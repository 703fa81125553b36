"""Checks: compare what was measured with what theory gives, or with what we require, under a tolerance that is derived.

Each check takes the id of the claim or derivation step that it settles (`slug.words`), prints one line in words, and
raises `CheckFailed` when the comparison fails. A check that cannot decide (NaN, an empty sample, a standard error of
zero, a malformed id) raises `ValueError`: it never passes.

| check | passes when |
|---|---|
| `equal(id, measured, derived)` | the two are the same, exactly |
| `close(id, measured, derived, tolerance)` | they differ by at most `tolerance` (see `rounding`), everywhere |
| `mean_is(id, samples, derived)` | the sample mean is within six standard errors |
| `variance_is(id, samples, derived)` | so is the sample variance |
| `rate_is(id, hits, trials, derived)` | chance makes so many hits no rarer than that, by the binomial law |
| `slope_is(id, x, y, derived)` | so is the slope of y over x, fitted once a replicate |
| `less(id, smaller, larger)` | the order of two measured numbers holds; for paired samples, by six standard errors |
| `at_least(id, measured, theory=…)` | measured is no less than the bound that theory gives |
| `at_least(id, measured, required=…)` | it reaches a threshold that we set |
| `at_most(id, measured, theory=…)`, `required=…` | likewise |
| `differs(id, a, b, by)` | the two differ by at least `by`, somewhere |
| `raises(id, exception, function, …)` | the call raises that exception |
| `must_fail(check, id, …)` | the check fails: for showing what breaks; enters no verdict |

`what` says in words which quantity it is ("variance of a scaled score"; by default the words of the id). It begins the
line: `✓ variance of a scaled score: theory 1, measured 0.97`. A `what` that begins with "counted" takes the number in
("counted parameters": `✓ counted 3,150,336 parameters, as derived`), and one that holds "equal" is the whole sentence
("weights equal torch's": `✓ weights equal torch's, all 402, to 10⁻¹²`). `sides` names two measured sides, on `equal`,
`close`, `less` and `differs`: `✓ mean gradient at d_k = 64: scaled 0.176 < unscaled 1.43`. `within` says what a
quantity of `at_least` and `at_most` can be, where its words (share, probability, accuracy, cosine …) do not: a bound
that cannot fail is refused, and so is a thing compared with itself. The rest (id, tolerance, standard errors, the worst
of how many) is in the record, `faqbook.record`.
"""

from faqbook.checks.conclude import CheckFailed, must_fail, recording
from faqbook.checks.exact import close, differs, raises, rounding
from faqbook.checks.order import at_least, at_most, less
from faqbook.checks.same import equal
from faqbook.checks.statistical import mean_is, rate_is, slope_is, variance_is

__all__ = [
    "CheckFailed",
    "at_least",
    "at_most",
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
