"""Lines of the library's source on its page: numbered, highlighted, each with an anchor, names linked."""

from functools import cache

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from faqbook.site.library.marking import address, mark
from faqbook.site.library.source import File, Place
from faqbook.site.library.tree import Library, library
from faqbook.site.library.uses import Reader

HEAD, TAIL = '<div class="highlight"><pre><span></span>', "\n</pre></div>\n"  # around what the highlighter returns


class Listing(nodes.General, nodes.Element):
    """The lines `first` to `last` of `module`. The search does not index them: names and docstrings stand beside."""


@cache
def reading(library: Library, module: str) -> Reader:
    return Reader(library, library.files[module].source, library.files[module])


@cache
def lines(builder: StandaloneHTMLBuilder, library: Library, module: str) -> list[str]:
    """Each line of the file."""
    file = library.files[module]
    code = file.source.rstrip()
    page = library.page(Place(module))
    uses = reading(library, module).uses
    highlighted = builder.highlighter.highlight_block(code, "python").removeprefix(HEAD).removesuffix(TAIL)
    links = lambda place: address(builder, library, page, place)  # noqa: E731
    marked = mark(highlighted, code, uses, library, links, lambda line: outermost(file, line))
    label, ids = library.label(file), anchors(library, file)
    return [line(text, f"{label}-{n}", ids.get(n, "")) for n, text in enumerate(marked.split("\n"), 1)]


def line(text: str, anchor: str, name: str) -> str:
    """A line, after its number: that can be clicked for its address, and is nothing to read out or to stop at."""
    number = f'<a id="{anchor}" href="#{anchor}" aria-hidden="true" tabindex="-1"></a>'
    return f'{number}<span id="{name}">{text}</span>\n' if name else f"{number}{text}\n"


def anchors(library: Library, file: File) -> dict[int, str]:
    """The names that lead to a line: those of definitions without a heading of their own."""
    headed = {definition.name for definition in library.public(file)}
    return {
        definition.line: library.anchor(Place(file.module, definition.name))
        for definition in file.definitions.values()
        if definition.name not in headed
    }


def outermost(file: File, line: int) -> str:
    """The function or class of the module that holds the line."""
    return next((name for name, d in file.definitions.items() if d.first <= line <= d.last), "")


def visit(self, node: Listing) -> None:
    first, last = node["first"], node["last"]
    shown = "".join(lines(self.builder, library(self.builder.srcdir / "lib"), node["module"])[first - 1 : last])
    self.body.append(f'<pre class="listing highlight" style="counter-reset: line {first - 1}">{shown}</pre>\n')
    raise nodes.SkipNode
