"""Formulas without a network: TeX to MathML, which browsers draw themselves, and to one readable line.

The line is what a screen reader says and a terminal prints: `\\sqrt{d_k}` reads √d_k.
"""

import re
import unicodedata
from functools import cache
from html import escape
from xml.etree import ElementTree

import latex2mathml.converter

CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "mover": 2, "munder": 2, "msubsup": 3, "munderover": 3}
RAISED = dict(zip("0123456789+−()niT⊤′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵀᵀ′", strict=True))
ACCENTS = {"^": "\u0302", "~": "\u0303", "¯": "\u0304", "→": "\u20d7", "˙": "\u0307"}
BARS = set("¯―")
SIGNS = set("+−±")  # before an operand as well as between two
SPACED = SIGNS | set("=≠<>≤≥≈≡∼∝×·⋅∘⊙⊗→←⇒⇔↦∈∉⊂⊆∪∩≪≫∣")
LARGE = set("∑∏∫")


@cache
def mathml(tex: str) -> str:
    """The formula in MathML, with the line as its label. Raises ValueError for TeX that has no rendering.

    Browsers break no line inside <math>, so that a phone would cut a long formula: it becomes several, each ending with
    a relation or a binary operator.
    """
    pieces = "<wbr>".join(f"<math>{''.join(map(_xml, piece))}</math>" for piece in _pieces(_tree(tex)))
    return f'<span class="fq-maths" role="math" aria-label="{escape(plain(tex))}" dir="ltr">{pieces}</span>'


@cache
def plain(tex: str) -> str:
    """The formula on one line: a/b, √x, x_i, x². Raises ValueError for TeX that has no rendering."""
    return re.sub(r"\s+", " ", _line(_tree(tex))).strip()


def _tree(tex: str) -> ElementTree.Element:
    """What latex2mathml makes of it, refused where it only looks like a rendering."""
    try:
        tree = ElementTree.fromstring(latex2mathml.converter.convert(tex))
    except Exception as error:  # the package's own errors share no base class
        raise ValueError(f"${tex}$: no such formula ({type(error).__name__})") from error
    if not "".join(tree.itertext()).strip():
        raise ValueError(f"${tex}$: an empty formula")
    for node in tree.iter():
        node.tag = node.tag.rpartition("}")[2]
        if len(node) != CHILDREN.get(node.tag, len(node)):
            raise ValueError(f"${tex}$: an argument is missing")
        if set(node.text or "") & set("\\{}"):  # an unknown command, or a brace that nothing closes, is passed through
            raise ValueError(f"${tex}$: {node.text} is not known")
        if len(node) > 1 and all(part.get("mathvariant") == "normal" for part in node):
            _merge(node)
        if node.tag == "mo" and len(node.text or "") > 1 and node.text.isalpha():
            node.tag = "mi"  # Var is a name: as an operator it would be set with wide spaces
    return tree


def _merge(node: ElementTree.Element) -> None:
    """Make the single upright letters of \\mathrm one name."""
    name = "".join(part.text for part in node)
    for part in list(node):
        node.remove(part)
    ElementTree.SubElement(node, "mi").text = name


def _pieces(tree: ElementTree.Element) -> list[list[ElementTree.Element]]:
    """The parts of the formula, cut after each operator between operands that is in no parentheses."""
    (row,) = tree
    pieces, depth, before = [[]], 0, ""
    for part in row:
        text = part.text if part.tag == "mo" else "operand"
        depth += (text in "([{⟨") - (text in ")]}⟩")
        pieces[-1].append(part)
        if text in SPACED and depth == 0 and before not in (*SPACED, ""):
            part.set("form", "infix")  # at the end of a row it would be set close, as a postfix
            pieces.append([])
        before = text
    return [piece for piece in pieces if piece]


def _xml(node: ElementTree.Element) -> str:
    return ElementTree.tostring(node, encoding="unicode")


def _line(node: ElementTree.Element) -> str:
    parts = list(node)
    match node.tag:
        case "mspace":
            return " "
        case "mi" | "mn" | "mo" | "mtext":
            return "".join(unicodedata.normalize("NFKC", c) if c.isalpha() else c for c in node.text or "")
        case "mfrac":
            return f"{_group(parts[0])}/{_group(parts[1])}"
        case "msqrt":
            return "√" + _group(node)
        case "mroot":
            return _raise(_line(parts[1])) + "√" + _group(parts[0])
        case "msub" | "munder":
            return f"{_line(parts[0])}_{_tight(_group(parts[1]))}"
        case "msup":
            return _line(parts[0]) + _raise(_tight(_line(parts[1])))
        case "mover":
            return _accent(_line(parts[0]), _line(parts[1]))
        case "msubsup" | "munderover":
            return f"{_line(parts[0])}_{_tight(_group(parts[1]))}{_raise(_tight(_line(parts[2])))}"
        case "mtr":
            return ", ".join(map(_line, parts)) + "; "
        case "mtable":
            return "".join(map(_line, parts)).removesuffix("; ")
    return _row(parts)


def _row(parts: list[ElementTree.Element]) -> str:
    """Operands side by side, spaced so that they can be told apart."""
    line, fraction = "", False
    for part in parts:
        text = _line(part)
        if not text.strip():
            line += text
        elif text in SPACED:
            sign = text in SIGNS and line.rstrip()[-1:] in (*SPACED, "", "(", "[", ",", "/")
            line = line + text if sign else f"{line.rstrip()} {text} ".lstrip()
        elif text in (",", ";"):
            line += f"{text} "
        else:
            line += (" " if fraction or _apart(line, text, part) else "") + text
        fraction = part.tag == "mfrac"
    return line.rstrip()


def _apart(line: str, text: str, part: ElementTree.Element) -> bool:
    """Would the text run into what stands before it?"""
    last = re.split(r"[\s(\[]", line)[-1]
    if last[:1] in LARGE and last:
        return True
    if not last or last[-1] in ")]/|‖" or not (text[0].isalnum() or text[0] in "√‖|" or text[0] in LARGE):
        return False
    ended = "_" in last or last[-1] in RAISED.values()
    name = part.tag == "mi" and len(text) > 1
    return ended or (name and last[-1].isalnum()) or (len(last) > 1 and last.isalpha())


def _accent(base: str, over: str) -> str:
    if over in BARS:
        return "".join(letter + ACCENTS["¯"] for letter in base)
    return base + ACCENTS[over] if over in ACCENTS and len(base) == 1 else base + _raise(over)


def _tight(line: str) -> str:
    """Without the spaces about operators: indices and exponents are small."""
    return re.sub(rf" ?([{re.escape(''.join(SPACED))}]) ?", r"\1", line)


def _group(node: ElementTree.Element) -> str:
    """In parentheses, unless it is one name or number."""
    line = _row(list(node)) if node.tag == "msqrt" else _line(node)
    word = re.fullmatch(r"[\w\u0300-\u036f]+|√[\w]+", line) and not line.startswith("_")
    return line if word or re.fullmatch(r"\(.[^()]*\)", line) else f"({line})"


def _raise(line: str) -> str:
    """As an exponent: in raised characters where all of them exist, else after a caret."""
    if line and all(character in RAISED for character in line):
        return "".join(RAISED[character] for character in line)
    return f"^{line}" if re.fullmatch(r"\w+|[*∗†]", line) else f"^({line})"
