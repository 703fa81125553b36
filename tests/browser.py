"""Headless Chromium for tests that open pages: the browser, a watched page, and the accessibility checker."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
# No sandbox: containers run as root. The rest keeps the browser itself from calling home while a test counts requests.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def executable() -> str:
    """The path of an installed Chromium. Without one the test is skipped; in CI it fails, since nobody reads skips."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        reason = f"no browser: none of {', '.join(NAMES)} is installed"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="module")
def chromium():
    """A running Playwright browser, one a file: while it runs, its thread has an event loop, and a test that starts
    one of its own, to execute a notebook, would fail. A thread can start the sync interface only once at a time."""
    path = executable()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Visit:
    """An open page, and what it did that it should not: requests elsewhere, errors and warnings on the console."""

    page: object
    strayed: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


@contextmanager
def visit(chromium, url: str, width: int = 1280, height: int = 900, allowed: str = "file://", **context) -> Iterator:
    """Open url in a fresh profile. Whatever does not begin with `allowed` is refused and noted.

    context: Playwright's options, such as color_scheme="dark", has_touch=True, java_script_enabled=False.
    """
    opened = chromium.new_context(viewport={"width": width, "height": height}, **context)
    try:
        visited = Visit(opened.new_page())

        def gate(route):
            if route.request.url.startswith((allowed, "data:", "blob:")):
                route.continue_()
            else:
                visited.strayed.append(route.request.url)
                route.abort()

        opened.route("**/*", gate)
        visited.page.on("pageerror", lambda error: visited.complaints.append(str(error)))
        visited.page.on(
            "console",
            lambda message: message.type in ("error", "warning") and visited.complaints.append(message.text),
        )
        visited.page.goto(url)
        yield visited
    finally:
        opened.close()


# Contrast is judged once for all words that look alike on one ground: a page has thousands of words in a few dozen
# looks. What is left of code's colours and of formulas' signs becomes plain text: less for the checker to walk through.
ONE_OF_EACH_LOOK = """() => {
  const looks = new Set();
  const ground = (element) => {
    const colour = element ? getComputedStyle(element).backgroundColor : "";
    return !element || colour !== "rgba(0, 0, 0, 0)" ? colour : ground(element.parentElement);
  };
  const opacity = (element) => (element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1);
  const says = (element) =>
    element.matches("input, select, textarea, mjx-c") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  document.body.querySelectorAll("*").forEach((element) => {
    element.removeAttribute("data-look");
    if (!element.checkVisibility() || !says(element)) return;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const look = [color, opacity(element), fontSize, fontWeight, ground(element)].join();
    element.toggleAttribute("data-look", looks.size !== looks.add(look).size);
  });
  document.querySelectorAll(".highlight span, mjx-math").forEach((part) => {
    if (!part.matches("[data-look]") && !part.querySelector("a, [data-look]")) part.replaceWith(part.textContent);
  });
}"""
CONFIGURED = "axe.configure({rules: [{id: 'color-contrast', selector: '[data-look]'}]});"


def violations(page, within: str | None = None, impacts: tuple[str, ...] = ("serious", "critical")) -> list[str]:
    """What axe-core finds in the page, or inside the CSS selector, of these impacts: one line a node."""
    from axe_playwright_python.base import AXE_SCRIPT
    from axe_playwright_python.sync_playwright import Axe

    page.evaluate(ONE_OF_EACH_LOOK)
    # Without the list of all that is right, which is 4 MB a page, it takes half the time.
    ran = Axe(f"{AXE_SCRIPT}\n{CONFIGURED}").run(page, context=within, options={"resultTypes": ["violations"]})
    return [
        f"{rule['id']} ({rule['impact']}): {node['html']} — {node['failureSummary']}"
        for rule in ran.response["violations"]
        if rule["impact"] in impacts
        for node in rule["nodes"]
    ]


def overflow(page) -> int:
    """By how many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
