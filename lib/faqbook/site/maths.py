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
SIGN = 0.58  # a sign of unknown width: most Greek letters
SIGNS = {"(": 0.39, ")": 0.39, "[": 0.28, "]": 0.28, "|": 0.28, ",": 0.45, ";": 0.45, ".": 0.28, "/": 0.5, "!": 0.28}
SIGNS |= dict.fromkeys("0123456789", 0.5) | {"'": 0.28, "\\dots": 1.34, "\\ldots": 1.34, "\\cdots": 1.34, "\\top": 0.78}
SIGNS |= {
    "\\sum": 1.22,
    "\\prod": 1.11,
    "\\int": 0.72,
    "\\infty": 1.0,
    "\\sigma": 0.57,
    "\\partial": 0.57,
    "\\pi": 0.57,
}
SPACES = {"\\,": 0.17, "\\:": 0.22, "\\;": 0.28, "\\!": -0.17, "\\ ": 0.25, "\\quad": 1.0, "\\qquad": 2.0}
RELATIONS = {"=", "<", ">"} | {
    f"\\{name}" for name in "approx sim le leq ge geq ne neq equiv in to propto ll gg".split()
}
OPERATIONS = {"+", "-", "\\pm", "\\times", "\\oplus", "\\odot"}
NAMES = "log exp max min arg sup inf lim dim det Pr sin cos tan sinh cosh tanh arctan".split()
WORDS = {f"\\{name}": 0.45 * len(name) + 0.05 for name in NAMES} | {"\\ln": 1.0}
TALL = ("\\sum", "\\prod", "\\int")
FRACTIONS = ("\\frac", "\\dfrac", "\\tfrac")
# These print nothing themselves; what they apply to is read as if they were not there.
SILENT = (
    "left right big Big bigl bigr Bigl Bigr mathrm mathbf mathcal mathbb mathsf text operatorname boldsymbol bm bar hat"
)
SILENT = {f"\\{name}" for name in (SILENT + " tilde vec displaystyle textstyle limits nolimits").split()} | {"&"}
SCRIPT = 0.71  # the size of a script or of a fraction's halves
MARGINS = 2.2  # above and below a displayed formula


class Reader:
    """Reads a formula from its front, and adds up widths."""

    def __init__(self, tex: str):
        self.tokens = TOKEN.findall(tex)
        self.binary = False  # whether a sign like − has something on its left to take away from
        self.level = 0  # inside scripts no space stands around signs

    def row(self) -> float:
        """The width up to the brace that closes the group, which is eaten."""
        total, self.binary = 0.0, False
        while self.tokens and self.tokens[0] != "}":
            total += self.atom()
        del self.tokens[:1]
        return total

    def atom(self) -> float:
        token = self.tokens.pop(0)
        if token in SILENT or token in SPACES:
            return SPACES.get(token, 0.0)
        if token in RELATIONS or token in OPERATIONS:
            space = 0.0 if self.level else 0.56 if token in RELATIONS else 0.44 if self.binary else 0.0
            self.binary = False
            return 0.78 + space
        if token == "\\cdot":
            return 0.28 if self.level else 0.72
        if token in ("^", "_"):
            width = self.script()
            if self.tokens and self.tokens[0] in ("^", "_"):  # one stands above the other
                self.tokens.pop(0)
                width = max(width, self.script())
            width += 0.05
        elif token in FRACTIONS:
            width = 0.44 + max(self.script(), self.script())
        elif token == "\\sqrt":
            width = 0.84 + self.argument()
        elif token == "{":
            width = self.row()
        else:
            width = SIGNS.get(token) or ITALIC.get(token) or WORDS.get(token) or SIGN
        self.binary = token not in ("(", "[", ",")
        return width

    def argument(self) -> float:
        return self.atom() if self.tokens else 0.0

    def script(self) -> float:
        self.level += 1
        width = SCRIPT * self.argument()
        self.level -= 1
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
