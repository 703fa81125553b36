"""The pages in a browser, from the file system and from a server: complete, quiet, readable, and the same offline."""

import io

import pytest
from PIL import Image

from faqbook import figures
from tests.book.pages import BIBLIOGRAPHY, LANDING, PAGES, SPINES
from tests.browser import overflow, violations, visit

pytestmark = pytest.mark.browser

CHAPTER = next(iter(SPINES))
KINDS = {
    LANDING,
    CHAPTER,
    BIBLIOGRAPHY,
    "chapters/appendix/verdicts.html",
    "chapters/library/masks.html",
    "search.html",
}
STILL = "!document.documentElement.classList.contains('typesetting')"
SHIFT = """new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, shift) => sum + shift.value, 0)))
    .observe({type: "layout-shift", buffered: true});
  setTimeout(() => resolve(0), 300);
})"""
# A check's own values (`.figures`, and quoted in `.claim-settled`) and what is said of code (`.docstring`) are no
# source: they may well write "$".
SOURCE_LEFT = r"""(() => {
  const copy = document.querySelector("article, main").cloneNode(true);
  const other = "pre, code, script, style, mjx-container, math, .figures, .record, .claim-settled, .docstring";
  copy.querySelectorAll(other).forEach((element) => element.remove());
  return copy.textContent.match(/\$|\\[(\[a-zA-Z]+/g) || [];
})()"""


def examine(visited) -> None:
    """Nothing is missing or asked from elsewhere, maths is typeset, nothing jumped, no text reaches over the edge,
    nobody is shut out."""
    page = visited.page
    page.wait_for_function(STILL)
    assert page.evaluate(SOURCE_LEFT) == []
    assert page.locator("mjx-merror, [data-mjx-error]").count() == 0
    assert page.evaluate(SHIFT) < 0.02
    assert overflow(page) <= 0
    assert visited.strayed == []
    assert visited.complaints == []
    assert violations(page) == []


def of_each_kind(names: list[str]) -> list:
    return [name if name in KINDS else pytest.param(name, marks=pytest.mark.long) for name in names]


# Two settings stand for all: what differs between them adds up (colours by theme, layout by width, files by origin).
@pytest.mark.parametrize("name", [*SPINES, *of_each_kind([name for name in PAGES if name not in SPINES])])
def test_from_the_file_system_on_a_phone_in_the_dark(chromium, site, name):
    with visit(chromium, (site / name).as_uri(), width=390, height=844, color_scheme="dark") as visited:
        examine(visited)


@pytest.mark.parametrize("name", of_each_kind(PAGES))
def test_from_a_server_on_a_desktop_in_the_light(chromium, server, name):
    with visit(chromium, f"{server}{name}", allowed=server, color_scheme="light") as visited:
        examine(visited)


def test_the_root_leads_on(chromium, site):
    with visit(chromium, (site / "index.html").as_uri()) as visited:
        visited.page.wait_for_url(f"**/{LANDING}")


def test_icons_show_without_the_script(chromium, site):
    with visit(chromium, (site / CHAPTER).as_uri()) as visited:
        loaded = (
            "() => document.fonts.ready.then(() => document.fonts.check('900 16px \"Font Awesome 6 Free\"', '\\uf002'))"
        )
        assert visited.page.evaluate(loaded)


def test_theme_follows_the_system_and_the_button(chromium, site):
    with visit(chromium, (site / CHAPTER).as_uri(), color_scheme="dark") as visited:
        theme = lambda: visited.page.evaluate("document.documentElement.dataset.theme")  # noqa: E731
        assert theme() == "dark"
        button = visited.page.locator("button.theme-switch-button").first
        seen = []
        for _ in range(3):  # light, dark, system
            button.click()
            seen.append(theme())
        assert set(seen) == {"light", "dark"}


@pytest.mark.parametrize("scheme, ground", [("light", (255, 255, 255)), ("dark", (18, 18, 18))])
def test_figures_stand_on_the_page(chromium, site, scheme, ground):
    """Without a box around them: a figure's ground is the page's."""
    with visit(chromium, (site / CHAPTER).as_uri(), color_scheme=scheme) as visited:
        figure = visited.page.locator(".cell_output img").first
        shot = Image.open(io.BytesIO(figure.screenshot())).convert("RGB")
        assert max(abs(a - b) for a, b in zip(shot.getpixel((2, 2)), ground, strict=True)) <= 1
        body = visited.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert body == f"rgb{ground}"


