"""The spine and the course: what is read is what was written, and every slip is named with its file and field."""

import re
from contextlib import nullcontext
from pathlib import Path

import pytest
import yaml
from IPython.core.formatters import DisplayFormatter

from faqbook import course
from faqbook.reading import Malformed

ROOT = Path(__file__).parents[1]
SPINE = """
question: {en: "Why scale?", zh: 为什么缩放？}
asked: ["[A FAQ](../appendix/bibliography.md#faq), question 9", a list]
prerequisites: [the softmax, variances]
common: scaling.vanishes
claims:
  - id: scaling.vanishes
    said: The gradient vanishes.
    verdict: half
    short: in wide heads alone
    correct: >-
      Only where d_k > 64
      and n < 5.
  - id: scaling.power
    said: It adds power.
    verdict: wrong
    short: none; the factor folds into `W_q`
    correct: It adds **none**.
    source: "[Vaswani et al. 2017](../appendix/bibliography.md#vaswani2017), section 3.2"
steps:
  scaling.by-hand: By hand.
checklist: [variance, saturation]
say:
  thirty: Variances add up.
  press:
    - {ask: "And then?", answer: "The **softmax** saturates."}
"""


def changed(**fields) -> str:
    """The spine with some fields replaced; None takes one out."""
    data = yaml.safe_load(SPINE) | fields
    return yaml.safe_dump({key: value for key, value in data.items() if value is not None}, allow_unicode=True)


def claims(**fields) -> list[dict]:
    first, second = yaml.safe_load(SPINE)["claims"]
    return [{key: value for key, value in (first | fields).items() if value is not None}, second]


def test_a_spine_is_read_as_written():
    chapter = course.parse("scaling", SPINE, "scaling.yml")
    assert chapter.slug == "scaling" and chapter.question["zh"] == "为什么缩放？"
    assert [claim.id for claim in chapter.claims] == ["scaling.vanishes", "scaling.power"]
    assert chapter.common_claim is chapter.claims[0] and chapter.common_claim.source is None
    assert chapter.common_claim.correct == "Only where d_k > 64 and n < 5."
    assert chapter.steps == {"scaling.by-hand": "By hand."} and chapter.checklist == ["variance", "saturation"]
    assert chapter.say == course.Say("Variances add up.", [course.Press("And then?", "The **softmax** saturates.")])
    assert [claim.short for claim in chapter.claims] == ["in wide heads alone", "none; the factor folds into `W_q`"]


def test_what_a_spine_may_leave_out():
    chapter = course.parse("scaling", changed(question={"en": "Why?"}), "scaling.yml")
    assert chapter.question == {"en": "Why?"} and chapter.claims[0].source is None


def test_header_in_markdown_and_in_plain_text():
    header = course.parse("scaling", SPINE, "scaling.yml").header()
    assert header._repr_markdown_() == (
        '<span lang="zh">为什么缩放？</span>  \n'
        "**Asked in** [A FAQ](../appendix/bibliography.md#faq), question 9; a list  \n"
        "**Know first:** the softmax; variances"
    )
    assert repr(header) == "为什么缩放？\nAsked in A FAQ, question 9; a list\nKnow first: the softmax; variances"
    bare = course.parse("scaling", changed(asked=[], prerequisites=[], question={"en": "Why?"}), "scaling.yml")
    assert repr(bare.header()) == ""


def test_often_said_in_markdown_and_in_plain_text():
    """The full correction folds: blank lines around it have it rendered as Markdown."""
    said = course.parse("scaling", SPINE, "scaling.yml").often_said()
    assert said._repr_markdown_() == (
        "- “The gradient vanishes.”  \n"
        '  <strong class="verdict half">half right</strong> in wide heads alone\n\n'
        "  <details><summary>In full</summary>\n\n"
        "  Only where d_k > 64 and n < 5. "
        "<small>(checked as `scaling.vanishes`)</small>\n\n"
        "  </details>\n\n"
        "- “It adds power.”  \n"
        '  <strong class="verdict wrong">wrong</strong> none; the factor folds into `W_q`\n\n'
        "  <details><summary>In full</summary>\n\n"
        "  It adds **none**. "
        "<small>(from [Vaswani et al. 2017](../appendix/bibliography.md#vaswani2017), section 3.2)</small>\n\n"
        "  </details>"
    )
    assert repr(said) == (
        "- “The gradient vanishes.”\n"
        "  half right in wide heads alone\n\n"
        "  In full\n\n"
        "  Only where d_k > 64 and n < 5. (checked as scaling.vanishes)\n\n\n\n"
        "- “It adds power.”\n"
        "  wrong none; the factor folds into W_q\n\n"
        "  In full\n\n"
        "  It adds none. (from Vaswani et al. 2017, section 3.2)\n\n"
    )


