"""What a spine and `course.yml` must hold, as JSON schemas; the id of a claim is that of its checks."""

from faqbook.claims import ID

VERDICTS = {"holds": "holds", "conditional": "it depends", "wrong": "wrong", "open": "open"}  # as the reader sees them

_TEXT = {"type": "string", "minLength": 1}
_BOTH = {
    "type": "object",
    "additionalProperties": False,
    "required": ["en", "zh"],
    "properties": {"en": _TEXT, "zh": _TEXT},
}
_TEXTS = {"type": "array", "items": _TEXT}
_ID = {"type": "string", "pattern": f"^{ID.pattern}$"}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["question", "asked", "prerequisites", "minutes", "common", "claims", "steps", "checklist"],
    "properties": {
        "question": _BOTH,
        "asked": _TEXTS,
        "prerequisites": _TEXTS,
        "minutes": {"type": "integer", "minimum": 1},
        "common": _ID,
        "claims": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["id", "said", "verdict", "correct"],
                "properties": {
                    "id": _ID,
                    "said": _TEXT,
                    "verdict": {"enum": list(VERDICTS)},
                    "correct": _TEXT,
                    "source": _TEXT,
                },
            },
        },
        "steps": {"type": "object", "propertyNames": _ID, "additionalProperties": _TEXT},
        "checklist": _TEXTS,
    },
}
COURSE_SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["parts"],
    "properties": {
        "parts": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["part", "title", "questions"],
                "properties": {"part": _TEXT, "title": _BOTH, "questions": _TEXTS | {"uniqueItems": True}},
            },
        },
    },
}
