"""Citations and references hold together: a link's key has an entry, every entry is cited, the names agree."""

import json
import re
import unicodedata

import pytest
from pybtex.database import parse_file

from tests.book.pages import BIBLIOGRAPHY, CHAPTERS, read

ENTRIES = parse_file(str(CHAPTERS / "appendix" / "references.bib")).entries
LINK = re.compile(r"\[([^]]+)]\((?:\.\./)*(?:appendix/)?bibliography\.md#([^)]+)\)")
NAMED = re.compile(r"(?P<first>.+?)(?P<others> et al\.?| & (?P<second>.+?)| and (?P<third>.+?))? (?P<year>\d{4})")


def citations() -> list[tuple[str, str, str]]:
    """(file, text, key) of every link to the bibliography, in notebooks, spines, quizzes and pages."""
    found = []
    for path in sorted(CHAPTERS.rglob("*")):
        if path.suffix == ".ipynb":
            notebook = json.loads(path.read_text(encoding="utf-8"))
            text = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
        elif path.suffix in (".yml", ".md"):
            text = path.read_text(encoding="utf-8")
        else:
            continue
        text = re.sub(r"\s*\n\s*", " ", text)  # YAML folds lines
        found += [(path.name, label, key) for label, key in LINK.findall(text)]
    return found


CITATIONS = citations()


def plain(name: str) -> str:
    """A name without its accents and TeX's braces."""
    return unicodedata.normalize("NFKD", re.sub(r"[{}\\]", "", name)).encode("ascii", "ignore").decode()


def surnames(key: str) -> list[str]:
    return [
        plain(" ".join(person.prelast_names + person.last_names)) for person in ENTRIES[key].persons.get("author", [])
    ]


def test_citations_have_entries():
    assert [citation for citation in CITATIONS if citation[2] not in ENTRIES] == []


def test_entries_are_cited():
    assert set(ENTRIES) - {key for _, _, key in CITATIONS} == set()


@pytest.mark.parametrize("file, label, key", CITATIONS)
def test_citation_names_its_entry(file, label, key):
    """Where a link names authors and a year, they are the entry's; it may also be a phrase."""
    named = NAMED.fullmatch(label)
    if not named or key not in ENTRIES:
        return
    names = surnames(key)
    assert plain(named["first"]) == names[0]
    assert named["year"] == ENTRIES[key].fields["year"]
    second = named["second"] or named["third"]
    assert len(names) == 2 if second else len(names) > 2 if named["others"] else len(names) == 1
    assert not second or plain(second) == names[1]


@pytest.mark.parametrize("key", ENTRIES)
def test_key_is_made_from_its_entry(key):
    entry = ENTRIES[key]
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*|[a-z]+\d{4}(-[a-z0-9]+)*", key)
    if entry.persons:
        name = re.sub("[^a-z]", "", surnames(key)[0].lower().removesuffix(" team"))
        assert key.split("-")[0] == f"{name}{entry.fields['year']}"
        assert "eprint" in entry.fields or "url" in entry.fields or "doi" in entry.fields


def test_entries_are_in_order():
    assert list(ENTRIES) == sorted(ENTRIES)


def test_every_entry_can_be_linked_to(site):
    page = read(site / BIBLIOGRAPHY)
    assert set(ENTRIES) <= set(page.ids)


def test_entries_say_where_they_are_cited(site):
    cited = {key for file, _, key in CITATIONS if file.endswith(".ipynb")}
    source = (site / BIBLIOGRAPHY).read_text(encoding="utf-8")
    items = dict(re.findall(r'<li[^>]* id="([^"]+)">(.*?)</li>', source, re.DOTALL))
    assert {key for key, item in items.items() if 'class="cited-in"' in item} >= cited
