"""Links that are set before pages have addresses."""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from faqbook.site.library.source import Place
from faqbook.site.library.tree import Library


class Pointer(nodes.inline):
    """What leads to `anchor` on `page`."""


def to_place(library: Library, place: Place, *shown: nodes.Node) -> Pointer:
    return Pointer("", "", *shown, page=library.page(place), anchor=library.anchor(place), says=library.says(place))


class Resolve(SphinxPostTransform):
    """Makes links of the pointers."""

    default_priority = 11
    formats = ("html",)

    def run(self, **kwargs) -> None:
        for node in list(self.document.findall(Pointer)):
            address = self.app.builder.get_relative_uri(self.env.docname, node["page"])
            uri = f"{address}#{node['anchor']}" if node["anchor"] else address or "#"
            says = {"reftitle": node["says"]} if node.get("says") else {}
            link = nodes.reference("", "", *node.children, internal=True, refuri=uri, **says)
            node.replace_self(link)
