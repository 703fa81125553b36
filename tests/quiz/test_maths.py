"""Formulas: what the browser gets is well formed, and the line for voices and terminals reads right."""

import re
import unicodedata
from xml.etree import ElementTree

import pytest

from faqbook.quiz.maths import drawn, mathml, plain

READ = {
    r"\frac{1}{n}": "1/n",
    r"\frac12 x": "1/2 x",
    r"\frac{x - \mu}{\sigma}": "(x − μ)/σ",
    r"{\frac{a}{b}}^2": "(a/b)²",
    r"\left(\frac{a}{b}\right)^2": "(a/b)²",
    r"\sqrt{d_k}": "√d_k",
    r"\sqrt{2 \ln n}": "√(2 ln n)",
    r"\sqrt[3]{x}": "³√x",
    r"1/\sqrt{d_k}": "1/√d_k",
    r"x_i^2": "x_i²",
    r"x_{i+1}": "x_(i+1)",
    r"x^{n+1}": "xⁿ⁺¹",
    r"10^{-3}": "10⁻³",
    r"e^{-x^2/2}": "e^(−x²/2)",
    r"\sum_{i=1}^n x_i": "∑_(i=1)ⁿ x_i",
    r"\frac{1}{n}\sum_i (x_i - \bar{x})^2": "1/n ∑_i (x_i − x̄)²",
    r"\hat{y} + \tilde{x}_i": "ŷ + x̃_i",
    r"q^\top k": "qᵀ k",
    r"\lVert x \rVert_2": "‖x‖_2",
    r"\sigma^2 + \Sigma": "σ² + Σ",
    r"\operatorname{Var}(q \cdot k) = d_k": "Var(q · k) = d_k",
    r"2 + 2\operatorname{Cov}(X, Y)": "2 + 2 Cov(X, Y)",
    r"\mathbb{E}\lVert k\rVert^2": "E‖k‖²",
    r"\mathcal{N}(0, \sigma^2)": "N(0, σ²)",
    r"d_{\text{model}}": "d_model",
    r"d_{\mathrm{model}} / h": "d_model/h",
    r"\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V": "softmax(QKᵀ/√d_k)V",
    r"p_i(\delta_{ij} - p_j)": "p_i(δ_ij − p_j)",
    r"\partial L/\partial q": "∂L/∂q",
    r"P(x_t \mid x_{<t})": "P(x_t ∣ x_(<t))",
    r"O(n^2 d)": "O(n² d)",
    r"-1 \le a = -b < 1": "−1 ≤ a = −b < 1",
    r"x \in \mathbb{R}^{n \times d}": "x ∈ R^(n×d)",
    r"\{0, 1\}": "{0, 1}",
    r"\begin{pmatrix}a&b\\c&d\end{pmatrix}": "(a, b; c, d)",
    r"\log n": "log n",
    r"\mathrm{rank} A": "rank A",
    r"109\,482\,240": "109 482 240",
    r"50\,\%": "50 %",
}
NO_FORMULA = [
    r"\softmax",
    r"\frac{1",
    r"\frac{1}",
    "x_",
    "{",
    "}",
    "a}",
    "x & y",
    "",
    " ",
    r"\,",
    r"\foo{x}",
    r"\left(x",
]


@pytest.mark.parametrize("tex", READ)
def test_reads(tex):
    assert plain(tex) == unicodedata.normalize("NFC", READ[tex])


@pytest.mark.parametrize("tex", READ)
def test_is_well_formed_and_labelled(tex):
    """Names as MathML Core has them: a browser shows anything else as bare text."""
    tree = ElementTree.fromstring(drawn(mathml(tex)).replace("<wbr>", "<wbr/>"))
    assert tree.get("role") == "math" and tree.get("aria-label") == plain(tex)
    known = {"math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup"}
    known |= {"mover", "munder", "munderover", "mtable", "mtr", "mtd", "span", "wbr"}
    assert {node.tag for node in tree.iter()} <= known


@pytest.mark.parametrize("tex", NO_FORMULA)
def test_refused(tex):
    with pytest.raises(ValueError, match=r"formula|known|missing"):
        mathml(tex)


def test_long_formulas_can_break():
    """After an operator between operands, outside parentheses; never after a sign."""
    pieces = drawn(mathml(r"-\operatorname{Var}(X + Y) = -2 + 2c")).split("<wbr>")
    assert [piece.count("<math>") for piece in pieces] == [1, 1, 1]
    assert "=</mo></math>" in pieces[0] and "+</mo></math>" in pieces[1]
    assert "<wbr>" not in drawn(mathml(r"a_{i+1}"))
    assert "<wbr>" not in drawn(mathml(r"(a+b)^2"))
    assert "<wbr>" in drawn(mathml("(a+b+c+d+e+f+g+h)"))


def test_upright_words_stay_whole():
    assert "<mi>model</mi>" in drawn(mathml(r"d_{\mathrm{model}}"))
    assert "<mi>ff</mi>" in drawn(mathml(r"d_{\mathrm{ff}}"))
    assert "<mi>Var</mi>" in drawn(mathml(r"\operatorname{Var}(x)"))


def test_names_stand_apart():
    """From operands, not from their parentheses; lengths are not letters."""
    spaces = {
        r"2 \ln n": 2,
        r"\log(n)": 0,
        r"2\operatorname{Cov}(X, Y)": 1,
        r"\max_j s_j": 1,
        r"\sqrt{2 \ln n}": 2,
        "abc": 0,
    }
    for tex, n in spaces.items():
        assert drawn(mathml(tex)).count("<mspace") == n, tex


def test_a_formula_without_its_tags_and_attributes_still_reads():
    """What a notebook that is not trusted leaves of it."""
    assert re.sub("<[^>]*>", "", mathml(r"\frac{1}{6} < x")) == "1/6 &lt; x"
    assert "<math>" not in mathml(r"\frac{1}{6}")
