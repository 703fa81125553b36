"""Under a function or a class: the chapters that use it, and those whose checks fail when it is broken."""

from pathlib import Path

from docutils import nodes

from faqbook.site.backlinks import questions
from faqbook.site.library.pointer import Pointer
from faqbook.site.library.proofs import proved_in, used_in
from faqbook.site.library.source import Definition, File, Place

FEW = 4  # more chapters than these are folded


class Folded(nodes.container):
    """What the reader unfolds, under its `summary`."""


def chapters(root: Path, file: File, definition: Definition) -> list[nodes.Node]:
    """A list of the two, without what is empty; nothing if both are."""
    places = [Place(file.module, definition.name)]
    places += [Place(file.module, name) for name in file.definitions if name.startswith(f"{definition.name}.")]
    users = {page for place in places for page in used_in(root).get(place, [])}
    used = {page: "" for page in questions(root) if page in users}
    proofs = {labelled(place, definition): proved_in(root)[place] for place in places if place in proved_in(root)}
    found = [item(root, "Used in", {"": used})] * bool(used) + [item(root, "Proved in", proofs)] * bool(proofs)
    return [nodes.definition_list("", *found, classes=["simple", "library-chapters"])] if found else []


def labelled(place: Place, definition: Definition) -> str:
    """What to say of a part of a class; nothing of the whole."""
    return place.name.removeprefix(definition.name).removeprefix(".")


def item(root: Path, term: str, groups: dict[str, dict[str, str]]) -> nodes.definition_list_item:
    """The pages of each group, folded if they are many."""
    lines = [linked(root, pages, label) for label, pages in groups.items()]
    n = len({page for pages in groups.values() for page in pages})
    if sum(map(len, groups.values())) > FEW:
        lines = [Folded("", *lines, summary=f"{n} chapters")]
    return nodes.definition_list_item("", nodes.term("", term), nodes.definition("", *lines))


def linked(root: Path, pages: dict[str, str], label: str) -> nodes.paragraph:
    """The questions of these pages, each with the way to its check, if there is one."""
    line = nodes.paragraph()
    if label:
        line += [nodes.literal("", label), nodes.Text(": ")]
    for n, (page, check) in enumerate(pages.items()):
        line += [nodes.Text(" · ")] * (n > 0)
        anchor = f"check-{check}" if check else ""
        line += Pointer("", "", nodes.Text(questions(root)[page]), page=page, anchor=anchor, says=check)
    return line


def visit_folded(self, node: Folded) -> None:
    self.body.append(f'<details class="folded"><summary>{node["summary"]}</summary>\n')


def depart_folded(self, node: Folded) -> None:
    self.body.append("</details>\n")
