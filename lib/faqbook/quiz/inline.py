"""The Markdown of quiz texts: `code`, *em*, **strong**, $maths$, a blank line for a paragraph; nothing else.

A backslash keeps the next of \\ ` * $ as it is. What opens and never closes is an error rather than a surprise: an
asterisk stands for itself only between spaces.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from faqbook.quiz.maths import mathml
from faqbook.quiz.maths import plain as plain_maths

TOKEN = re.compile(
    r"\\(?P<kept>[\\`*$])"
    r"|(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|\$(?!\s)(?P<maths>(?:\\.|[^$\\])+)(?<!\s)\$(?!\d)"  # so that "$5 and $6" is no formula
    r"|(?P<stars>\*+)"
    r"|(?P<stray>[`$])",
    re.DOTALL,
)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
TAGS = {"*": "em", "**": "strong"}


class Node(NamedTuple):
    """A piece of text: kind is text, code, maths, open or close; value the characters, the TeX, or the stars."""

    kind: str
    value: str


def parse(text: str) -> list[list[Node]]:
    """The paragraphs of a text. Raises ValueError for what is never closed, and for control characters."""
    if match := CONTROL.search(text):
        raise ValueError(
            f"the control character {match[0]!r} in {text!r}: in YAML's double quotes \\f and \\t are such; write "
            "maths in single quotes or in a block"
        )
    return [list(_nodes(paragraph)) for paragraph in re.split(r"\n\s*\n", text.strip())]


def _nodes(text: str) -> Iterator[Node]:
    opened: list[str] = []
    at = 0
    for match in TOKEN.finditer(text):
        yield Node("text", text[at : match.start()])
        at = match.end()
        if match["kept"]:
            yield Node("text", match["kept"])
        elif match["code"]:
            yield Node("code", match["code"])
        elif match["maths"]:
            yield Node("maths", match["maths"])
        elif match["stray"]:
            raise ValueError(
                f"{match['stray']} is never closed in {text!r}: write \\{match['stray']} for the character"
            )
        else:
            yield _star(match, text, opened)
    if opened:
        raise ValueError(f"{opened[-1]} is never closed in {text!r}: write \\* for the character")
    yield Node("text", text[at:])


def _star(match: re.Match, text: str, opened: list[str]) -> Node:
    stars = match["stars"]
    before, after = text[: match.start()][-1:], text[match.end() :][:1]
    if not before.strip() and not after.strip():
        return Node("text", stars)
    if stars not in TAGS:
        raise ValueError(f"{stars} in {text!r}: write \\* for the character")
    if opened and opened[-1] == stars and before.strip():
        return Node("close", opened.pop())
    if stars in opened or not after.strip():
        raise ValueError(f"{stars} closes nothing in {text!r}: write \\* for the character")
    opened.append(stars)
    return Node("open", stars)


def html(text: str) -> str:
    """The text as HTML that fits inside a label or a legend: paragraphs are spans."""
    paragraphs = ["".join(map(_html, paragraph)) for paragraph in parse(text)]
    if len(paragraphs) == 1:
        return paragraphs[0]
    return " ".join(f'<span class="fq-paragraph">{paragraph}</span>' for paragraph in paragraphs)


def _html(node: Node) -> str:
    match node.kind:
        case "code":
            return f'<code dir="ltr">{escape(node.value)}</code>'
        case "maths":
            return mathml(node.value)
        case "open":
            return f"<{TAGS[node.value]}>"
        case "close":
            return f"</{TAGS[node.value]}>"
    return escape(node.value)


def plain(text: str) -> str:
    """The text for a terminal: maths on one line, without the marks of emphasis."""
    return "\n\n".join(re.sub(r"\s+", " ", "".join(map(_plain, paragraph))).strip() for paragraph in parse(text))


def _plain(node: Node) -> str:
    match node.kind:
        case "code":
            return f"`{node.value}`"
        case "maths":
            return plain_maths(node.value)
        case "text":
            return node.value
    return ""
