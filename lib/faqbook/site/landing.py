"""What the landing page says about the course, made from `course.yml`, the spines and the quizzes, and about the
downloads: the directives ```` ```{course} ```` and ```` ```{take-home} ````."""

import html
import json
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from faqbook.course import Part, Spine, badge, chapter, measure_page, parts
from faqbook.reading import load
from faqbook.schemas import QUIZ
from faqbook.site import downloads

QUIZZES = "course-quizzes"  # the element that holds each chapter's quiz items, for the script that shows progress


class Course(SphinxDirective):
    """For each part with chapters: a section, and in it a card for each question. Other parts are not mentioned."""

    def run(self) -> list[nodes.Node]:
        folder = Path(self.env.srcdir) / "chapters"
        self.env.note_dependency(str(folder / "course.yml"))
        quizzes: dict[str, list[str]] = {}
        sections = [self.section(folder, part, quizzes) for part in parts(folder) if part.slugs]
        data = json.dumps(quizzes).replace("<", "\\u003c")
        return [*sections, raw(f'<script type="application/json" id="{QUIZZES}">{data}</script>')]

    def section(self, folder: Path, part: Part, quizzes: dict[str, list[str]]) -> nodes.section:
        section = nodes.section("", nodes.title("", part.title["en"]), ids=[f"part-{part.name}"], classes=["part"])
        self.state.document.note_explicit_target(section, section)
        if part.title.get("zh", part.title["en"]) != part.title["en"]:
            section += raw(f'<p class="part-zh" lang="zh">{html.escape(part.title["zh"])}</p>')
        cards = nodes.bullet_list(classes=["question-cards"])
        for slug in part.slugs:
            for suffix in (".ipynb", ".yml", ".quiz.yml"):
                self.env.note_dependency(str(folder / part.name / f"{slug}{suffix}"))
            quizzes[slug] = items(folder / part.name / f"{slug}.quiz.yml")
            cards += self.card(f"chapters/{part.name}/{slug}", folder / part.name, chapter(slug, folder / part.name))
        section += cards
        return section

    def card(self, page: str, folder: Path, spine: Spine) -> nodes.list_item:
        link = pending_xref("", refdomain="std", reftype="doc", reftarget=f"/{page}", refexplicit=True, refwarn=True)
        link += nodes.inline("", spine.question["en"])
        said, _ = self.state.inline_text(f"“{spine.common_claim.said}”", self.lineno)
        length = measure_page(spine.slug, folder)
        answered = (
            f'<span class="answered" data-chapter="{spine.slug}">{length.items} quiz questions</span>'
            if length.items
            else ""
        )
        return nodes.list_item(
            "",
            nodes.paragraph("", "", link, classes=["question"]),
            raw(f'<p class="question-zh" lang="zh">{html.escape(spine.question["zh"])}</p>'),
            nodes.paragraph("", "", *said, nodes.Text(" "), raw(badge(spine.common_claim.verdict)), classes=["said"]),
            raw(f'<p class="meta"><span>{length}</span>{answered}</p>'),
            classes=["question-card"],
        )


class TakeHome(SphinxDirective):
    """Links to the zip of notebooks and to the wheel, and how to install it."""

    def run(self) -> list[nodes.Node]:
        up = "../" * self.env.docname.count("/") + downloads.FOLDER
        wheel = downloads.wheel(Path(self.env.srcdir))
        lines = [
            f'<a href="{up}/{downloads.ZIP}" download>the notebooks</a>, with all the data that they read',
            f'<a href="{up}/{wheel}" download>the library</a> <code>faqformer</code>, a wheel for Python 3.11 or newer',
        ]
        commands = f"pip install ./{wheel} jupyterlab\nunzip {downloads.ZIP}\njupyter lab faqformer-notebooks\n"
        return [
            raw("<ul class='take-home'>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"),
            nodes.literal_block(commands, commands, language="sh"),
        ]


def items(quiz: Path) -> list[str]:
    """The ids of a quiz's items; none without a quiz."""
    return [item["id"] for item in load(quiz, QUIZ).data["items"]] if quiz.exists() else []


def raw(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


def setup(app: Sphinx) -> None:
    app.add_directive("course", Course)
    app.add_directive("take-home", TakeHome)
