"""Checks on the site: a line each, several folded into one, the rest on demand, by keyboard and without a script."""

import json
import re

import pytest
from docutils import nodes

from faqbook import checks
from faqbook.record import METADATA, stored
from faqbook.site.checks import gather, read
from tests.book.pages import SPINES
from tests.browser import overflow, violations, visit
from tools import ROOT

CHAPTER = "chapters/attention/scaling.html"


@pytest.fixture
def page(tmp_path):
    """What the reader gets of checks that one cell made: the list's HTML, from a notebook that stores them."""

    def make(*results, sentences=None):
        outputs = [
            {"data": {"text/plain": result.line()}, "metadata": {METADATA: result.to_json()}} for result in results
        ]
        path = tmp_path / "a.ipynb"
        path.write_text(json.dumps({"cells": [{"outputs": outputs}]}), encoding="utf-8")
        output = nodes.container("", *(nodes.literal_block("", result.line()) for result in results))
        gather(output, read(path, sentences or {}))
        (shown,) = output.children
        return shown.astext()

    return make


def results(*calls):
    with checks.recording() as records:
        for call in calls:
            call()
    return records


def equal(id, what):
    return lambda: checks.equal(id, 1, 1, what)


def test_one_check_is_a_line_with_its_record_below(page):
    shown = page(*results(equal("a.b", "a < b & c")), sentences={"a.b": "The *sentence*, with $n^2$ in it."})
    assert '<li class="check" id="check-a.b"><details><summary><span class="sign">✓</span>' in shown
    assert '<span class="figures">a &lt; b &amp; c: 1, as derived</span></summary>' in shown
    assert "<p>The <em>sentence</em>, with <span" in shown
    assert "<dt>theory</dt><dd>1</dd><dt>measured</dt><dd>1</dd><dt>id</dt><dd>a.b</dd>" in shown


def test_several_fold_into_one_line_and_keep_their_anchors_outside(page):
    shown = page(*results(equal("a.b", "one"), equal("a.c", "two"), equal("a.b", "one")))
    outside, inside = shown.split("<details>", 1)
    assert re.findall(r'<span id="([^"]+)">', outside) == ["check-a.b", "check-a.c", "check-a.b-2"]
    assert re.findall(r'data-anchor="([^"]+)"', inside) == ["check-a.b", "check-a.c", "check-a.b-2"]
    assert " id=" not in inside and "3 checks: one, two</span>" in inside


def test_a_fold_says_what_fits(page):
    names = [f"a quantity with a long name, number {i}" for i in range(5)]
    shown = page(*results(*(equal("a.b", name) for name in names)))
    assert f"5 checks: {names[0]}, and 4 more</span>" in shown
    assert f"3 checks: {names[0]}, b, and 1 more</span>" in page(
        *results(equal("a.b", names[0]), equal("a.b", "b"), equal("a.b", names[1]))
    )


def test_what_is_meant_to_fail_stays_a_line_and_is_no_target(page):
    from dataclasses import replace

    passed = results(equal("a.b", "one"), equal("a.b", "two"))
    failed = [replace(result, passed=False, meant_to_fail=True) for result in results(equal("a.b", "broken"))]
    shown = page(*passed, *failed, *results(equal("a.b", "three")))
    assert shown.count("<li>") == 1 and "2 checks: one, two" in shown  # the one after the failure does not join
    assert '<li class="check must-fail"><details><summary><span class="sign">✗</span>' in shown
    assert "fails, as it should: broken: theory 1, measured 1" in shown
    assert '<li class="check" id="check-a.b-3">' in shown


def test_equal_lines_keep_their_own_records(page):
    shown = page(*results(equal("a.b", "it"), equal("a.c", "it")))
    assert shown.index("<dd>a.b</dd>") < shown.index("<dd>a.c</dd>")


