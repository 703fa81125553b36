"""YAML that was typed by hand: one reader for every kind of file, and one kind of error.

    read(text, SPINE, "scaling.yml").data

The schemas are `faqbook.schemas`. An error says file, line, item and field:
`scaling.quiz.yml, line 12: scaling.why-root: options[1].right: expected true or false, got 3`.
"""

from faqbook.reading.document import Document, Malformed, beside, load, one_line, read

__all__ = ["Document", "Malformed", "beside", "load", "one_line", "read"]