def test_each_verdict_is_shown_in_words():
    assert course.VERDICTS == {
        "right": "right", "right-if": "right, if", "half": "half right", "wrong": "wrong", "open": "open"
    }  # fmt: skip
    for verdict, words in course.VERDICTS.items():
        assert course.badge(verdict) == f'<strong class="verdict {verdict}">{words}</strong>'


def test_say_it_and_what_a_notebook_shows():
    said = course.parse("scaling", SPINE, "scaling.yml").say_it()
    data, _ = DisplayFormatter().format(said)
    assert data == {
        "text/markdown": (
            '<strong class="say">Thirty seconds.</strong> “Variances add up.”\n\n'
            '<strong class="say">Two minutes.</strong>\n\n1. variance\n2. saturation\n\n'
            '<strong class="say">If they press.</strong>\n\n- **“And then?”**  \n  The **softmax** saturates.'
        ),
        "text/plain": (
            "Thirty seconds. “Variances add up.”\n\nTwo minutes.\n\n1. variance\n2. saturation\n\n"
            "If they press.\n\n- “And then?”\n  The softmax saturates."
        ),
    }
    unpressed = course.parse("scaling", changed(say={"thirty": "Add.", "press": []}), "scaling.yml").say_it()
    assert "press" not in repr(unpressed)


@pytest.mark.parametrize("sentence", ["n < 5 and m > 3", "a<b, c>d", "2 ** 3 ** 4", "x[0](y)"])
def test_plain_text_keeps_what_is_no_markup(sentence):
    assert repr(course.Markdown(sentence)) == sentence.replace("[0](y)", "0").replace("** 3 **", " 3 ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "scaling.yml: the file is empty"),
        ("[]", "scaling.yml, line 1: expected fields, got a list"),
        (SPINE + "common: x\n", "scaling.yml, line 27: common: used more than once"),
        (changed(checklist=None), "scaling.yml, line 1: checklist: missing"),
        (changed(say=None), "scaling.yml, line 1: say: missing"),
        (changed(claims=claims(short=None)), "scaling.vanishes: short: missing"),
        (changed(minutes=12), "minutes: no such field; there are question, asked, "),
        (changed(cheklist=["x"]), "cheklist: no such field; did you mean checklist?"),
        (changed(question={"zh": "为什么？"}), "question: en: missing"),
        (changed(question={"en": "Why?", "de": "Warum?"}), "question.de: no such field; there are en, zh"),
        (changed(question={"en": "Why?", "zh": " "}), "question.zh: expected a text, got an empty text"),
        (changed(asked=[{"a list": "question 3"}]), "asked[0]: expected a text, got fields"),
        (changed(claims=[]), "claims: expected at least 1 in the list, got 0"),
        (
            changed(claims=claims(verdict="write")),
            "scaling.vanishes: verdict: expected right, right-if, half, wrong, open, got 'write'; did you mean right?",
        ),
        (changed(claims=claims(short=" ".join(12 * ["x"]))), None),
        (
            changed(claims=claims(short=" ".join(13 * ["x"]))),
            "scaling.vanishes: short: expected 12 words at most, got 13",
        ),
        (changed(say={"thirty": "x"}), "say: press: missing"),
        (changed(say={"thirty": 76 * "x ", "press": []}), "say.thirty: expected 75 words at most, got 76"),
        (changed(say={"thirty": "x", "press": [{"ask": "x"}]}), "say.press[0]: answer: missing"),
        (changed(claims=claims(said=None)), "scaling.vanishes: said: missing"),
        (changed(claims=claims(note="x")), "scaling.vanishes: note: no such field; there are id, said,"),
        (changed(claims=claims(id="Scaling.x")), "Scaling.x: id: expected an id, slug.words in lower case"),
        (changed(claims=claims(id="masking.x")), "masking.x: id: expected an id that begins with 'scaling.'"),
        (changed(claims=claims(id="scaling.power")), "scaling.power: id: used more than once"),
        (changed(steps={"scaling.power": "x"}), "steps.scaling.power: used more than once"),
        (changed(steps={"other.step": "x"}), "steps.other.step: expected an id that begins with 'scaling.'"),
        (changed(steps={1.2: "x"}), "steps.1.2: expected an id that begins with 'scaling.'"),
        (changed(steps={"scaling": "x"}), "steps.scaling: expected an id, slug.words in lower case"),
        (changed(common="scaling.by-hand"), "common: expected the id of a claim, got 'scaling.by-hand'"),
    ],
)
def test_every_slip_is_named_with_its_file_and_field(text, message):
    with pytest.raises(Malformed, match=re.escape(message)) if message else nullcontext():
        course.parse("scaling", text, "scaling.yml")


