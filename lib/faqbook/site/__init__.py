"""What the site adds to Sphinx: the landing page, checks and quizzes as the reader sees them, the table of verdicts,
references, downloads, the library.

Every piece is one module with a `setup(app)`; the pages work from the file system and ask no other host for anything.
"""

from sphinx.application import Sphinx

from faqbook.site import (
    assets,
    backlinks,
    bibliography,
    checks,
    downloads,
    head,
    landing,
    library,
    maths,
    outputs,
    pages,
    quizzes,
    said,
    search,
    verdicts,
)

PARTS = (
    assets,
    backlinks,
    bibliography,
    checks,
    downloads,
    head,
    landing,
    library,
    maths,
    outputs,
    pages,
    quizzes,
    said,
    search,
    verdicts,
)


def setup(app: Sphinx) -> dict:
    for part in PARTS:
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
