"""Links in highlighted code."""

import html
import re
from collections.abc import Callable, Hashable, Iterable

from sphinx.builders import Builder

from faqbook.site.library.names import Use
from faqbook.site.library.source import Place
from faqbook.site.library.tree import Library

PIECE = re.compile(r"<[^>]*>|&[^;]*;|[^<&]+")


def address(builder: Builder, library: Library, page: str, place: Place) -> str:
    """The link from a page to where a place of the library is shown."""
    path, anchor = builder.get_relative_uri(page, library.page(place)), library.anchor(place)
    return f"{path}#{anchor}" if anchor else path or "#"


def mark(
    highlighted: str,
    code: str,
    uses: Iterable[Use],
    library: Library,
    link: Callable[[Place], str],
    group: Callable[[int], Hashable] = lambda line: None,
) -> str:
    """The highlighted code with a link around each use. Only the first to a place is a stop for the Tab key, in each
    group of lines."""
    starts = [0]
    for line in code.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    links, seen = {}, set()
    for use in sorted(uses, key=lambda use: (use.line, use.column)):
        start, known = starts[use.line - 1] + use.column, (group(use.line), use.place)
        says = html.escape(library.says(use.place))
        skip = ' tabindex="-1"' * (known in seen)
        links[start] = (use.length, f'<a class="to-library" href="{link(use.place)}" title="{says}"{skip}>')
        seen.add(known)
    return "".join(_inserted(highlighted, links))


def _inserted(highlighted: str, links: dict[int, tuple[int, str]]) -> Iterable[str]:
    """The pieces of highlighted, with the links whose texts lie within one piece: a name is one token."""
    position = 0
    for piece in PIECE.findall(highlighted):
        if piece[0] in "<&":
            position += piece[0] == "&"
            yield piece
            continue
        done = 0
        for start in range(len(piece)):
            length, opening = links.get(position + start, (0, ""))
            if length and start >= done and start + length <= len(piece):
                yield from (piece[done:start], opening, piece[start : start + length], "</a>")
                done = start + length
        yield piece[done:]
        position += len(piece)
