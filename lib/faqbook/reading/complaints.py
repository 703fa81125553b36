"""What a JSON schema has against a file, in the words of those who type it.

The keyword `expected` of a schema says in words what it takes: "expected a text, got 12: put it in quotes".
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from jsonschema import ValidationError

KINDS = {
    "object": "fields",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
}
SHOWN = 60  # characters of what came


class Complaint(NamedTuple):
    """A problem, the way to it from the root, and whether it is a name that the schema does not know."""

    problem: str
    path: tuple[str | int, ...]
    strange: bool = False


def complaint(error: ValidationError) -> Complaint:
    """What error says. Of several names that are missing or unknown, it speaks of the first."""
    path, got, wanted = tuple(error.absolute_path), error.instance, error.validator_value
    match error.validator:
        case "additionalProperties":
            known = error.schema["properties"]
            name = next(name for name in got if name not in known)
            hint = _near(name, known) or f"; there are {', '.join(known)}"
            return Complaint(f"no such field{hint}", (*path, name), strange=True)
        case "required":
            return Complaint(f"{next(name for name in wanted if name not in got)}: missing", path)
        case "enum":
            return Complaint(f"expected {', '.join(wanted)}, got {shown(got)}{_near(got, wanted)}", path)
        case "minItems" | "maxItems":
            bound = "at least" if error.validator == "minItems" else "at most"
            return Complaint(f"expected {bound} {wanted} in the list, got {len(got)}", path)
        case "uniqueItems":
            return Complaint(f"{shown(next(item for item in got if got.count(item) > 1))}: listed more than once", path)
    if "propertyNames" in error.absolute_schema_path:
        path = (*path, got)
    return Complaint(f"expected {_expected(error.schema)}, got {shown(got)}{_quotes(error)}", path)


def shown(value) -> str:
    """value as an error shows it: a collection by its kind, a long text by its beginning."""
    match value:
        case None:
            return "nothing"
        case dict() | list():
            return KINDS["object" if isinstance(value, dict) else "array"]
        case bool():
            return str(value).lower()
        case str() if not value.strip():
            return "an empty text"
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _expected(schema: dict) -> str:
    kinds = schema.get("type", "object")
    return schema.get("expected") or " or ".join(KINDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _quotes(error: ValidationError) -> str:
    """YAML takes no, 12 and 2024-01-31 for something else than a text."""
    is_text = error.validator == "type" and "string" in error.validator_value
    return ": put it in quotes" if is_text and not isinstance(error.instance, dict | list | None) else ""


def _near(name, known: Iterable[str]) -> str:
    near = get_close_matches(str(name), known, n=1)
    return f"; did you mean {near[0]}?" if near else ""
