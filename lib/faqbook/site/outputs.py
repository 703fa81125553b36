"""Cells as the reader sees them: a folded solution says that it is one."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

SOLVED = ("Exercise", "Write it")  # sections whose folded cells are solutions


class Outputs(SphinxPostTransform):
    """Runs after the output formats are chosen and before references are resolved."""

    default_priority = 8
    formats = ("html",)

    def run(self, **kwargs) -> None:
        for section in self.document.findall(nodes.section):
            if section.next_node(nodes.title).astext() in SOLVED:
                for cell in having(section, "cell"):
                    cell.attributes |= {"prompt_show": "Show the solution", "prompt_hide": "Hide the solution"}


def having(node: nodes.Element, name: str) -> list[nodes.Element]:
    """The elements inside node that have this class."""
    return [inner for inner in node.findall(nodes.Element) if name in inner.get("classes", [])]


def setup(app: Sphinx) -> None:
    app.add_post_transform(Outputs)
