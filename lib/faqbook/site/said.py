"""What people say and what a reader may say: the common answers with their verdicts, the answers to be spoken, and the
two minutes' points as a list to tick.

The list works without a script; `_static/rubric.js` counts the ticks and keeps them.
"""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from faqbook.course import Spine, chapter
from faqbook.course.shown import SPOKEN, VERDICT
from faqbook.site.outputs import having

ASK = "Say it aloud, then tick what you named."


class Said(SphinxPostTransform):
    """Runs after the output formats are chosen and before references are resolved."""

    default_priority = 8
    formats = ("html",)

    def run(self, **kwargs) -> None:
        spine = self.spine()
        if spine is None:
            return
        outputs = having(self.document, "cell_output")
        for claims in (claims for output in outputs for claims in output.findall(nodes.bullet_list)):
            if holds(claims, VERDICT):
                claims["classes"].append("often-said")
        for output in (output for output in outputs if holds(output, SPOKEN)):
            output["classes"].append("say-it")
            for points in list(output.findall(nodes.enumerated_list)):
                to_tick(points, spine.slug)

    def spine(self) -> Spine | None:
        """The spine of the chapter that the page is, if it is one."""
        path = Path(self.env.srcdir) / f"{self.env.docname}.yml"
        return chapter(path.stem, path.parent) if path.exists() else None


def holds(node: nodes.Element, mark: str) -> bool:
    """Whether some HTML inside node has the class that is marked so."""
    return any(mark in raw.astext() for raw in node.findall(nodes.raw))


def to_tick(points: nodes.enumerated_list, slug: str) -> None:
    """Turn a list of points into a rubric, where it stands."""
    for point in points:
        line = point[0]
        line.insert(0, raw('<label><input type="checkbox"> '))
        line += raw("</label>")
    place = points.parent
    at = place.index(points)
    place.insert(at + 1, raw("</div>"))
    place.insert(at, raw(opening(slug)))


def opening(slug: str) -> str:
    return (
        f'<div class="rubric" role="group" aria-label="What a good answer names" data-rubric="{slug}">'
        f'<p class="rubric-count" role="status">{ASK}</p>'
    )


def raw(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


def setup(app: Sphinx) -> None:
    app.add_post_transform(Said)
