"""What a good answer names: a list to tick, kept in the reader's browser, whole without a script and on paper."""

import json

import pytest

from tests.book.pages import SPINES
from tests.browser import visit

pytestmark = pytest.mark.browser

PAGE, SPINE = next(iter(SPINES.items()))
N = len(SPINE.checklist)
KEY = f"faqbook.rubric.{SPINE.slug}"


def test_ticks_are_counted_and_kept(chromium, site):
    with visit(chromium, (site / PAGE).as_uri()) as visited:
        page = visited.page
        count, boxes = page.locator(".rubric-count"), page.locator(".rubric input")
        ask = count.inner_text()
        boxes.nth(1).press("Space")  # by keyboard
        page.locator(".rubric label").nth(2).click()  # on its words
        assert count.inner_text() == f"2 of {N} named"
        assert count.get_attribute("role") == "status"  # which a screen reader reads out
        stored = json.loads(page.evaluate("key => localStorage.getItem(key)", KEY))
        assert stored["ticked"] == [i in (1, 2) for i in range(N)] and stored["at"] > 1.7e12
        page.reload()
        assert [boxes.nth(i).is_checked() for i in range(N)] == stored["ticked"]
        assert count.inner_text() == f"2 of {N} named"
        for i in (1, 2):
            boxes.nth(i).uncheck()
        assert count.inner_text() == ask
        assert page.evaluate("key => localStorage.getItem(key)", KEY) is None
        for i in range(N):
            boxes.nth(i).check()
        assert "done" in page.locator(".rubric").get_attribute("class")
        assert visited.complaints == []


@pytest.mark.parametrize("stored", ["nonsense", "null", "[1]", '{"ticked": [true]}', '{"ticked": {"length": 1}}'])
def test_what_is_stored_for_another_list_is_no_error(chromium, site, stored):
    with visit(chromium, (site / PAGE).as_uri()) as visited:
        visited.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [KEY, stored])
        visited.page.reload()
        assert visited.page.locator(".rubric input:checked").count() == 0
        assert visited.complaints == []


def test_without_a_script_it_can_be_read_and_ticked(chromium, site):
    with visit(chromium, (site / PAGE).as_uri(), java_script_enabled=False) as visited:
        visited.page.locator(".rubric label").first.click()
        assert visited.page.locator(".rubric input").first.is_checked()


def test_on_paper_all_that_is_folded_is_open_but_answers_and_a_checks_details(chromium, site):
    with visit(chromium, (site / PAGE).as_uri()) as visited:
        page = visited.page
        page.emulate_media(media="print")
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        assert page.locator(".rubric li").last.is_visible()
        assert page.locator(".bd-article details:not([open], .fq-answer, .check > *)").count() == 0
        assert page.locator("details.fq-answer[open]").count() == 0
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        assert page.locator(".often-said details[open]").count() == 0
