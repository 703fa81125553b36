"""What a check's line leaves out: how it was compared, every number by its role, tolerance, id."""

from faqbook.record.words import show

HOW = {
    "equal": "equal, exactly",
    "close": "equal within a tolerance, everywhere",
    "mean_is": "a mean, within the error that chance allows",
    "variance_is": "a variance, within the error that chance allows",
    "rate_is": "a share of independent trials, within what chance allows",
    "slope_is": "a fitted slope, within the error that chance allows",
    "less": "one is less than the other",
    "at_least": "at least so much",
    "at_most": "at most so much",
    "differs": "different, somewhere",
    "raises": "refused with an error",
}
DIRECTION = {"at_least": "at least ", "at_most": "at most ", "differs": "at least ", "less": ""}


def of(result) -> list[tuple[str, str]]:
    """(label, text) of all that the record of a `Result` knows, for a reader who wants to see it."""
    rows = [("checked", HOW[result.kind]), *_numbers(result)]
    if result.count > 1:
        worst = "standard_errors" in result.facts
        rows.append(("values", f"{'worst of ' if worst else ''}{result.count:,}"))
    if result.tolerance:
        rows.append(("tolerance", result.tolerance))
    if "standard_errors" in result.facts:
        rows.append(("distance", f"{show(result.facts['standard_errors'], 2)} standard errors"))
    return [*rows, ("id", result.id)]


def claim(result) -> list[tuple[str, str]]:
    """(label, text) of what a failed check has to say."""
    order = ""
    if result.kind == "less":
        low, high = (number.name for number in result.numbers)
        order = f": {low} < {high}" if low else ": the first < the second"
    rows = [("claimed", result.what + order), *_numbers(result), ("tolerance", result.tolerance), ("but", result.off)]
    return [(label, text) for label, text in rows if text]


def _numbers(result) -> list[tuple[str, str]]:
    """Each number under its role: theory or requirement first, then what was measured."""
    rows = []
    for number in reversed(result.numbers) if result.numbers[-1].role != "measured" else result.numbers:
        label = "theory" if number.role == "bound" else number.role
        text = number.text or (str(number.value) if isinstance(number.value, str) else "")
        direction = DIRECTION.get(result.kind, "") if number.role in ("bound", "required") else ""
        rows.append((label, f"{number.name} {direction}{text}".strip()))
    return [(label, text) for label, text in rows if text]
