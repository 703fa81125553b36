"""A chapter's head: right under its title, and with what the notebook cannot know while it runs."""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from faqbook.course import measure_page

HIDDEN = "tag_remove-input"


class Head(SphinxPostTransform):
    """Put the head (question, where asked, what to know) before the cell that imports, and add how long the page takes
    and where to get the notebook. Runs after the output formats are chosen and before references are resolved."""

    default_priority = 8
    formats = ("html",)

    def run(self, **kwargs) -> None:
        page = self.env.docname
        title = next(self.document.findall(nodes.section), None)
        cells = [node for node in title or [] if isinstance(node, nodes.Element) and "cell" in node.get("classes", [])]
        for cell in cells[:2]:
            if HIDDEN in cell["classes"]:
                title.remove(cell)
                title.insert(1, cell)
                cell["classes"].append("chapter-head")
                length = measure_page(Path(page).name, (Path(self.env.srcdir) / page).parent)
                source = f"{'../' * page.count('/')}_sources/{page}.ipynb"
                cell += nodes.raw(
                    "",
                    f'<p class="length"><strong>Takes</strong> {length}</p>'
                    f'<p class="run"><a href="{source}" download>Download this notebook</a></p>',
                    format="html",
                )


def setup(app: Sphinx) -> None:
    app.add_post_transform(Head)
