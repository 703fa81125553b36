"""The page: complete without a script, the same every time, and proof against what authors write."""

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faqbook import quiz
from faqbook.quiz.inline import plain
from faqbook.quiz.maths import drawn
from faqbook.quiz.model import Item, Option, Quiz
from faqbook.quiz.page import anchor, quiz_html
from faqbook.quiz.shown import asset
from faqbook.quiz.terminal import quiz_text
from tests.quiz.conftest import FOLDER, read
from tests.quiz.test_inline import NASTY, keep

VOID = {"input", "wbr"}


class Page(HTMLParser):
    """Refuses tags that do not match; collects ids and words."""

    def __init__(self, source):
        super().__init__()
        self.opened, self.ids, self.tags, self.words = [], [], [], ""
        self.feed(source)
        self.close()
        assert not self.opened

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.opened.append(tag)

    def handle_endtag(self, tag):
        assert self.opened.pop() == tag

    def handle_data(self, data):
        self.words += data


def test_the_same_every_time():
    first, second = (quiz.load("example", FOLDER) for _ in range(2))
    assert quiz_html(first) == quiz_html(second)
    assert quiz_text(first) == quiz_text(second)


def test_well_formed_with_ids_of_its_own(example):
    page = Page(quiz_html(example))
    assert page.ids == [anchor(item.id) for item in example.items]
    assert "form" not in page.tags and "script" not in page.tags
    assert Counter(page.tags)["fieldset"] == Counter(page.tags)["legend"] == len(example.items)


def test_complete_without_a_script(example):
    """Every option, every explanation and the repaired code stand in the page, and the section to reread."""
    words = " ".join(
        Page(re.sub(r'<span[^>]*aria-label="([^"]*)".*?</math></span>', r"\1", quiz_html(example))).words.split()
    )
    for item in example.items:
        assert item.reread in words
        for option in item.options:
            assert words.count(bare(option.text)) >= 2  # to choose from, and in the answer
            assert bare(option.feedback) in words
    assert "weights.sum(-1, keepdim=True)" in words
    assert "0.014" in words


def bare(text):
    return plain(text).replace("`", "").replace("\n\n", "")


def test_formulas_are_drawn_where_the_page_is_known_to_be_safe(example):
    html = quiz_html(example)
    site = drawn(html)
    assert "data-mathml" not in site
    assert site.count("<math>") == html.count("data-mathml") + site.count("<wbr>") > 40


@pytest.mark.parametrize("name", ["quiz.js", "progress.js", "quiz.css"])
def test_assets_ask_no_other_host_and_end_no_tag(name):
    text = asset(name)
    assert "//" not in re.sub(r"^\s*//.*|\s// .*$", "", text, flags=re.MULTILINE)
    assert "</" not in text and "@import" not in text and "url(" not in text


def test_the_right_option_is_anywhere():
    """Over many ids, each place comes up; over the same id, the same place."""
    options = tuple(Option(str(i), i == 0, "") for i in range(3))
    items = [Item(f"s.q{n}", "one", "s.c", "", "", options) for n in range(300)]
    places = Counter(item.shuffled().index(0) for item in items)
    assert all(60 < places[place] < 140 for place in range(3))
    assert items[0].shuffled() == Item("s.q0", "one", "other.c", "h", "p", options).shuffled()


def test_steps_never_come_in_order():
    options = tuple(Option(str(i), True, "") for i in range(3))
    orders = {tuple(Item(f"s.q{n}", "order", "s.c", "", "", options).shuffled()) for n in range(100)}
    assert len(orders) == 5 and (0, 1, 2) not in orders


def test_anchors_are_not_shared():
    assert anchor("a-b.c") == "quiz--a-b--c" != anchor("a.b-c")


