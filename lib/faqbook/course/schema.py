"""What a spine and `course.yml` must hold, as JSON schemas; the id of a claim is that of its checks."""

from faqbook.record import ID

VERDICTS = {
    "right": "right",
    "right-if": "right, if",
    "half": "half right",
    "wrong": "wrong",
    "open": "open",
}  # as shown

_TEXT = {"type": "string", "minLength": 1}
_TEXTS = {"type": "array", "items": _TEXT}
_ID = {"type": "string", "pattern": f"^{ID.pattern}$"}


def _record(required: dict, **optional: dict) -> dict:
    """An object with these fields and no others."""
    properties = required | optional
    return {"type": "object", "additionalProperties": False, "required": list(required), "properties": properties}


def _records(required: dict, **optional: dict) -> dict:
    return {"type": "array", "items": _record(required, **optional)}


_CLAIM = {"id": _ID, "said": _TEXT, "verdict": {"enum": list(VERDICTS)}, "correct": _TEXT}
SCHEMA = _record(
    {
        "question": _record({"en": _TEXT}, zh=_TEXT),
        "asked": _TEXTS,
        "prerequisites": _TEXTS,
        "common": _ID,
        "claims": _records(_CLAIM, short=_TEXT, source=_TEXT) | {"minItems": 1},
        "steps": {"type": "object", "propertyNames": _ID, "additionalProperties": _TEXT},
        "checklist": _TEXTS,
    },
    say=_record({"thirty": _TEXT, "press": _records({"ask": _TEXT, "answer": _TEXT})}),
)
_PART = {"part": _TEXT, "title": _record({"en": _TEXT}, zh=_TEXT), "questions": _TEXTS | {"uniqueItems": True}}
COURSE_SCHEMA = _record({"parts": _records(_PART)})