def test_a_record_of_another_version_shows_its_line_as_printed(page, tmp_path):
    record = {"id": "a.b", "what": "", "passed": True, "derived": "1"}
    output = {"data": {"text/plain": "✓ a.b, as it was"}, "metadata": {METADATA: record}}
    path = tmp_path / "old.ipynb"
    path.write_text(json.dumps({"cells": [{"outputs": [output]}]}), encoding="utf-8")
    (line,) = read(path, {})["✓ a.b, as it was"]
    assert (line.text, line.what, line.details, line.anchor) == ("✓ a.b, as it was", "b", [("id", "a.b")], "check-a.b")


@pytest.mark.parametrize("name", SPINES)
def test_every_check_of_the_notebook_is_on_the_page(site, name):
    notebook = json.loads((ROOT / name).with_suffix(".ipynb").read_text(encoding="utf-8"))
    records = list(filter(None, (stored(output) for cell in notebook["cells"] for output in cell.get("outputs", []))))
    source = (site / name).read_text(encoding="utf-8")
    assert source.count('<li class="check" ') == sum(record["passed"] for record in records) > 0
    assert source.count('<li class="check must-fail">') == sum(not record["passed"] for record in records)
    ids = re.findall(r'id="(check-[^"]+)"', source)
    assert len(ids) == len(set(ids)) == sum(record["passed"] for record in records)


@pytest.mark.browser
@pytest.mark.parametrize("scheme, width", [("light", 1280), ("dark", 390)])
def test_open_records_shut_nobody_out(chromium, site, scheme, width):
    with visit(chromium, (site / CHAPTER).as_uri(), width=width, color_scheme=scheme) as visited:
        visited.page.evaluate("document.querySelectorAll('.checks details').forEach((fold) => (fold.open = true))")
        assert visited.page.locator(".checks .record").first.is_visible()
        assert overflow(visited.page) <= 0
        assert violations(visited.page, within=".bd-article") == []


@pytest.mark.browser
def test_a_link_opens_what_it_leads_to(chromium, site):
    """Into a fold too, when the page loads and when it is there already; only that check, and in sight."""
    with visit(chromium, f"{(site / CHAPTER).as_uri()}#check-scaling.gradient-vanishes-2") as visited:
        page, where = visited.page, ".checks li.check.reached"
        for number in (2, 3):
            page.evaluate(f"window.location.hash = 'check-scaling.gradient-vanishes-{number}'")
            page.wait_for_selector(f"{where}[data-anchor='check-scaling.gradient-vanishes-{number}'] .record")
            assert page.locator(where).count() == 1 and page.locator(f"{where} .record").is_visible()
            assert 0 < page.locator(f"{where} summary").bounding_box()["y"] < 900
        page.evaluate("window.location.hash = 'break-it'")
        page.wait_for_selector(where, state="detached")


@pytest.mark.browser
def test_a_fold_opens_by_keyboard_and_without_a_script(chromium, site):
    url = f"{(site / CHAPTER).as_uri()}#check-scaling.gradient-vanishes-2"
    with visit(chromium, url, java_script_enabled=False) as visited:
        fold = visited.page.locator(".checks li:has(> span:target) > details")
        assert 0 <= fold.locator("> summary").bounding_box()["y"] < 900  # the link lands though nothing opened it
        line = fold.locator("li.check").first
        assert not line.is_visible()
        fold.locator("> summary").focus()
        visited.page.keyboard.press("Enter")
        assert line.is_visible() and not line.locator(".record").is_visible()
        visited.page.keyboard.press("Tab")
        visited.page.keyboard.press("Space")
        assert line.locator(".record").is_visible()


@pytest.mark.browser
def test_print_shows_every_line_and_no_record(chromium, site):
    with visit(chromium, (site / CHAPTER).as_uri()) as visited:
        visited.page.emulate_media(media="print")
        heights = "(boxes) => boxes.map((box) => box.getBoundingClientRect().height)"
        assert min(visited.page.eval_on_selector_all(".checks li.check > details > summary", heights)) > 0
        assert not visited.page.locator(".checks .record").first.is_visible()
        visited.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        assert visited.page.locator(".checks li > details[open]:not(.check > *)").count() > 0
        assert visited.page.locator(".checks .check > details[open]").count() == 0
