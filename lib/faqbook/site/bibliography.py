"""References. An entry's anchor is its key, so that a notebook cites it by a plain link, which Jupyter shows too:
`[Vaswani et al. 2017](../appendix/bibliography.md#vaswani2017)`. Each entry says which chapters cite it."""

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

PAGE = "chapters/appendix/bibliography"


def keys(env: BuildEnvironment) -> list[str]:
    return list(env.get_domain("cite").bibdata.data.entries)


def let_links_resolve(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Register each entry as a place on the page that a Markdown link may name; MyST knows only headings by itself.

    Also has the page written again, since other pages decide what stands on it.
    """
    if PAGE not in env.all_docs:
        return []
    places = env.metadata[PAGE].setdefault("myst_slugs", {})
    places.update({key: (0, key, key) for key in keys(env)})
    return [PAGE]


def note(app: Sphinx, doctree: nodes.document) -> None:
    """Remember which entries a page cites."""
    links = (link for link in doctree.findall(pending_xref) if link.get("reftarget") == PAGE)
    app.env.metadata[app.env.docname]["cites"] = sorted(
        {link["reftargetid"] for link in links if link.get("reftargetid")}
    )


class CitedIn(SphinxPostTransform):
    """Under each entry, links to the pages that cite it. Runs when the entries are in place."""

    default_priority = 6
    formats = ("html",)

    def run(self, **kwargs) -> None:
        if self.env.docname != PAGE:
            return
        for entry in self.document.findall(nodes.list_item):
            for key in set(entry["ids"]) & set(keys(self.env)):
                pages = [
                    page for page in sorted(self.env.found_docs) if key in self.env.metadata[page].get("cites", [])
                ]
                if pages:
                    entry += self.cited_in(pages)

    def cited_in(self, pages: list[str]) -> nodes.paragraph:
        line = nodes.paragraph("", "Cited in ", classes=["cited-in"])
        for i, page in enumerate(pages):
            title = self.env.titles[page].astext()
            line += [nodes.Text(", " if i else ""), make_refnode(self.app.builder, PAGE, page, "", nodes.Text(title))]
        return line


def setup(app: Sphinx) -> None:
    app.connect("env-updated", let_links_resolve)
    app.connect("doctree-read", note)
    app.add_post_transform(CitedIn)
