"""The course as data: the spine of each chapter (`<slug>.yml`) and the order of all (`course.yml`).

The landing page, the verdict table and each chapter's header are made from these files; nothing is typed twice.
"""

from faqformer.course.markdown import Markdown
from faqformer.course.order import Part, parts
from faqformer.course.schema import SCHEMA, VERDICTS
from faqformer.course.spine import Chapter, Claim, chapter, parse

__all__ = ["SCHEMA", "VERDICTS", "Chapter", "Claim", "Markdown", "Part", "chapter", "parse", "parts"]
