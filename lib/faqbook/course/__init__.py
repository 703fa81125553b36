"""The course as data: the spine of each chapter (`<slug>.yml`) and the order of all (`course.yml`).

The landing page, the verdict table and each chapter's header are made from these files; nothing is typed twice.
"""

from faqbook.course.markdown import Markdown
from faqbook.course.measure import Measure, Size, measure, measure_page
from faqbook.course.order import Part, parts
from faqbook.course.shown import badge
from faqbook.course.spine import Claim, Press, Say, Spine, chapter, parse
from faqbook.course.verdicts import Judged, as_csv, as_json, judged
from faqbook.schemas import VERDICTS

__all__ = [
    "VERDICTS",
    "Claim",
    "Judged",
    "Markdown",
    "Measure",
    "Part",
    "Press",
    "Say",
    "Size",
    "Spine",
    "as_csv",
    "as_json",
    "badge",
    "chapter",
    "judged",
    "measure",
    "measure_page",
    "parse",
    "parts",
]
