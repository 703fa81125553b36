"""Cell outputs as the reader sees them: checks in one quiet list with permanent links, quizzes without their copy of
the script and style that a notebook needs."""

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from faqbook.quiz.page import for_site
from faqbook.record import ID

PASSED = re.compile(rf"✓ (?P<id>{ID.pattern}) — ?(?P<rest>.+)", re.DOTALL)
FAILED = re.compile(rf"✗ (?P<mark>fails, as it should) — (?P<id>{ID.pattern}) — ?(?P<rest>.+)", re.DOTALL)
QUIZ = "data-faqformer-quiz"
SOLVED = ("Exercise", "Write it")  # sections whose folded cells are solutions


class Outputs(SphinxPostTransform):
    """Runs after the output formats are chosen and before references are resolved."""

    default_priority = 8
    formats = ("html",)

    def run(self, **kwargs) -> None:
        anchors = Anchors()
        for output in having(self.document, "cell_output"):
            gather(output, anchors)
        link(self.document, anchors)
        for section in self.document.findall(nodes.section):
            if section.next_node(nodes.title).astext() in SOLVED:
                for cell in having(section, "cell"):
                    cell.attributes |= {"prompt_show": "Show the solution", "prompt_hide": "Hide the solution"}
        for raw in self.document.findall(nodes.raw):
            if "html" in raw.get("format", "") and QUIZ in raw.astext():
                self.document["quiz"] = True
                raw.children[:] = [nodes.Text(for_site(raw.astext()))]


def having(node: nodes.Element, name: str) -> list[nodes.Element]:
    """The elements inside node that have this class."""
    return [inner for inner in node.findall(nodes.Element) if name in inner.get("classes", [])]


class Anchors:
    """The anchors of a page's checks: `check-<id>` for the first with that id, `check-<id>-2` for the second."""

    def __init__(self):
        self.count: dict[str, int] = {}

    def new(self, id: str) -> str:
        self.count[id] = self.count.get(id, 0) + 1
        return f"check-{id}" if self.count[id] == 1 else f"check-{id}-{self.count[id]}"


def gather(output: nodes.Element, anchors: Anchors) -> None:
    """Turn runs of check lines among a cell's outputs into one list each."""
    run: nodes.bullet_list | None = None
    for node in list(output.children):
        text = node.astext() if isinstance(node, nodes.literal_block) else ""
        passed, failed = PASSED.fullmatch(text), FAILED.fullmatch(text)
        if not (passed or failed):
            run = None
            continue
        if run is None:
            run = nodes.bullet_list(classes=["checks"])
            output.insert(output.index(node), run)
        run += passing(passed, anchors) if passed else failing(failed)
        output.remove(node)


def passing(match: re.Match, anchors: Anchors) -> nodes.list_item:
    anchor = anchors.new(match["id"])
    name = nodes.reference("", match["id"], refid=anchor, internal=True, classes=["check-id"])
    return item("check", "✓", name, match["rest"], ids=[anchor])


def failing(match: re.Match) -> nodes.list_item:
    """A check that is meant to fail proves nothing by itself: it gets no anchor."""
    name = nodes.inline("", match["id"], classes=["check-id"])
    return item("check must-fail", f"✗ {match['mark']}", name, match["rest"])


def item(classes: str, mark: str, name: nodes.Element, rest: str, **attributes) -> nodes.list_item:
    line = nodes.paragraph()
    line += [nodes.inline("", mark, classes=["sign"]), nodes.Text(" "), name, nodes.Text(" ")]
    line += nodes.inline("", rest, classes=["figures"])
    return nodes.list_item("", line, classes=classes.split(), **attributes)


def link(document: nodes.document, anchors: Anchors) -> None:
    """Let each mention of a check's id in the text lead to the check."""
    for literal in list(document.findall(nodes.literal)):
        if literal.astext() in anchors.count and not isinstance(literal.parent, nodes.reference):
            reference = nodes.reference("", "", refid=f"check-{literal.astext()}", internal=True)
            literal.replace_self(reference)
            reference += literal


def setup(app: Sphinx) -> None:
    app.add_post_transform(Outputs)
