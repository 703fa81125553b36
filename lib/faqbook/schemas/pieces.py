"""What several schemas are made of."""

from faqbook.record import ID

TEXT = {"type": "string", "pattern": r"\S", "expected": "a text"}
TEXTS = {"type": "array", "items": TEXT}
IDENTIFIER = {
    "type": "string",
    "pattern": f"^{ID.pattern}$",
    "expected": "an id, slug.words in lower case, digits and hyphens",
}


def record(required: dict, **optional: dict) -> dict:
    """An object with these fields and no others."""
    properties = required | optional
    return {"type": "object", "additionalProperties": False, "required": list(required), "properties": properties}


def many(item: dict, least: int = 0, most: int | None = None) -> dict:
    """A list of that many."""
    return {"type": "array", "items": item, "minItems": least} | ({"maxItems": most} if most else {})