@settings(deadline=None)
@given(st.lists(NASTY.filter(str.strip), min_size=5, max_size=5))
def test_any_text_survives(texts):
    """Markup, quotes, backticks, braces, dollars, Chinese and right-to-left text, in every place that takes text."""
    texts = [keep(text) for text in texts]
    try:
        items = tuple(
            Item(
                "q.a", kind, "q.b", texts[0], texts[1], (Option(texts[2], True, texts[3]), Option(texts[4], False, "x"))
            )
            for kind in ("one", "several", "order")
        )
        html, terminal = quiz_html(Quiz("q", items)), quiz_text(Quiz("q", items))
    except ValueError as error:
        assert "control character" in str(error)
        return
    words = "".join(Page(html).words.split())
    for text in texts[1:]:
        assert "".join(plain(text).split()) in words
        assert "".join(plain(text).split()) in "".join(terminal.split())


def test_the_terminal_keeps_answers_below(example):
    questions, answers = quiz_text(example).split("Answers")
    for item in example.items:
        assert item.prompt.split()[0].strip("*") in questions
        for option in item.options:
            start = plain(option.feedback)[:20]
            assert start in answers and start not in questions
    assert "√n" in questions and "\\" not in questions and "$" not in questions
    assert max(map(len, quiz_text(example).split("\n"))) <= 80


def test_code_lines_that_changed_are_marked(example):
    html = quiz_html(example)
    changed = re.findall(r'class="fq-line fq-changed">([^<]*)<', html)
    assert changed == ["weights = weights / weights.sum(-1, keepdim=True)"]


def test_questions_are_counted(example):
    assert '<p class="fq-count">6 questions, 1 in depth</p>' in quiz_html(example)
    assert '<p class="fq-count">1 question</p>' in quiz_html(Quiz("example", example.items[:1]))
    for text in quiz_text(example).split("Answers"):
        assert re.findall(r"^\d+\.", text, re.MULTILINE) == [f"{n}." for n in range(1, 7)]


def test_what_is_said_to_an_answer_says_whether_it_is_right(example):
    """And, for a number, within which bounds it is meant: the script reads them."""
    html = quiz_html(example)
    entries = re.findall(r'data-right="(\w+)".*?<strong class="fq-label">(\w+)</strong>', html)
    said = {"yes": "Right", "no": "Wrong"}
    assert len(entries) > 12 and all(label == said[right] for right, label in entries)
    number = next(item.number for item in example.items if item.number)
    bounds = re.findall(r'data-low="([^"]*)" data-high="([^"]*)"', html)
    wanted = [number.accepted, *(trap.accepted for trap in number.traps)]
    assert [(float(low), float(high)) for low, high in bounds] == wanted
    for trap in number.traps:
        assert f"not {trap.shown}: {plain(trap.feedback)[:20]}" in quiz_text(example)


def test_what_is_about_the_depth_says_so(example, entries):
    """The one item of the example, and no other; on the page and in a terminal."""
    assert quiz_html(example).count(">in depth<") == quiz_text(example).count("[in depth]") == 1
    legend = re.search(r"<legend>.*?</legend>", quiz_html(read(entries["truth"])), re.DOTALL)[0]
    assert legend.endswith('<span class="fq-level">in depth</span></span></legend>')
    assert "in depth" not in quiz_html(read(entries["one"] | {"level": "lesson"}))


def test_what_is_not_precise_enough_is_answered(example):
    """In the folded answers, for the script, and in a terminal."""
    html, said = quiz_html(example), "Right, but not precise enough: 2 significant digits are wanted."
    assert 'data-entry="coarse" data-values="0.1"><p class="fq-said" dir="auto">such as 0.1</p>' in html
    assert said in html and "such as 0.1: Right, but not precise enough" in quiz_text(example)


def test_units_are_shown(entries):
    assert "fq-unit" not in quiz_html(read(entries["number"])) and "Unit" not in quiz_text(read(entries["number"]))
    shown = read(entries["number"] | {"unit": "$\\mu$m"})
    assert '<span class="fq-unit">' in quiz_html(shown)
    assert 'data-unit="μm"' in quiz_html(shown)
    assert "Unit: μm." in quiz_text(shown)
