"""How a lesson looks on the site: a book of one chapter, from the template, executed and built."""

import os
import shutil
import subprocess
import sys

import pytest

from faqbook.course import chapter, measure_page
from tests.browser import overflow, violations, visit
from tests.tools.conftest import make_book
from tools import ROOT, contents
from tools.site import INPUTS, OUTPUT

pytestmark = pytest.mark.browser

PAGE = "chapters/attention/scaling.html"


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The book's root; its site is in OUTPUT."""
    root = tmp_path_factory.mktemp("lesson")
    make_book(root)
    for name in {*INPUTS} - {"_toc.yml"}:
        shutil.copy(ROOT / name, root)
    shutil.copytree(ROOT / "_static", root / "_static")
    for name in ("index.md", "appendix/bibliography.md", "appendix/references.bib"):
        shutil.copy(ROOT / "chapters" / name, root / "chapters" / name)
    contents.write(root)
    build = "import sys; from pathlib import Path; from tools.site import build; sys.exit(build(Path(sys.argv[1])))"
    # In processes of their own: where a browser runs, this one has an event loop already.
    for command in (("-m", "tools.notebooks", "--root", root), ("-c", build, root)):
        path = os.pathsep.join(map(str, (root / "lib", ROOT)))
        run = subprocess.run(
            [sys.executable, *command], env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
        )
        assert run.returncode == 0, run.stdout + run.stderr
    return root


@pytest.fixture
def url(book):
    return (book / OUTPUT / PAGE).as_uri()


def test_the_head_says_how_long_it_takes(chromium, url, book):
    with visit(chromium, url) as visited:
        length = visited.page.locator(".chapter-head .length").inner_text()
        assert length == f"Takes {measure_page('scaling', book / 'chapters/attention')}"
        assert length.startswith("Takes lesson ") and " · quiz " in length and " · in depth " in length


def test_what_to_say_is_marked_and_its_points_can_be_ticked(chromium, url, book):
    spine = chapter("scaling", book / "chapters/attention")
    with visit(chromium, url) as visited:
        page = visited.page
        assert spine.say.thirty in page.locator(".say-it").inner_text()
        assert [text.strip() for text in page.locator(".say-it .rubric li").all_inner_texts()] == spine.checklist
        page.locator(".rubric label").first.click()
        assert page.locator(".rubric-count").inner_text() == f"1 of {len(spine.checklist)} named"
        assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('faqbook.rubric'))") == [
            "faqbook.rubric.scaling"
        ]


def test_a_claim_unfolds_and_leads_to_its_check(chromium, url):
    with visit(chromium, url) as visited:
        page = visited.page
        claim = page.locator(".often-said > li")
        assert claim.locator(".verdict.half").inner_text() == "half right"
        link = claim.locator("a[href^='#check-']")
        assert not link.is_visible()
        claim.locator("summary").press("Enter")
        link.click()
        assert page.locator("li.check:target").is_visible()


def test_the_solution_is_folded_and_its_mark_is_seen(chromium, url):
    with visit(chromium, url) as visited:
        section = visited.page.locator("#write-it")
        assert section.get_by_text("Show the solution").is_visible()
        assert not section.get_by_text("return 2 * x").is_visible()
        assert section.get_by_text("marked: the solution, until double is written").is_visible()
        assert section.locator("li.check").count() == 1


def test_without_a_script_all_can_be_read(chromium, url):
    with visit(chromium, url, java_script_enabled=False) as visited:
        page = visited.page
        assert page.locator(".rubric li").last.is_visible()
        page.locator(".often-said summary").click()
        assert page.locator(".often-said details small").is_visible()


def test_on_paper_what_is_folded_is_open(chromium, url):
    with visit(chromium, url) as visited:
        visited.page.emulate_media(media="print")
        for folded in (".often-said details small", "details.hide pre"):
            assert visited.page.locator(folded).first.bounding_box()["height"] > 0
        assert not visited.page.locator(".rubric-count").is_visible()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_nobody_is_shut_out(chromium, url, width, scheme):
    with visit(chromium, url, width=width, color_scheme=scheme) as visited:
        visited.page.wait_for_function("!document.documentElement.classList.contains('typesetting')")
        visited.page.locator(".often-said summary").click()
        assert overflow(visited.page) <= 0
        assert visited.complaints == [] and visited.strayed == []
        assert violations(visited.page) == []
