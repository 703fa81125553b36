"""A chapter's quiz, set from its file where the notebook's cell shows it, and the files that pages share for it."""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.logging import getLogger

from faqbook import stored
from faqbook.quiz import load
from faqbook.quiz.maths import drawn
from faqbook.quiz.page import quiz_html
from faqbook.quiz.shown import PROGRESS, QUIZ, STYLE, asset

logger = getLogger(__name__)


class Quizzes(SphinxPostTransform):
    """Before the outputs are looked at. A page whose notebook does not show its quiz, once, is a warning."""

    default_priority = 7
    formats = ("html",)

    def run(self, **kwargs) -> None:
        page = Path(self.env.doc2path(self.env.docname))
        file = page.with_suffix(".quiz.yml")
        if not file.exists():
            return
        places = [block for block in self.document.findall(nodes.literal_block) if block.astext() == stored.QUIZ]
        if len(places) != 1:
            message = "expected one cell that shows %s, and is stored as it shows it, got %d"
            logger.warning(message, file.name, len(places), location=self.env.docname)
        for place in places:
            shown = nodes.raw("", drawn(quiz_html(load(page.stem, page.parent))), format="html")
            place.parent.replace(place, shown)  # replace_self would hand on the classes, and with them an output's box
        self.document["quiz"] = True


def copy(app: Sphinx) -> None:
    """Put the files where Sphinx writes the site's own: before the pages, whose links carry the files' checksums."""
    if app.builder.format == "html":
        for name in (STYLE, PROGRESS, QUIZ):
            (Path(app.outdir) / "_static" / name).write_text(asset(name), encoding="utf-8")


def link(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Load them on pages with a quiz. Progress, which other pages show, comes with every page."""
    app.add_js_file(PROGRESS, loading_method="defer")
    if doctree is not None and "quiz" in doctree:
        app.add_css_file(STYLE)
        app.add_js_file(QUIZ, loading_method="defer")


def setup(app: Sphinx) -> None:
    app.add_post_transform(Quizzes)
    app.connect("builder-inited", copy)
    app.connect("html-page-context", link)
