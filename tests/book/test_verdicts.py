"""The table of verdicts as a reader meets it: whole without a script, filtered with one, linked, and as files."""

import csv
import io
import json
from collections import Counter

import pytest

from faqbook.course import judged
from tests.browser import overflow, violations, visit
from tools import ROOT

PAGE = "chapters/appendix/verdicts.html"
TABLE = judged(ROOT / "chapters")
OF_VERDICT = Counter(one.claim.verdict for one in TABLE)
browser = pytest.mark.browser


def shown(page) -> list[str]:
    return page.evaluate(
        "[...document.querySelectorAll('.judged')].filter(item => item.offsetParent).map(item => item.id)"
    )


def test_the_files_are_the_table(site):
    text = (site / "downloads" / "verdicts.csv").read_text(encoding="utf-8-sig")
    ids = [one.claim.id for one in TABLE]
    assert [row["id"] for row in csv.DictReader(io.StringIO(text))] == ids
    assert [row["id"] for row in json.loads((site / "downloads" / "verdicts.json").read_text())["claims"]] == ids


def test_each_leads_to_a_place_that_is_there(site):
    pages = {}
    for one in TABLE:
        name, anchor = one.page.split("#")
        text = pages.setdefault(name, (site / name).read_text(encoding="utf-8"))
        assert f'id="{anchor}"' in text, one.page


def test_the_landing_pages_totals_lead_to_it(site):
    text = (site / "chapters" / "index.html").read_text(encoding="utf-8")
    for verdict, count in OF_VERDICT.items():
        assert f"appendix/verdicts.html?verdict={verdict}" in text, (verdict, count)


@browser
def test_without_a_script_all_of_it_is_there(chromium, site):
    with visit(chromium, (site / PAGE).as_uri(), java_script_enabled=False) as visited:
        assert visited.page.locator(".judged").count() == len(TABLE)
        assert not visited.page.locator(".verdict-filter").is_visible()


@browser
def test_filters_and_keeps_the_selection_in_the_address(chromium, site):
    with visit(chromium, (site / PAGE).as_uri()) as visited:
        page = visited.page
        count = page.locator(".verdict-count")
        assert count.get_attribute("role") == "status"
        assert len(shown(page)) == len(TABLE)
        for verdict in OF_VERDICT:
            if verdict != "wrong":
                page.locator(f".verdict-filter input[value={verdict}]").press("Space")  # by keyboard
        wrong = [f"claim-{one.claim.id}" for one in TABLE if one.claim.verdict == "wrong"]
        assert shown(page) == wrong
        assert count.inner_text() == f"{len(wrong)} of {len(TABLE)} sentences"
        page.locator(".verdict-filter select").select_option("bert")
        of_bert = [f"claim-{one.claim.id}" for one in TABLE if (one.claim.verdict, one.part) == ("wrong", "bert")]
        assert shown(page) == of_bert
        page.locator(".verdict-filter input[type=search]").fill(TABLE[-1].claim.said.split()[0])
        address, some = page.evaluate("location.href"), shown(page)
        assert "verdict=wrong" in address and "part=bert" in address and "words=" in address
        page.goto(address)
        assert shown(page) == some
        page.locator(".verdict-filter input[type=search]").fill("no such words anywhere")
        assert shown(page) == [] and count.inner_text() == f"0 of {len(TABLE)} sentences"
        assert visited.complaints == []


@browser
@pytest.mark.parametrize("asked", ["?verdict=nonsense", "?part=nowhere&verdict=", "?words=%20"])
def test_an_address_that_asks_for_nothing_known_shows_all(chromium, site, asked):
    with visit(chromium, (site / PAGE).as_uri() + asked) as visited:
        assert len(shown(visited.page)) == len(TABLE)
        assert visited.complaints == []


@browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_fits_a_phone_and_is_accessible(chromium, site, scheme):
    with visit(chromium, (site / PAGE).as_uri(), width=390, color_scheme=scheme) as visited:
        assert overflow(visited.page) <= 0
        assert violations(visited.page, "article") == []
        assert visited.strayed == []
