"""`course.yml`: the parts of the course, and the slugs of their questions in order."""

from faqbook.schemas.pieces import TEXT, TEXTS, many, record

_PART = {"part": TEXT, "title": record({"en": TEXT}, zh=TEXT), "questions": TEXTS | {"uniqueItems": True}}
COURSE = record({"parts": many(record(_PART))})
