"""Every link leads somewhere, nothing is loaded from another host, every picture is described."""

import re
from urllib.parse import unquote, urlsplit

import pytest

from tests.book.pages import PAGES, SPINES, read

# Where the book's text may lead: a new host is a decision, not a slip.
HOSTS = {"arxiv.org", "proceedings.mlr.press", "aclanthology.org", "doi.org", "openreview.net", "jmlr.org"}

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


def test_styles_load_what_is_there(site):
    for style in site.rglob("*.css"):
        for link in re.findall(r"url\(\s*['\"]?([^'\")]+)", style.read_text(encoding="utf-8")):
            if not link.startswith(("data:", "#")):
                assert not external(link), f"{style}: {link}"
                assert (style.parent / urlsplit(link).path).is_file(), f"{style}: {link}"


@pytest.mark.parametrize("name", SPINES)
def test_pictures_are_described(site, name):
    for image in read(site / name).images:
        if "_images/" in image["src"]:
            assert len(image.get("alt") or "") > 20, image["src"]  # "output" and the like describe nothing


@pytest.mark.parametrize("name", SPINES)
def test_claims_lead_to_their_checks(site, name):
    """A claim that a check settles links to it, and the check can be linked to from elsewhere."""
    page = read(site / name)
    links = {link for _, _, link in page.links}
    for claim in SPINES[name].claims:
        if claim.source is None:
            assert f"check-{claim.id}" in page.ids
            assert f"#check-{claim.id}" in links


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
