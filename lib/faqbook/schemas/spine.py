"""A spine, `<slug>.yml`: what a chapter asks, claims and proves. The id of a claim is that of its checks."""

from faqbook.schemas.pieces import IDENTIFIER, TEXT, TEXTS, many, record

VERDICTS = {
    "right": "right",
    "right-if": "right, if",
    "half": "half right",
    "wrong": "wrong",
    "open": "open",
}  # as shown

_CLAIM = {"id": IDENTIFIER, "said": TEXT, "verdict": {"enum": list(VERDICTS)}, "short": TEXT, "correct": TEXT}
SPINE = record(
    {
        "question": record({"en": TEXT}, zh=TEXT),
        "asked": TEXTS,
        "prerequisites": TEXTS,
        "common": IDENTIFIER,
        "claims": many(record(_CLAIM, source=TEXT), least=1),
        "steps": {"type": "object", "propertyNames": IDENTIFIER, "additionalProperties": TEXT},
        "checklist": TEXTS,
        "say": record({"thirty": TEXT, "press": many(record({"ask": TEXT, "answer": TEXT}))}),
    }
)
