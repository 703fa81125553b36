"""What the landing page says about the course, made from `course.yml` and the chapters' files, and about the
downloads: the directives ```` ```{course} ```` and ```` ```{take-home} ````."""

import html
import json
from collections import Counter
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from faqbook.course import VERDICTS, Measure, Part, Spine, badge, chapter, measure_page, parts
from faqbook.reading import load
from faqbook.schemas import QUIZ
from faqbook.site import downloads
from faqbook.site.answer import first_sentence

TABLE = "appendix/verdicts.html"  # from the landing page
QUIZZES = "course-quizzes"  # the element that holds each chapter's quiz items, for the script that shows progress


class Course(SphinxDirective):
    """What the course adds up to; then for each part with chapters a section, and in it a card for each question."""

    def run(self) -> list[nodes.Node]:
        folder = Path(self.env.srcdir) / "chapters"
        self.env.note_dependency(str(folder / "course.yml"))
        listed = [part for part in parts(folder) if part.slugs]
        spines = {slug: chapter(slug, folder / part.name) for part in listed for slug in part.slugs}
        lengths = {slug: measure_page(slug, folder / part.name) for part in listed for slug in part.slugs}
        quizzes = {slug: items(folder / part.name / f"{slug}.quiz.yml") for part in listed for slug in part.slugs}
        data = json.dumps(quizzes).replace("<", "\\u003c")
        return [
            raw(totals(list(spines.values()), list(lengths.values()))),
            *(self.section(folder / part.name, part, spines, lengths) for part in listed),
            raw(f'<script type="application/json" id="{QUIZZES}">{data}</script>'),
        ]

    def section(self, folder: Path, part: Part, spines: dict[str, Spine], lengths: dict[str, Measure]) -> nodes.section:
        section = nodes.section("", nodes.title("", part.title["en"]), ids=[f"part-{part.name}"], classes=["part"])
        self.state.document.note_explicit_target(section, section)
        if part.title.get("zh", part.title["en"]) != part.title["en"]:
            section += chinese("part-zh", part.title)
        cards = nodes.bullet_list(classes=["question-cards"])
        for slug in part.slugs:
            for suffix in (".ipynb", ".yml", ".quiz.yml"):
                self.env.note_dependency(str(folder / f"{slug}{suffix}"))
            notebook = json.loads((folder / f"{slug}.ipynb").read_text(encoding="utf-8"))
            page = f"chapters/{part.name}/{slug}"
            cards += self.card(page, spines[slug], lengths[slug], first_sentence(notebook))
        section += cards
        return section

    def card(self, page: str, spine: Spine, length: Measure, answer: str) -> nodes.list_item:
        link = pending_xref("", refdomain="std", reftype="doc", reftarget=f"/{page}", refexplicit=True, refwarn=True)
        link += nodes.inline("", spine.question["en"])
        said, _ = self.state.inline_text(answer, self.lineno)
        answered = (
            f'<span class="answered" data-chapter="{spine.slug}">{length.items} questions</span>'
            if length.items
            else ""
        )
        return nodes.list_item(
            "",
            nodes.paragraph("", "", link, classes=["question"]),
            *([chinese("question-zh", spine.question)] if "zh" in spine.question else []),
            nodes.paragraph("", "", *said, classes=["answer"]),
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
        commands = (
            f"pip install './{wheel}[chapters]' jupyterlab\nunzip {downloads.ZIP}\njupyter lab faqformer-notebooks\n"
        )
        return [
            raw("<ul class='take-home'>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"),
            nodes.literal_block(commands, commands, language="sh"),
        ]


def totals(spines: list[Spine], lengths: list[Measure]) -> str:
    """How many questions, how long all of them take, and how many claims there are of each verdict, as HTML."""
    hours = [f"{sum(length.lesson.minutes for length in lengths) / 60:.0f} hours to read"]
    hours += [f"{depth / 60:.0f} in depth"] if (depth := sum(length.depth_minutes for length in lengths)) > 30 else []
    hours += [f"{sum(length.quiz_minutes for length in lengths) / 60:.0f} for the quizzes"]
    counts = Counter(claim.verdict for spine in spines for claim in spine.claims)
    badges = [
        f'<a href="{TABLE}?verdict={verdict}">{badge(verdict, counts[verdict])}</a>'
        for verdict in VERDICTS
        if counts[verdict]
    ]
    return (
        f'<p class="totals">{len(spines)} questions: {", ".join(hours)}. '
        f'<a href="{TABLE}">{counts.total()} sentences</a> that people say about them: {" ".join(badges)}</p>'
    )


def chinese(name: str, text: dict[str, str]) -> nodes.raw:
    return raw(f'<p class="{name}" lang="zh">{html.escape(text["zh"])}</p>')


def items(quiz: Path) -> list[str]:
    """The ids of a quiz's items; none without a quiz."""
    return [item["id"] for item in load(quiz, QUIZ).data["items"]] if quiz.exists() else []


def raw(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


def setup(app: Sphinx) -> None:
    app.add_directive("course", Course)
    app.add_directive("take-home", TakeHome)
