"""A formula on one line, for a screen reader's voice and a terminal's font."""

import re
import unicodedata
from xml.etree.ElementTree import Element

RAISED = dict(zip("0123456789+−()niT⊤′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵀᵀ′", strict=True))
ACCENTS = {"^": "\u0302", "~": "\u0303", "¯": "\u0304", "→": "\u20d7", "˙": "\u0307"}
BARS = set("¯―")
SIGNS = set("+−±")  # before an operand as well as between two
SPACED = SIGNS | set("=≠<>≤≥≈≡∼∝×·⋅∘⊙⊗→←⇒⇔↦∈∉⊂⊆∪∩≪≫∣")
LARGE = set("∑∏∫")


def spoken(node: Element) -> str:
    """One line for a tree of MathML: a/b, √x, x_i, x²."""
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
            return _raise(spoken(parts[1])) + "√" + _group(parts[0])
        case "msub" | "munder":
            return f"{_base(parts[0])}_{_tight(_group(parts[1]))}"
        case "msup":
            return _base(parts[0]) + _raise(_tight(spoken(parts[1])))
        case "mover":
            return _accent(spoken(parts[0]), spoken(parts[1]))
        case "msubsup" | "munderover":
            return f"{_base(parts[0])}_{_tight(_group(parts[1]))}{_raise(_tight(spoken(parts[2])))}"
        case "mtr":
            return ", ".join(map(spoken, parts)) + "; "
        case "mtable":
            return "".join(map(spoken, parts)).removesuffix("; ")
    return _row(parts)


def _row(parts: list[Element]) -> str:
    """Operands side by side, spaced so that they can be told apart."""
    line, fraction = "", False
    for part in parts:
        text = spoken(part)
        if not text.strip():
            line += text
        elif text in SPACED:
            sign = text in SIGNS and line.rstrip()[-1:] in (*SPACED, "", "(", "[", ",", "/")
            line = line + text if sign else f"{line.rstrip()} {text} ".lstrip()
        elif text in (",", ";"):
            line += f"{text} "
        else:
            line += (" " if _apart(line, text, part, fraction) else "") + text
        fraction = part.tag == "mfrac"
    return line.rstrip()


def _apart(line: str, text: str, part: Element, fraction: bool) -> bool:
    """Would the text of part run into the line, which may end with a fraction?"""
    last = re.split(r"[\s(\[]", line)[-1]
    if last and (last[0] in LARGE or (fraction and text[0] == "(")):
        return True
    if (
        not last
        or last[-1] in "/|‖"
        or (last[-1] in ")]" and not fraction)
        or not (text[0].isalnum() or text[0] in "√‖|" or text[0] in LARGE)
    ):
        return False
    ended = fraction or "_" in last or last[-1] in RAISED.values()
    name = part.tag == "mi" and len(text) > 1
    return ended or (name and last[-1].isalnum()) or (len(last) > 1 and last.isalpha())


def _accent(base: str, over: str) -> str:
    if over in BARS:
        return "".join(letter + ACCENTS["¯"] for letter in base)
    return base + ACCENTS[over] if over in ACCENTS and len(base) == 1 else base + _raise(over)


def _tight(line: str) -> str:
    """Without the spaces about operators: indices and exponents are small."""
    return re.sub(rf" ?([{re.escape(''.join(SPACED))}]) ?", r"\1", line)


def _base(node: Element) -> str:
    while node.tag == "mrow" and len(node) == 1:
        (node,) = node
    return _group(node) if node.tag == "mfrac" else spoken(node)


def _group(node: Element) -> str:
    """In parentheses, unless it is one name or number."""
    line = _row(list(node)) if node.tag == "msqrt" else spoken(node)
    word = re.fullmatch(r"[\w\u0300-\u036f]+|√[\w]+", line) and not line.startswith("_")
    return line if word or re.fullmatch(r"\(.[^()]*\)", line) else f"({line})"


def _raise(line: str) -> str:
    """As an exponent: in raised characters where all of them exist, else after a caret."""
    if line and all(character in RAISED for character in line):
        return "".join(RAISED[character] for character in line)
    return f"^{line}" if re.fullmatch(r"\w+|[*∗†]", line) else f"^({line})"
