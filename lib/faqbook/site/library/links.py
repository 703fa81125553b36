"""In chapters each name of the library leads to its source: in cells, and where the text says it in `code`."""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from faqbook.site.library.marking import address, mark
from faqbook.site.library.notebooks import notebook
from faqbook.site.library.pointer import to_place
from faqbook.site.library.tree import library


class LinkedBlock(nodes.literal_block):
    """A block of code, with the names of the library that are in it as `uses`."""


class Names(SphinxPostTransform):
    """Runs when checks' ids are links, which may be spelt like a name of the library, before pointers are resolved."""

    default_priority = 9
    formats = ("html",)

    def run(self, **kwargs) -> None:
        book = notebook(self.env.srcdir, self.env.docname)
        if book is None:
            return
        for cell in self.document.findall(nodes.container):
            if cell.get("nb_element") == "cell_code":
                self.cell(cell, book.cell(cell["cell_index"]))
        tree = library(self.env.srcdir / "lib")
        for literal in list(self.document.findall(nodes.literal)):
            place = book.reader.spoken(literal.astext())
            if place and not isinstance(literal.parent, nodes.reference | nodes.title):
                around = to_place(tree, place)
                literal.replace_self(around)
                around += literal

    def cell(self, cell: nodes.container, uses: list) -> None:
        for source in cell.children:
            if uses and source.get("nb_element") == "cell_code_source":
                for block in list(source.findall(nodes.literal_block)):
                    block.replace_self(LinkedBlock(block.rawsource, block.astext(), uses=uses, **block.attributes))


def visit(self, node: LinkedBlock) -> None:
    """Let the visitor of code write the block, and set the links in it."""
    start = len(self.body)
    try:
        self.visit_literal_block(node)
    finally:
        tree = library(self.builder.srcdir / "lib")
        written = "".join(self.body[start:])
        page = self.builder.current_docname
        links = lambda place: address(self.builder, tree, page, place)  # noqa: E731
        self.body[start:] = [mark(written, node.rawsource, node["uses"], tree, links)]
