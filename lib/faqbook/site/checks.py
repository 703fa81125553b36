"""Checks as the reader sees them: one line in words each, made from its record; the rest opens on demand.

Several checks of one cell fold into one line. Anchors lie outside of what is folded, `check-<id>` for the first check
with that id and `check-<id>-2` for the second: a link lands there without a script, and `_static/book.js` opens it.
"""

import json
from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from faqbook.course import chapter
from faqbook.quiz.inline import html
from faqbook.record import Result, stored
from faqbook.record.words import of_id
from faqbook.site.outputs import having

LISTED = 70  # characters of what a fold holds


@dataclass(frozen=True)
class Line:
    """One check of a page: its words, what opens below them, and where a link to it leads.

    One that is meant to fail proves nothing by itself: its anchor is empty.
    """

    id: str
    passed: bool
    what: str
    text: str
    details: list[tuple[str, str]]
    about: str
    anchor: str


class Checks(SphinxPostTransform):
    """Runs after the output formats are chosen and before references are resolved."""

    default_priority = 8
    formats = ("html",)

    def run(self, **kwargs) -> None:
        path = Path(self.env.doc2path(self.env.docname))
        if path.suffix != ".ipynb":
            return
        spine = path.with_suffix(".yml")
        lines = read(path, about(spine) if spine.exists() else {})
        ids = {line.id for equal in lines.values() for line in equal if line.passed}
        for output in having(self.document, "cell_output"):
            gather(output, lines)
        link(self.document, ids)


def about(spine: Path) -> dict[str, str]:
    """What each id of a chapter claims or establishes, in a sentence."""
    known = chapter(spine.stem, spine.parent)
    return {claim.id: claim.correct for claim in known.claims} | known.steps


def read(notebook: Path, sentences: dict[str, str]) -> dict[str, deque[Line]]:
    """The checks of a stored notebook by their printed line; equal lines in their order."""
    found: dict[str, deque[Line]] = defaultdict(deque)
    seen = Counter()
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", []):
            if not (record := stored(output)):
                continue
            id, text = record["id"], "".join(output["data"]["text/plain"])
            seen[id] += record["passed"]
            anchor = f"check-{id}" if seen[id] == 1 else f"check-{id}-{seen[id]}"
            try:
                result = Result.from_json(record)
                line, details = result.line(), result.details()
            except ValueError:  # of another version: as it was printed
                line, details = text, [("id", id)]
            what, place = record["what"] or of_id(id), anchor if record["passed"] else ""
            found[text].append(Line(id, record["passed"], what, line, details, sentences.get(id, ""), place))
    return found


def gather(output: nodes.Element, lines: dict[str, deque[Line]]) -> None:
    """Turn each run of check lines among a cell's outputs into one list; in it, several that passed fold into one."""
    for checked, run in groupby(list(output.children), lambda node: bool(lines.get(printed(node)))):
        if not checked:
            continue
        first, *rest = run = list(run)
        items = []
        for passed, group in groupby([lines[printed(node)].popleft() for node in run], lambda line: line.passed):
            group = list(group)
            items += [fold(group)] if passed and len(group) > 1 else map(item, group)
        first.replace_self(nodes.raw("", f'<ul class="checks">{"".join(items)}</ul>', format="html"))
        for node in rest:
            output.remove(node)


def printed(node: nodes.Node) -> str:
    return node.astext() if isinstance(node, nodes.literal_block) else ""


def item(line: Line, anchor: str = "id") -> str:
    """A check's line, and below it, folded, what it is about and all that its record knows."""
    place = f' {anchor}="{line.anchor}"' if line.anchor else ""
    about = f"<p>{html(line.about)}</p>" if line.about else ""
    rows = "".join(f"<dt>{escape(label)}</dt><dd>{escape(text)}</dd>" for label, text in line.details)
    return (
        f'<li class="check{"" if line.passed else " must-fail"}"{place}><details>{summary(line.text)}'
        f'<div class="record">{about}<dl>{rows}</dl></div></details></li>'
    )


def fold(lines: list[Line]) -> str:
    """Several checks in one line that says how many they are, and of what."""
    names = list(dict.fromkeys(line.what for line in lines))
    words = names[0]
    for left, name in zip(range(len(names) - 1, 0, -1), names[1:], strict=True):
        if len(words) + len(name) > LISTED:
            words += f", and {left} more"
            break
        words += f", {name}"
    places = "".join(f'<span id="{line.anchor}"></span>' for line in lines)
    inner = "".join(item(line, anchor="data-anchor") for line in lines)
    return f"<li>{places}<details>{summary(f'✓ {len(lines)} checks: {words}')}<ul>{inner}</ul></details></li>"


def summary(text: str) -> str:
    mark, _, words = text.partition(" ")
    return f'<summary><span class="sign">{mark}</span> <span class="figures">{escape(words)}</span></summary>'


def link(document: nodes.document, ids: set[str]) -> None:
    """Let each mention of a check's id in the text lead to the check."""
    for literal in list(document.findall(nodes.literal)):
        if literal.astext() in ids and not isinstance(literal.parent, nodes.reference):
            reference = nodes.reference("", "", refid=f"check-{literal.astext()}", internal=True)
            literal.replace_self(reference)
            reference += literal


def setup(app: Sphinx) -> None:
    app.add_post_transform(Checks)
