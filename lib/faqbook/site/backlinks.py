"""The way back: a chapter names, at the end of "Asked next", the chapters that lead to it and that it does not name."""

from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from faqbook.course import chapter, parts

BEFORE = "Asked before: "


def collect(app: Sphinx, doctree: nodes.document) -> None:
    """Remember which chapters a page links to."""
    doc = app.env.docname
    targets = {node.get("reftarget", "").lstrip("/") for node in doctree.findall(pending_xref)}
    links(app.env)[doc] = (targets & set(questions(app.srcdir))) - {doc}


def merge(app: Sphinx, env: BuildEnvironment, docs: set[str], other: BuildEnvironment) -> None:
    """Take over what a parallel reader has seen."""
    links(env).update({doc: links(other)[doc] for doc in docs if doc in links(other)})


def add(app: Sphinx, doctree: nodes.document, doc: str) -> None:
    """Append the questions that lead here, in the course's order, to the section "Asked next"."""
    titles = questions(app.srcdir)
    leading = [other for other in titles if doc in links(app.env).get(other, ()) and other not in links(app.env)[doc]]
    if doc not in titles or not leading:
        return
    sections = [section for section in doctree.findall(nodes.section) if section[0].astext() == "Asked next"]
    place = sections[0] if sections else doctree
    paragraph = nodes.paragraph("", "", nodes.Text(BEFORE), classes=["asked-before"])
    for n, other in enumerate(leading):
        uri = app.builder.get_relative_uri(doc, other)
        paragraph += [nodes.Text(" · ")] * (n > 0)
        paragraph += nodes.reference("", "", nodes.inline("", titles[other]), internal=True, refuri=uri)
    place += paragraph


@cache  # asked for twice a page, and each time it would read every spine
def questions(source: Path) -> dict[str, str]:
    """The page of each chapter and its question, in the course's order."""
    folder = Path(source) / "chapters"
    return {
        f"chapters/{part.name}/{slug}": chapter(slug, folder / part.name).question["en"]
        for part in parts(folder)
        for slug in part.slugs
    }


def links(env: BuildEnvironment) -> dict[str, set[str]]:
    if not hasattr(env, "faqbook_links"):
        env.faqbook_links = {}
    return env.faqbook_links


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", collect)
    app.connect("env-merge-info", merge)
    app.connect("doctree-resolved", add)
