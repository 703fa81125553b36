"""Docstrings as text: paragraphs, code, and the names of what is described."""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise

from docutils import nodes

WIDTH = 120  # where the library's lines end
Link = Callable[[str, nodes.literal], nodes.Node]


def typeset(doc: str, indent: int, parameters: Iterable[str], link: Link) -> list[nodes.Node]:
    """The docstring's blocks; `link` makes of what stands in backticks what is shown.

    What is indented or a table stays as it is typed. A sentence ends a paragraph where the next one would have fitted
    on its line, which the indent in the file tells: that is how arguments and errors are set apart there.
    """
    shown: list[nodes.Node] = []
    for block in doc.split("\n\n"):
        rows = block.split("\n")
        if all(row.startswith(("    ", "|")) for row in rows):
            text = "\n".join(row.removeprefix("    ") for row in rows)
            shown.append(nodes.literal_block(text, text, language="text"))
            continue
        paragraphs = [rows[0]]
        for before, row in pairwise(rows):
            if before.endswith((".", ":")) and indent + len(before) + 1 + len(row.split(" ")[0]) <= WIDTH:
                paragraphs.append(row)
            else:
                paragraphs[-1] += f" {row}"
        shown += [nodes.paragraph("", "", *inline(text, parameters, link)) for text in paragraphs]
    return shown


def inline(text: str, parameters: Iterable[str], link: Link) -> list[nodes.Node]:
    """Code in backticks, and parameters where a sentence begins with them: "mask: …", "d_q, d_k: …"."""
    name = "|".join(sorted(map(re.escape, parameters), key=len, reverse=True)) or r"(?!)"
    described = rf"(?:^|(?<=[.;] ))(?:(?:{name})(?:\([^)]*\))?(?:, | and )?)+(?=: )"
    shown: list[nodes.Node] = []
    end = 0
    for match in re.finditer(rf"`([^`]+)`|{described}", text):
        shown.append(nodes.Text(text[end : match.start()]))
        code = match[1] or match[0]
        literal = nodes.literal("", code, classes=[] if match[1] else ["parameter"])
        shown.append(link(code, literal) if match[1] else literal)
        end = match.end()
    return [*shown, nodes.Text(text[end:])]
