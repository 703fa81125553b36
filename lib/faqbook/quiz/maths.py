"""Formulas without a network: TeX to MathML, which browsers draw themselves, and to one readable line.

The line is what a screen reader says and a terminal prints: `\\sqrt{d_k}` reads √d_k.
"""

import re
import unicodedata
from functools import cache
from html import escape, unescape
from xml.etree import ElementTree

import latex2mathml.converter

from faqbook.quiz.spoken import SPACED, spoken

LONG = 12  # parts of a formula that a phone's line still holds
CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "mover": 2, "munder": 2, "msubsup": 3, "munderover": 3}


@cache
def mathml(tex: str) -> str:
    """The formula on one line, with its MathML in an attribute. Raises ValueError for TeX that has no rendering.

    A notebook that is not trusted drops the tags of MathML and keeps their letters, which makes 16 of a sixth. An
    attribute it drops as a whole. Where scripts run, quiz.js puts the MathML in place of the line; `drawn` does it for
    a page that is known to be safe.
    Browsers break no line inside <math>, so that a phone would cut a long formula: it becomes several, each ending with
    a relation or a binary operator.
    """
    pieces = "<wbr>".join(f"<math>{''.join(map(_xml, piece))}</math>" for piece in _pieces(_tree(tex)))
    line = escape(plain(tex))
    return (
        f'<span class="fq-maths" role="math" aria-label="{line}" dir="ltr" data-mathml="{escape(pieces)}">{line}</span>'
    )


def drawn(html: str) -> str:
    """The same HTML with every formula in MathML."""
    return re.sub(r' data-mathml="([^"]*)">[^<]*</span>', lambda match: f">{unescape(match[1])}</span>", html)


@cache
def plain(tex: str) -> str:
    """The formula on one line: a/b, √x, x_i, x². Raises ValueError for TeX that has no rendering."""
    return unicodedata.normalize("NFC", re.sub(r"\s+", " ", spoken(_tree(tex))).strip())


def _tree(tex: str) -> ElementTree.Element:
    """What latex2mathml makes of it, refused where it only looks like a rendering."""
    try:
        converted = latex2mathml.converter.convert(tex)
        tree = ElementTree.fromstring(converted)
    except Exception as error:  # the package's own errors share no base class
        raise ValueError(f"${tex}$: no such formula ({type(error).__name__})") from error
    if unknown := re.search(r">([^<>]*[\\{}][^<>]*)<", converted):  # passed through as it stands; \{ is an entity here
        raise ValueError(f"${tex}$: {unknown[1]} is not known")
    if not "".join(tree.itertext()).strip():
        raise ValueError(f"${tex}$: an empty formula")
    for node in tree.iter():
        node.tag = node.tag.rpartition("}")[2]
        if len(node) != CHILDREN.get(node.tag, len(node)):
            raise ValueError(f"${tex}$: an argument is missing")
        if len(node) > 1 and all(part.get("mathvariant") == "normal" for part in node):
            _merge(node)
        if node.tag == "mo" and len(node.text or "") > 1 and node.text.isalpha():
            node.tag = "mi"  # Var is a name: as an operator it would be set with wide spaces
    for node in list(tree.iter()):
        if node.tag in ("mrow", "msqrt"):
            _space(node)
    return tree


def _space(row: ElementTree.Element) -> None:
    """Set names apart from other operands, as TeX does: 2 ln n."""
    for i in range(len(row) - 1, 0, -1):
        before, after = _base(row[i - 1]), _base(row[i])
        after = after[0] if after.tag == "mrow" and len(after) else after  # a parenthesis that was made to fit
        if (_is_name(before) or _is_name(after)) and not {"mo", "mspace"} & {before.tag, after.tag}:
            row.insert(i, ElementTree.Element("mspace", width="0.167em"))


def _base(node: ElementTree.Element) -> ElementTree.Element:
    """What an index or an exponent stands at."""
    return node[0] if node.tag in ("msub", "msup", "msubsup") else node


def _is_name(node: ElementTree.Element) -> bool:
    return node.tag == "mi" and len(node.text or "") > 1 and node.text.isalpha()


def _merge(node: ElementTree.Element) -> None:
    """Make the single upright letters of \\mathrm one name."""
    name = "".join(part.text for part in node)
    for part in list(node):
        node.remove(part)
    ElementTree.SubElement(node, "mi").text = name


def _pieces(tree: ElementTree.Element) -> list[list[ElementTree.Element]]:
    """The parts of the formula, cut after operators between operands; in parentheses only where it gets long."""
    (row,) = tree
    pieces, depth, before = [[]], 0, ""
    for part in row:
        base = _base(part)  # an exponent may stand at a parenthesis
        text = (base.text or "") if base.tag == "mo" else "operand"
        depth += (text in "([{⟨") - (text in ")]}⟩")
        pieces[-1].append(part)
        if text in SPACED and (depth == 0 or len(pieces[-1]) > LONG) and before not in (*SPACED, ""):
            part.set("form", "infix")  # at the end of a row it would be set close, as a postfix
            pieces.append([])
        before = text
    return [piece for piece in pieces if piece]


def _xml(node: ElementTree.Element) -> str:
    return ElementTree.tostring(node, encoding="unicode")