def test_a_figure_s_letters_are_as_large_as_the_text_s(chromium, site):
    with visit(chromium, (site / CHAPTER).as_uri()) as visited:
        figure = visited.page.locator(".cell_output img").first
        shown = figure.bounding_box()["width"] / figure.evaluate("img => img.naturalWidth")
        letter = shown * figures.STYLE["figure.dpi"] / 72 * figures.STYLE["font.size"]
        text = visited.page.evaluate(
            "parseFloat(getComputedStyle(document.querySelector('.bd-article section > p')).fontSize)"
        )
        assert abs(letter / text - 1) < 0.1


def test_progress_is_shown(chromium, site):
    """What the quiz stores, the landing page counts."""
    with visit(chromium, (site / CHAPTER).as_uri()) as visited:
        page = visited.page
        items = page.eval_on_selector_all(".fq-item", "items => items.map((item) => item.dataset.item)")
        store = (
            "ids => ids.forEach((id) => localStorage.setItem('faqformer.quiz.' + id, JSON.stringify({state: 'right'})))"
        )
        place = page.locator(f".answered[data-chapter={SPINES[CHAPTER].slug}]")
        for right in (1, len(items)):
            page.evaluate(store, items[:right])
            page.goto((site / LANDING).as_uri())
            assert place.inner_text() == f"{right} of {len(items)} answered right"
        assert "done" in place.get_attribute("class")


def test_a_claim_leads_to_its_check(chromium, site):
    with visit(chromium, (site / CHAPTER).as_uri()) as visited:
        visited.page.wait_for_function(STILL)
        for fold in visited.page.locator(".often-said summary").all():
            fold.click()
        visited.page.locator(".often-said a[href^='#check-']").first.click()
        reached = visited.page.locator(".checks .reached .record").first  # open, wherever it was folded
        assert reached.is_visible() and reached.bounding_box()["y"] < 900


def test_readable_without_scripts(chromium, site):
    with visit(chromium, (site / CHAPTER).as_uri(), java_script_enabled=False) as visited:
        assert visited.page.locator("span.math").first.is_visible()
        assert visited.page.locator(".fq-answer summary").first.is_visible()


def test_print_shows_what_is_folded(chromium, site):
    with visit(chromium, (site / CHAPTER).as_uri()) as visited:
        visited.page.emulate_media(media="print")
        folded = visited.page.locator("details.hide pre")
        assert folded.count() > 0
        assert all(folded.nth(i).bounding_box()["height"] > 0 for i in range(folded.count()))
        assert not visited.page.locator(".bd-sidebar-primary").is_visible()


def search(chromium, root: str, words: str) -> list[str]:
    """The pages that the site's search finds."""
    with visit(chromium, f"{root}search.html?q={words}", allowed=root) as visited:
        results = visited.page.locator("#search-results li a")
        visited.page.get_by_text("Search finished").wait_for()  # results come one by one
        return [results.nth(i).get_attribute("href").split("#")[0].split("?")[0] for i in range(results.count())]


def test_search_on_a_server(chromium, server):
    chinese = "".join(sign for sign in SPINES[CHAPTER].question["zh"] if "\u3400" <= sign <= "\u9fff")
    for words in ("softmax", chinese[:2], chinese[-2:], chinese[1:4]):
        assert CHAPTER in search(chromium, server, words), words


def test_search_shows_the_place(chromium, server):
    with visit(chromium, f"{server}search.html?q=softmax", allowed=server) as visited:
        snippet = visited.page.locator("#search-results p.context").first
        snippet.wait_for()
        assert "softmax" in snippet.inner_text().lower()


def test_search_from_the_file_system(chromium, site):
    assert "chapters/attention/scaling.html" in search(chromium, f"{site.as_uri()}/", "softmax saturates")


@pytest.mark.parametrize("words", ["causal_mask", "multi-head attention code", "MultiHeadAttention", "KV cache"])
def test_search_finds_code(chromium, site, words):
    found = search(chromium, f"{site.as_uri()}/", words)
    page = "masks" if "mask" in words else "attention"
    assert f"chapters/library/{page}.html" in found


@pytest.mark.parametrize(
    "words, chapter",
    [("residual", "block/residual"), ("bleu", "training/bleu"), ("dropout", "training/dropout")],
)
def test_search_finds_the_chapter_before_its_code(chromium, site, words, chapter):
    found = search(chromium, f"{site.as_uri()}/", words)
    library = [n for n, page in enumerate(found) if "/library/" in page]
    assert library and found.index(f"chapters/{chapter}.html") < library[0]


def test_references_are_reached_by_their_keys(chromium, site):
    with visit(chromium, f"{(site / BIBLIOGRAPHY).as_uri()}#vaswani2017") as visited:
        assert "Attention is all you need" in visited.page.locator("li:target").inner_text()
