r"""Room for formulas before they are typeset, so that the text around them does not jump.

The reader's browser typesets. Until then each formula keeps a place of about its later size, which the style sheet
reads from the formula's `style`: `--w`, the width of an inline formula, and `--h`, the height of a displayed one, both
in em of MathJax's fonts. The sizes are estimates from the source: letters, `\commands`, groups, scripts. A few percent
off do no harm, since few lines break elsewhere then; a command that is not known counts as one sign.
"""

import re
from functools import partial

from docutils import nodes
from sphinx.application import Sphinx

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\S", re.DOTALL)
ITALIC = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        [
            *(0.53, 0.43, 0.43, 0.52, 0.47, 0.55, 0.48, 0.58, 0.35, 0.41, 0.52, 0.3, 0.88),
            *(0.6, 0.49, 0.5, 0.45, 0.45, 0.47, 0.36, 0.57, 0.49, 0.72, 0.57, 0.49, 0.47),
            *(0.75, 0.76, 0.72, 0.83, 0.74, 0.65, 0.79, 0.83, 0.45, 0.56, 0.85, 0.68, 0.98),
            *(0.81, 0.76, 0.65, 0.79, 0.76, 0.62, 0.6, 0.69, 0.6, 0.95, 0.83, 0.6, 0.69),
        ],
        strict=True,
    )
)
# How far a capital leans over its own edge: room that an index takes back.
LEAN = dict(zip("BCEFHIJKMN", (0.01, 0.05, 0.03, 0.11, 0.06, 0.06, 0.08, 0.04, 0.08, 0.08), strict=True))
LEAN |= dict(zip("PSTUVWXYZ", (0.11, 0.03, 0.12, 0.08, 0.19, 0.1, 0.02, 0.18, 0.04), strict=True))
UPRIGHT = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        [
            *(0.5, 0.56, 0.44, 0.56, 0.44, 0.31, 0.5, 0.56, 0.28, 0.31, 0.53, 0.28, 0.83),
            *(0.56, 0.5, 0.56, 0.53, 0.39, 0.39, 0.39, 0.56, 0.53, 0.72, 0.53, 0.53, 0.44),
            *(0.75, 0.71, 0.72, 0.76, 0.68, 0.65, 0.79, 0.75, 0.36, 0.51, 0.78, 0.63, 0.92),
            *(0.75, 0.78, 0.68, 0.78, 0.74, 0.56, 0.72, 0.75, 0.75, 1.03, 0.75, 0.75, 0.61),
        ],
        strict=True,
    )
)
SIGN = 0.58  # a sign of unknown width: most Greek letters
GREEK = "delta epsilon varepsilon eta theta mu sigma omega Pi Theta".split()
SIGNS = dict.fromkeys("0123456789/*", 0.5) | {"|": 0.28, ".": 0.28, "!": 0.28, "'": 0.19}
SIGNS |= {"\\top": 0.78, "\\infty": 1.0, "\\partial": 0.53, "\\ell": 0.42}
SIGNS |= {
    f"\\{name}": width
    for name, width in zip(GREEK, (0.44, 0.41, 0.47, 0.53, 0.47, 0.6, 0.6, 0.66, 0.75, 0.78), strict=True)
}
OPENING = {"(": 0.39, "[": 0.28, "\\{": 0.5, "\\lceil": 0.44, "\\lfloor": 0.44, "\\lVert": 0.5, "\\lvert": 0.28}
CLOSING = {")": 0.39, "]": 0.28, "\\}": 0.5, "\\rceil": 0.44, "\\rfloor": 0.44, "\\rVert": 0.5, "\\rvert": 0.28}
SPACES = {"\\,": 0.17, "\\:": 0.22, "\\;": 0.28, "\\!": -0.17, "\\ ": 0.25, "\\quad": 1.0, "\\qquad": 2.0}
LONG = {f"\\{name}": 1.0 for name in "gg ll leftarrow rightarrow to mapsto Rightarrow".split()}
USUAL = ["=", "<", ">", *(f"\\{name}" for name in "approx sim le leq ge geq ne neq equiv propto".split())]
RELATIONS = dict.fromkeys(USUAL, 0.78) | LONG | {":": 0.28, "\\in": 0.67, "\\mid": 0.28}
OPERATIONS = dict.fromkeys(["+", "-", "\\pm", "\\times", "\\oplus", "\\odot"], 0.78) | {"\\cdot": 0.28}
TALL = {"\\sum": 1.06, "\\prod": 0.94, "\\int": 0.56}
INNER = dict.fromkeys(["\\dots", "\\ldots", "\\cdots"], 1.17)
NAMES = "log ln exp max min arg sup inf lim dim det Pr sin cos tan sinh cosh tanh arctan".split()
WORDS = TALL | {f"\\{name}": sum(map(UPRIGHT.get, name)) for name in NAMES}
# The space between a sign of one kind and the next, by TeX's table: none, thin, medium or thick.
GAPS = (0.0, 0.17, 0.22, 0.28)
SPACING = {
    "sign": "01230001",
    "word": "11030001",
    "binary": "22002002",
    "relation": "33003003",
    "open": "00000000",
    "close": "01230001",
    "comma": "11011111",
    "inner": "11231011",
}  # fmt: skip
KIND_AT = {kind: place for place, kind in enumerate(SPACING)}
FRACTIONS = {"\\frac": 0.71, "\\tfrac": 0.71, "\\dfrac": 1.0, "\\binom": 0.71}  # the size of their halves
LETTERS = {f"\\{name}" for name in "text operatorname mathrm".split()}
# These print nothing themselves; what they apply to is read as if they were not there.
SILENT = {f"\\{name}" for name in "left right displaystyle textstyle limits nolimits".split()} | {"&"}
LARGER = {f"\\{name}{side}": more for name, more in {"big": 0.07, "Big": 0.21}.items() for side in ("", "l", "r")}
DRESS = {f"\\{name}" for name in "mathbf mathcal mathbb mathsf boldsymbol bm bar hat tilde vec".split()}
SCRIPT = 0.71  # the size of a script
PHRASE = re.compile(r"\\text\{[^}]*\}")
KINDS = {
    "relation": RELATIONS,
    "binary": OPERATIONS,
    "open": OPENING,
    "close": CLOSING,
    "word": WORDS,
    "inner": INNER,
    "comma": {",": 0.28, ";": 0.28},
}
MARGINS = 2.2  # above and below a displayed formula


