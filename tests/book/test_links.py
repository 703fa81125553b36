"""Every link leads somewhere, nothing is loaded from another host, every picture is described."""

import json
import re
from urllib.parse import unquote, urlsplit

import pytest

from tests.book.pages import PAGES, SPINES, read
from tools import ROOT

# Where the book's text may lead: a new host is a decision, not a slip.
HOSTS = {
    "arxiv.org",
    "proceedings.mlr.press",
    "proceedings.neurips.cc",
    "aclanthology.org",
    "doi.org",
    "openreview.net",
    "jmlr.org",
    "wandb.ai",
    "github.com",
    "transformer-circuits.pub",
    "cdn.openai.com",  # GPT's reports have appeared nowhere else
    "kexue.fm",  # nor have those on rotary positions
}

every_page = pytest.mark.parametrize("name", [*PAGES, "index.html"])


def external(link: str) -> bool:
    return bool(urlsplit(link).netloc)


@every_page
def test_links_lead_somewhere(site, name):
    page = read(site / name)
    broken = []
    for tag, attribute, link in page.links:
        if external(link) or link.startswith("data:"):
            continue
        parts = urlsplit(link)
        target = (site / name).parent / unquote(parts.path) if parts.path else site / name
        if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in read(target).ids):
            broken.append(f"<{tag} {attribute}={link!r}>")
    assert not broken


@every_page
def test_nothing_is_loaded_from_elsewhere(site, name):
    page = read(site / name)
    assert [link for link in page.links if external(link[2]) and link[0] != "a"] == []
    assert {urlsplit(link).netloc for _, _, link in page.links if external(link)} <= HOSTS


@every_page
def test_ids_are_unique(site, name):
    ids = read(site / name).ids
    assert sorted(ids) == sorted(set(ids))


def named(site, name) -> set[str]:
    """The chapters that a page's article links to."""
    article = re.search(r"<article.*</article>", (site / name).read_text(encoding="utf-8"), re.DOTALL).group()
    links = {unquote(urlsplit(link).path) for link in re.findall(r'href="([^"#]+)', article)}
    pages = {(site / name).parent.joinpath(link).resolve() for link in links if link}
    return {other for other in SPINES if (site / other).resolve() in pages} - {name}


def test_questions_link_both_ways(site):
    """A chapter that is named by another one names it, too: in its own text, or under "Asked before"."""
    links = {name: named(site, name) for name in SPINES}
    assert any(links.values())
    assert [(a, b) for a, others in links.items() for b in others if a not in links[b]] == []


def test_styles_load_what_is_there(site):
    for style in site.rglob("*.css"):
        for link in re.findall(r"url\(\s*['\"]?([^'\")]+)", style.read_text(encoding="utf-8")):
            if not link.startswith(("data:", "#")):
                assert not external(link), f"{style}: {link}"
                assert (style.parent / urlsplit(link).path).is_file(), f"{style}: {link}"


@pytest.mark.parametrize("name", SPINES)
def test_pictures_are_described(site, name):
    """By what the notebook's cell says; without it the file's name would be read aloud."""
    notebook = json.loads((ROOT / name).with_suffix(".ipynb").read_text(encoding="utf-8"))
    said = [cell["metadata"].get("mystnb", {}).get("image", {}).get("alt") for cell in notebook["cells"]]
    pictures = [image for image in read(site / name).images if "_images/" in image["src"]]
    assert [picture.get("alt") for picture in pictures] == [alt for alt in said if alt]


@pytest.mark.parametrize("name", SPINES)
def test_claims_lead_to_their_checks(site, name):
    """A claim that a check settles links to it, and the check can be linked to from elsewhere."""
    claims = re.search(r'<ul class="often-said.*?</ul>', (site / name).read_text(encoding="utf-8"), re.DOTALL)[0]
    for claim in SPINES[name].claims:
        if claim.source is None:
            assert f"check-{claim.id}" in read(site / name).ids
            assert f'href="#check-{claim.id}"' in claims


@every_page
def test_no_failure_is_shown(site, name):
    source = (site / name).read_text(encoding="utf-8")
    for word in ("Traceback", "CheckFailed:", "ModuleNotFoundError:", "Result(id="):
        assert word not in read(site / name).text
        assert f">{word}" not in source


def test_no_page_is_left_over(site):
    """Only the listed pages are there: no index of nothing, no page of a file that is no page."""
    assert {path.relative_to(site).as_posix() for path in site.rglob("*.html")} >= set(PAGES)
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html") if "_static" not in path.parts}
    assert pages == {*PAGES, "index.html"}
