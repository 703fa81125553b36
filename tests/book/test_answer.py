"""The first sentence of a short answer, as the landing page shows it."""

import json

import pytest

from faqbook.site.answer import first_sentence
from tests.book.pages import SPINES
from tools import ROOT

LONG = "This is a sentence of more than eight words."


def notebook(*sources):
    return {"cells": [{"cell_type": "markdown", "source": source} for source in sources]}


@pytest.mark.parametrize(
    "sentence",
    [
        LONG,
        "No. But wait: there is a reason, and it follows here.",
        "Attention is $a. B$ and `c. D` and 0.5.",
        "It is so, e.g. Where Vaswani et al. 2017 say that it is.",
        'Somebody asks in an interview for "the reason why."',
        "It has one, two, three, four and five *parts.*",
        "Is that a sentence, or is it a question?",
    ],
)
@pytest.mark.parametrize("rest", ["", " And another one.", " $x$ is next.", "\n\nAnother paragraph."])
def test_it_ends_where_the_sentence_ends(sentence, rest):
    assert first_sentence(notebook("# T", f"## Short answer\n\n{sentence}{rest}\n\n## Why\n\nMore.")) == sentence


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Too short.", "Too short."),
        ("A text that never\ncomes to an end", "A text that never comes to an end"),
        ("As [Vaswani et al. 2017](../a.b#C) say, it is so. More.", "As Vaswani et al. 2017 say, it is so."),
    ],
)
def test_odd_beginnings(text, shown):
    assert first_sentence(notebook(f"## Short answer\n\n{text}")) == shown


def test_it_may_be_missing():
    assert first_sentence(notebook("# T", "## Why\n\nBecause.")) == ""
    assert first_sentence({"cells": []}) == ""
    code = {"cell_type": "code", "source": "## Short answer\n\nCode."}
    assert first_sentence({"cells": [code]}) == ""


def test_source_may_be_a_list_of_lines():
    assert first_sentence(notebook(["## Short answer\n", "\n", f"{LONG} More."])) == LONG


@pytest.mark.parametrize("name", SPINES)
def test_every_chapter_has_one(name):
    sentence = first_sentence(json.loads((ROOT / name).with_suffix(".ipynb").read_text(encoding="utf-8")))
    assert 5 < len(sentence.split()) < 60 and sentence[-1] in ".?!", sentence
