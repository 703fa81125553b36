"""A check's line in words: what was compared, and with what. Theory, bound, requirement and measurement stay apart."""

import re

SAYS_EQUAL = re.compile(r"\bequals?\b")  # `what` says already what the check found: weights equal torch's
COUNTED = "counted "  # `what` that begins so takes the number in: counted 3,150,336 parameters


def of(result) -> str:
    """The sentence of a `Result`, by its kind and by whether it passed; of a tolerance only "to 10⁻¹²"."""
    passed, failed = KINDS[result.kind]
    return (passed if result.passed else failed)(result)


def _equal(result) -> str:
    found, _ = result.numbers
    if found.name:
        return _sides_equal(result)
    if result.count > 1:
        return _many(result)
    if isinstance(found.value, bool):
        return f"{result.what}: {'yes' if found.value else 'no, as it should be'}"
    if result.what.startswith(COUNTED):
        return f"{COUNTED}{found.text} {result.what.removeprefix(COUNTED)}, as derived"
    return f"{result.what}: {found.text}{_as_derived(result)}"


def _close(result) -> str:
    found, given = result.numbers
    if result.count == 1 and found.text:  # a tolerance so wide that the measured digits say something
        return f"{result.what}: {found.name} {found.text}, {given.name} {given.text}" if found.name else _theory(result)
    if found.name:
        text = _sides_equal(result)
    elif result.count > 1:
        text = _many(result)
    else:
        text = f"{result.what}: {given.text}{_as_derived(result)}"
    return f"{text}, {result.tolerance}"


def _sides_equal(result) -> str:
    found, given = result.numbers
    return f"{result.what}: {found.name} = {given.name}" + (
        f", all {result.count:,}" if result.count > 1 else f" = {given.text}"
    )


def _many(result) -> str:
    """More values than a line can print: they are equal, or one and the same number, or as derived."""
    every, one = f"all {result.count:,}", result.numbers[1].text
    if SAYS_EQUAL.search(result.what):
        return f"{result.what}, {every}"
    if one in ("yes", "no"):
        return f"{result.what}: {one}, {every}"
    return f"{result.what}: {every} {f'are {one}' if one else 'as derived'}"


def _as_derived(result) -> str:
    return "" if SAYS_EQUAL.search(result.what) else ", as derived"


def _unequal(result) -> str:
    found, given = result.numbers
    if result.off:
        sides = f"{found.name} and {given.name} " if found.name else ""
        return f"{result.what}: {sides}{result.off}"
    if found.name:
        return f"{result.what}: {found.name} {found.text}, {given.name} {given.text}"
    return f"{result.what}: theory {given.text}, measured {found.text}"


def _theory(result) -> str:
    found, given = result.numbers
    worst = " at worst" if result.count > 1 else ""
    return f"{result.what}: theory {given.text}, measured {found.text}{worst}"


def _less(result) -> str:
    low, high = result.numbers
    return f"{result.what}: {_named(low)} < {_named(high)}"


def _not_less(result) -> str:
    low, high = result.numbers
    if low.value < high.value:
        return f"{_less(result)}, but {result.off}"
    return f"{result.what}: {_named(low)} is not < {_named(high)}"


def _named(number) -> str:
    return f"{number.name} {number.text}".strip()


def _at_least(result) -> str:
    found, least = result.numbers
    rule = "theory says at least" if least.role == "bound" else "required"
    return f"{result.what}: {found.text}, {rule} {least.text}"


def _at_most(result) -> str:
    found, most = result.numbers
    rule = "theory says" if most.role == "bound" else "required"
    return f"{result.what}: {found.text}, {rule} at most {most.text}"


def _differs(result) -> str:
    gap, by = result.numbers
    return f"{result.what}: {gap.name}{' ' if gap.name else ''}apart by {gap.text}, required {by.text}"


def _raises(result) -> str:
    return f"{result.what}: refused, as it should be ({result.numbers[0].text})"


def _not_raised(result) -> str:
    return f"{result.what}: not refused, {result.numbers[1].text} expected"


KINDS = {  # how a check reads when it passed, and when it failed
    "equal": (_equal, _unequal),
    "close": (_close, _unequal),
    "mean_is": (_theory, _theory),
    "variance_is": (_theory, _theory),
    "rate_is": (_theory, _theory),
    "slope_is": (_theory, _theory),
    "less": (_less, _not_less),
    "at_least": (_at_least, _at_least),
    "at_most": (_at_most, _at_most),
    "differs": (_differs, _differs),
    "raises": (_raises, _not_raised),
}
