"""What people say, on one page: the directive ```` ```{verdicts} ````, and the same table as files to download.

Without a script the page shows all of it, part by part; `_static/verdicts.js` adds the filter.
"""

from html import escape
from itertools import groupby
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from faqbook.course import VERDICTS, Judged, as_csv, as_json, badge, judged, parts
from faqbook.site import downloads

FILES = {"verdicts.csv": as_csv, "verdicts.json": as_json}
SCRIPT = "verdicts.js"
# The style sheet shows it where scripts run.
FILTER = """<div class="verdict-filter" data-total="{total}">
<label>Part <select autocomplete="off"><option value="">all parts</option>{options}</select></label>
<label>Words <input type="search" autocomplete="off"></label>
<fieldset><legend>Verdicts</legend>{boxes}</fieldset>
<p class="verdict-count" role="status">{total} sentences</p>
</div>"""


class Verdicts(SphinxDirective):
    """The files, then for each part a section with its claims."""

    def run(self) -> list[nodes.Node]:
        chapters = Path(self.env.srcdir) / "chapters"
        table = judged(chapters)
        for path in downloads.notebooks(chapters):
            self.env.note_dependency(str(path))
        titles = {part.name: part.title["en"] for part in parts(chapters)}
        up = "../" * self.env.docname.count("/") + downloads.FOLDER
        files = ", ".join(f'<a href="{up}/{name}" download>{name}</a>' for name in FILES)
        options = "".join(f'<option value="{name}">{escape(title)}</option>' for name, title in titles.items())
        boxes = "".join(
            f'<label><input type="checkbox" value="{verdict}" checked> {badge(verdict)}</label>' for verdict in VERDICTS
        )
        return [
            raw(f'<p class="verdict-files">The table as a file: {files}</p>'),
            raw(FILTER.format(options=options, boxes=boxes, total=len(table))),
            *(self.section(part, titles[part], list(claims)) for part, claims in groupby(table, lambda one: one.part)),
        ]

    def section(self, part: str, title: str, claims: list[Judged]) -> nodes.section:
        section = nodes.section("", nodes.title("", title), ids=[f"said-{part}"], classes=["verdict-part"])
        self.state.document.note_explicit_target(section, section)
        for _, of_chapter in groupby(claims, lambda one: one.spine.slug):
            of_chapter = list(of_chapter)
            section += nodes.paragraph("", "", self.chapter(of_chapter[0]), classes=["verdict-chapter"])
            section += nodes.bullet_list("", *map(self.claim, of_chapter), classes=["verdict-list"])
        return section

    def chapter(self, one: Judged) -> nodes.Node:
        target = f"/chapters/{one.part}/{one.spine.slug}"
        link = pending_xref("", refdomain="std", reftype="doc", reftarget=target, refexplicit=True, refwarn=True)
        link += nodes.inline("", one.spine.question["en"])
        return link

    def claim(self, one: Judged) -> nodes.list_item:
        claim = one.claim
        verdict = raw(f"{badge(claim.verdict)} ")
        item = nodes.list_item(
            "",
            nodes.paragraph("", "", *self.text(f"“{claim.said}”"), classes=["claim-said"]),
            nodes.paragraph("", "", verdict, *self.text(claim.short), classes=["claim-true"]),
            ids=[f"claim-{claim.id}"],
            classes=["judged", f"judged-{claim.verdict}"],
        )
        item += [raw("<details><summary>In full</summary>"), nodes.paragraph("", "", *self.text(claim.correct))]
        item += raw("</details>")
        item += nodes.paragraph("", "", *self.settled(one), classes=["claim-settled"])
        return item

    def settled(self, one: Judged) -> list[nodes.Node]:
        """The first of the checks, with a link to it, and how many more there are; else the source."""
        if not one.checks:
            return [nodes.Text("from "), *self.text(one.claim.source or "")]
        first, *more = one.checks
        uri = "../" * (self.env.docname.count("/") - 1) + one.page.removeprefix("chapters/")
        link = nodes.reference("", "", nodes.inline("", first.line()), internal=True, refuri=uri)
        tolerance = first.tolerance if first.tolerance not in first.line() else ""
        words = [f"tolerance {tolerance}" if tolerance else "", f"{len(more)} more" if more else ""]
        said = "; ".join(filter(None, words))
        return [link, *([nodes.Text(f" ({said})")] if said else [])]

    def text(self, markdown: str) -> list[nodes.Node]:
        return self.state.inline_text(markdown, self.lineno)[0]


def raw(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


def write(app: Sphinx) -> None:
    """Put the files beside the other downloads, after these have made their folder anew."""
    if app.builder.format == "html":
        table = judged(Path(app.srcdir) / "chapters")
        for name, form in FILES.items():
            (Path(app.outdir) / downloads.FOLDER / name).write_text(form(table), encoding="utf-8", newline="")


def link(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Load the script where there is something to filter."""
    if doctree is not None and any("verdict-part" in section["classes"] for section in doctree.findall(nodes.section)):
        app.add_js_file(SCRIPT, loading_method="defer")


def setup(app: Sphinx) -> None:
    app.add_directive("verdicts", Verdicts)
    app.connect("builder-inited", write, priority=600)
    app.connect("html-page-context", link)