class Reader:
    """Reads a formula from its front, and adds up widths."""

    def __init__(self, tex: str):
        self.tokens = TOKEN.findall(PHRASE.sub(lambda match: match[0].replace(" ", "\\ "), tex))
        self.before = "open"  # the kind of sign on the left
        self.level = 0  # inside scripts no space stands around signs
        self.upright = False

    def row(self) -> float:
        """The width up to the brace that closes the group, which is eaten."""
        total, self.before = 0.0, "open"
        while self.tokens and self.tokens[0] != "}":
            total += self.atom()
        del self.tokens[:1]
        return total

    def atom(self) -> float:
        token = self.tokens.pop(0)
        if token in SILENT or token in SPACES or token in LARGER:
            return SPACES.get(token) or LARGER.get(token, 0.0)
        if token in ("^", "_"):
            return self.scripts(token)
        if token in LETTERS:
            kind = "word" if token == "\\operatorname" else "sign"
            return self.after(kind) + self.letters() + self.now(kind)
        for kind, widths in KINDS.items():
            if token in widths:
                if kind == "binary" and self.before not in ("sign", "close", "inner"):
                    kind = "sign"  # a minus with nothing on its left
                return self.after(kind) + widths[token] + self.now(kind)
        space = self.after("sign")
        if token in FRACTIONS:
            width = (1.0 if token == "\\binom" else 0.44) + max(
                self.scaled(FRACTIONS[token]), self.scaled(FRACTIONS[token])
            )
        elif token == "\\sqrt":
            width = 0.85 + self.argument()
        elif token in DRESS:
            width = self.argument()
        elif token == "{":
            width = self.row()
        elif self.upright:
            width = UPRIGHT.get(token) or SIGNS.get(token, SIGN)
        else:
            width = SIGNS.get(token) or ITALIC.get(token, SIGN)
            if self.tokens[:1] != ["_"]:
                width += LEAN.get(token, 0.0)
        return space + width + self.now("sign")

    def after(self, kind: str) -> float:
        """The space between what stands on the left and a sign of this kind."""
        gap = int(SPACING[self.before][KIND_AT[kind]])
        return 0.0 if self.level and "word" not in (self.before, kind) else GAPS[gap]

    def now(self, kind: str) -> float:
        self.before = kind
        return 0.0

    def scripts(self, token: str) -> float:
        """An index and an exponent stand one above the other; the kind of what carries them stays."""
        kind, width = self.before, self.scaled(SCRIPT)
        if self.tokens and self.tokens[0] in {"^": "_", "_": "^"}[token]:
            self.tokens.pop(0)
            width = max(width, self.scaled(SCRIPT))
        self.before = kind
        return width + 0.05

    def letters(self) -> float:
        self.upright = True
        width = self.argument()
        self.upright = False
        return width

    def argument(self) -> float:
        self.before = "open"
        return self.atom() if self.tokens else 0.0

    def scaled(self, size: float) -> float:
        self.level += size < 1
        width = size * self.argument()
        self.level -= size < 1
        return width


def width(tex: str) -> float:
    """The estimated width of an inline formula, in em."""
    return max(0.3, Reader(tex).row())


def height(tex: str) -> float:
    """The estimated height of a displayed formula with its margins, in em: the sum over its rows."""
    rows = re.split(r"\\\\", tex)
    return MARGINS + sum(3.2 if any(name in row for name in TALL) else 2.6 if "frac" in row else 1.5 for row in rows)


def visit(wrapped, size, self, node: nodes.Element) -> None:
    """Let MathJax's own visitor write the element, and give it its room."""
    start = len(self.body)
    try:
        wrapped(self, node)
    finally:
        written = "".join(self.body[start:])
        self.body[start:] = [written.replace(' class="math', f' style="{size(node.astext())}" class="math', 1)]


def reserve(app: Sphinx) -> None:
    inline, block = app.registry.html_inline_math_renderers, app.registry.html_block_math_renderers
    inline["mathjax"] = (partial(visit, inline["mathjax"][0], lambda tex: f"--w:{width(tex):.2f}"), None)
    block["mathjax"] = (partial(visit, block["mathjax"][0], lambda tex: f"--h:{height(tex):.1f}"), None)


def setup(app: Sphinx) -> None:
    # After MyST, which puts its own visitor there when the builder is made.
    app.connect("builder-inited", reserve, priority=900)
