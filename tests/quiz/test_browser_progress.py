"""Progress: it survives closing the page, is shared, can be erased, and gets in nobody's way."""

import json

import pytest

from tests.browser import visit
from tests.quiz.conftest import FOLDER
from tests.quiz.reader import questions, reopen_with, write

pytestmark = pytest.mark.browser
# What browsers have stored, written by the script of an earlier edition: a reader who solved all, and two who did not.
READERS = json.loads((FOLDER / "progress.json").read_text(encoding="utf-8"))
HEADS = ["6 of 6 solved", "0 of 6 solved", "0 of 6 solved"]
NONSENSE = ["nonsense", "{}", "[]", "null", '{"state": "right", "answer": [9]}', '{"state": "right", "answer": 5}']


def test_it_survives_a_reload_in_silence(opened, example):
    """Solved, wrong and shown: the page looks as before, and nothing is news to a screen reader."""
    first, *others, last = every = questions(opened, example)
    first.answer(right=False)
    first.shows.click()
    for question in others:
        question.answer(right=True)
    last.answer(right=False)
    before = [question.record() for question in every]
    assert [record["state"] for record in before] == ["shown", *["right"] * 4, "wrong"]
    quiz = opened.locator(".faqformer-quiz")
    texts = quiz.inner_text()
    assert "4 of 6 solved" in texts
    opened.reload()
    assert [question.record() for question in every] == before
    assert quiz.inner_text() == texts


@pytest.mark.parametrize("prefix", ["faqformer.quiz.", "faqbook.quiz."])
@pytest.mark.parametrize(("stored", "head"), list(zip(READERS, HEADS, strict=True)))
def test_what_a_browser_has_stored_is_found_again(opened, example, stored, head, prefix):
    """Every answer stands as it was given, with its verdict and what was said to it; nothing is written anew."""
    stored = {key.replace("faqformer.quiz.", prefix): value for key, value in stored.items()}
    reopen_with(opened, stored)
    assert opened.locator(".fq-head").inner_text().startswith(head)
    for question in questions(opened, example):
        record = json.loads(stored[prefix + question.item.id])
        shown = question.verdict.inner_text()
        assert {"right": shown == "Right.", "shown": shown == "This is the answer."}.get(record["state"], shown)
        assert question.explained()
        if record["state"] != "shown":
            assert question.entered() == record["answer"]
    assert opened.evaluate("Object.fromEntries(Object.entries(localStorage))") == stored


def test_a_number_that_was_wrong_and_is_now_called_coarse_is_found_again(opened, example):
    stored = '{"state":"wrong","tries":1,"at":1796096330391,"answer":"0.1"}'
    reopen_with(opened, {"faqformer.quiz.example.standard-error": stored})
    question = next(question for question in questions(opened, example) if question.item.number)
    assert question.entered() == "0.1" and question.record() == json.loads(stored)
    assert question.verdict.inner_text().startswith("Right, but not precise enough: ")


def test_a_new_answer_is_kept_under_the_one_key(opened, example):
    """Also where a page had written under another."""
    question = questions(opened, example)[0]
    old = json.dumps({"state": "wrong", "tries": 4, "at": 1, "answer": [1]})
    reopen_with(opened, {"faqbook.quiz.example.which-mean": old})
    question.answer(right=True)
    assert opened.evaluate("Object.keys(localStorage)") == ["faqformer.quiz.example.which-mean"]
    assert question.record()["tries"] == 5
    question.button.click()  # try again
    assert opened.evaluate("localStorage.length") == 0


def test_it_is_shared_by_pages(opened, example, tmp_path):
    questions(opened, example)[0].answer(right=True)
    (tmp_path / "other").mkdir()
    opened.goto(write(tmp_path / "other", example))
    assert questions(opened, example)[0].verdict.inner_text() == "Right."


def test_a_record_that_fits_no_more_is_passed_over(opened, example):
    keys = [f"faqformer.quiz.{item.id}" for item in example.items]
    reopen_with(opened, dict(zip(keys, NONSENSE, strict=True)))
    for question in questions(opened, example):
        assert question.verdict.inner_text() == ""
    assert "6 questions" in opened.locator(".fq-head").inner_text()
    question.answer(right=True)
    assert question.verdict.inner_text() == "Right." and question.record()["tries"] == 1


def test_try_again_and_start_over(opened, example):
    first, second, *_ = questions(opened, example)
    for question in (first, second):
        question.answer(right=True)
        assert question.button.inner_text() == "Try again"
    first.button.click()
    assert first.record() is None and first.explained() == []
    assert first.box.locator(":checked").count() == 0
    erase = opened.locator(".fq-head button")
    erase.click()
    assert erase.inner_text() == "Erase all answers of this quiz?" and second.record() is not None
    erase.click()
    assert opened.evaluate("localStorage.length") == 0
    assert "6 questions" in opened.locator(".fq-head").inner_text()


def test_other_scripts_are_told(opened, example):
    opened.evaluate("document.addEventListener('faqformer-quiz', (event) => { window.told = event.detail; })")
    questions(opened, example)[0].answer(right=True)
    told = opened.evaluate("window.told")
    assert told == {"id": "example.which-mean", "record": questions(opened, example)[0].record()}
    assert set(told["record"]) == {"state", "tries", "at", "answer"}


def test_a_browser_that_stores_nothing(chromium, example, tmp_path):
    refuse = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })"
    with visit(chromium, "about:blank") as visited:
        visited.page.add_init_script(refuse)
        visited.page.goto(write(tmp_path, example))
        first, second, *_ = questions(visited.page, example)
        first.answer(right=True)
        second.answer(right=False)
        assert "1 of 6 solved" in visited.page.locator(".fq-head").inner_text()
        assert visited.complaints == []
