"""The Markdown of quiz texts: any text survives, and whatever is not Markdown of ours is an error or itself."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faqbook.quiz.inline import html, parse, plain

NASTY = st.text(st.one_of(st.sampled_from("<>&\"'`{}$*\\_#[]()\n a1中文שלוםمرحبا½٣"), st.characters(codec="utf-8")))


def keep(text):
    """The Markdown that shows the text itself, character for character."""
    return re.sub(r"([\\`*$])", r"\\\1", text)


class Reader(HTMLParser):
    """The text and the tags that a browser would see."""

    def __init__(self, source):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


def shown(text):
    return Reader(html(text)).text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a *b* **c** `d`", 'a <em>b</em> <strong>c</strong> <code dir="ltr">d</code>'),
        ("a *** b", "a *** b"),
        ("***a***", "error"),
        ("*a **b** c*", "<em>a <strong>b</strong> c</em>"),
        ("**a *b***", "error"),
        ("2 * 3 = 6", "2 * 3 = 6"),
        (r"\*a\* \` \$5 \\ \x", r"*a* ` $5 \ \x"),
        ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
        ("`` a`b ``", '<code dir="ltr"> a`b </code>'),
        ("`$x$ *y*`", '<code dir="ltr">$x$ *y*</code>'),
        ("a\n\nb", '<span class="fq-paragraph">a</span> <span class="fq-paragraph">b</span>'),
        ("costs $5 and $6", "error"),
        ("a $ b", "error"),
        ("`a", "error"),
        ("*a", "error"),
        ("a*", "error"),
        ("*a **b* c**", "error"),
        ("*a **b*c* d** e*", "error"),  # no emphasis inside the same emphasis
        ("a* b*", "error"),  # what opens stands before a word
        ("snake_case_name", "snake_case_name"),
        ("\frac", "error"),
    ],
)
def test_by_hand(text, expected):
    if expected == "error":
        with pytest.raises(ValueError):
            html(text)
    else:
        assert html(text) == expected


def test_formulas():
    assert 'aria-label="√d_k"' in html(r"by $\sqrt{d_k}$.")
    assert plain(r"*by* **the** `root` $\sqrt{d_k}$") == "by the `root` √d_k"
    with pytest.raises(ValueError, match="softmax"):
        html(r"$\softmax$")


@settings(deadline=None)
@given(NASTY)
def test_a_kept_text_shows_itself(text):
    """Character for character, but for white space, which a browser collapses, and control characters."""
    try:
        source = html(keep(text))
    except ValueError as error:
        assert "control character" in str(error)
        return
    reader = Reader(source)
    assert "".join(reader.text.split()) == "".join(text.split())
    assert set(reader.tags) <= {"span"}
    assert plain(keep(text)).split() == text.split()


@settings(deadline=None)
@given(NASTY)
def test_no_text_makes_foreign_tags(text):
    try:
        tags = Reader(html(text)).tags
    except ValueError:
        return
    maths = {"math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "msub", "msup", "msubsup", "wbr"}
    assert set(tags) <= {"em", "strong", "code", "span"} | maths


@settings(deadline=None)
@given(NASTY.filter(lambda text: "`" not in text and text.strip()))
def test_code_shows_itself(text):
    try:
        parse(f"`{text}`")
    except ValueError as error:
        assert "control character" in str(error)
        return
    if "\n" not in text:
        assert shown(f"`{text}`") == text