def test_a_chapter_is_read_from_its_folder_by_default_the_current_one(tmp_path, monkeypatch):
    (tmp_path / "scaling.yml").write_text(SPINE, encoding="utf-8")
    assert course.chapter("scaling", tmp_path) == course.chapter("scaling", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert course.chapter("scaling").slug == "scaling"


def test_a_missing_spine_says_where_it_was_sought_and_where_it_is_to_be_had(tmp_path):
    with pytest.raises(FileNotFoundError) as error:
        course.chapter("scaling", tmp_path)
    assert str(error.value) == (
        f"scaling.yml is not in {tmp_path}: it lies beside the notebook in the book's zip of notebooks"
    )


COURSE = """
parts:
  - part: attention
    title: {en: Attention, zh: 注意力}
    questions: [scaling, masking, heads]
  - part: bert
    title: {en: BERT}
    questions: [cls]
"""


def test_parts_list_the_chapters_that_exist_in_the_courses_order(tmp_path):
    (tmp_path / "course.yml").write_text(COURSE, encoding="utf-8")
    (tmp_path / "attention").mkdir()
    for name in ("heads.ipynb", "scaling.ipynb", "masking.yml", "other.ipynb"):
        (tmp_path / "attention" / name).touch()
    (tmp_path / "cls.ipynb").touch()  # not in its part's folder
    assert course.parts(tmp_path) == [
        course.Part(
            "attention", {"en": "Attention", "zh": "注意力"}, ["scaling", "masking", "heads"], ["scaling", "heads"]
        ),
        course.Part("bert", {"en": "BERT"}, ["cls"], []),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("part: []", "course.yml, line 1: part: no such field; did you mean parts?"),
        (COURSE.replace("en: BERT", "zh: BERT"), "course.yml, line 7: bert: title: en: missing"),
        (COURSE + "note: x\n", "course.yml, line 9: note: no such field; there are parts"),
        (COURSE + "    note: x\n", "course.yml, line 9: bert: note: no such field; there are part, title, questions"),
        (COURSE.replace("[cls]", "[cls, cls]"), "course.yml, line 8: bert: questions: 'cls': listed more than once"),
        (COURSE.replace("[cls]", "[1]"), "course.yml, line 8: bert: questions[0]: expected a text, got 1: put it in"),
    ],
)
def test_a_malformed_course_is_named(tmp_path, text, message):
    (tmp_path / "course.yml").write_text(text, encoding="utf-8")
    with pytest.raises(Malformed, match=re.escape(message)):
        course.parts(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"course\.yml"):
        course.parts(tmp_path / "elsewhere")


def test_the_books_own_course_is_well_formed():
    parts = course.parts(ROOT / "chapters")
    assert [part.name for part in parts] == ["machine", "attention", "block", "training", "bert"]
    for part in parts:
        for slug in part.slugs:
            assert course.chapter(slug, ROOT / "chapters" / part.name).slug == slug
