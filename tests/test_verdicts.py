"""The table of what people say: every claim once, and the same rows as CSV and as JSON."""

import csv
import io
import json

import pytest

from faqbook.course import VERDICTS, as_csv, as_json, chapter, judged, parts
from tools import ROOT

CHAPTERS = ROOT / "chapters"


@pytest.fixture(scope="module")
def table():
    return judged(CHAPTERS)


def test_every_claim_once_in_the_courses_order(table):
    spines = [chapter(slug, CHAPTERS / part.name) for part in parts(CHAPTERS) for slug in part.slugs]
    assert [one.claim.id for one in table] == [claim.id for spine in spines for claim in spine.claims]
    assert len({one.claim.id for one in table}) == len(table) > 200


def test_each_is_settled_by_a_check_that_passed_or_by_a_source(table):
    for one in table:
        assert one.checks or one.claim.source, one.claim.id
        assert all(check.passed and check.id == one.claim.id for check in one.checks)
        assert one.page.endswith(f"#check-{one.claim.id}" if one.checks else "#often-said")


def test_the_csv_reads_back(table):
    text = as_csv(table)
    assert text.startswith("\ufeff")  # so that a spreadsheet takes it for UTF-8
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    assert rows == [{name: str(value) for name, value in one.row().items()} for one in table]
    assert {row["verdict"] for row in rows} <= set(VERDICTS)
    assert not any("](" in row["source"] for row in rows)  # words, without the links' addresses


def test_the_json_holds_the_same_with_every_checks_numbers(table):
    read = json.loads(as_json(table))
    assert read["version"] == 1
    for row, one in zip(read["claims"], table, strict=True):
        checks = row.pop("checks")
        assert row == {name: value for name, value in one.row().items() if name != "checks"}
        assert [check["kind"] for check in checks] == [check.kind for check in one.checks]
        assert [len(check["numbers"]) for check in checks] == [len(check.numbers) for check in one.checks]
