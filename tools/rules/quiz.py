"""The quiz beside its chapter: enough items of the right kinds, on claims and sections that there are."""

from collections import Counter

from faqformer import quiz
from tools.chapters import Files
from tools.rules.form import headings
from tools.rules.ledger import known
from tools.rules.spine import spine

ITEMS = range(5, 9)
LEAST = {"number": 2, "bug": 1}


def quiz_fits(chapter: Files) -> list[str]:
    """Five to eight items, two with numbers and one bug at least; each tests a known id and names a real section."""
    try:
        items = quiz.load(chapter.slug, chapter.folder).items
    except (ValueError, FileNotFoundError) as error:
        return [str(error)]
    kinds = Counter(item.kind for item in items)
    sections = {text for _, text in headings(chapter)}
    found = [] if len(items) in ITEMS else [f"quiz: {len(items)} items, expected five to eight"]
    found += [
        f"quiz: {kinds[kind]} of kind {kind}, expected {n} at least" for kind, n in LEAST.items() if kinds[kind] < n
    ]
    for item in items:
        if spine(chapter) and item.tests not in known(chapter):
            found.append(f"quiz: {item.id}: tests {item.tests}, which is neither a claim nor a step")
        if item.reread not in sections:
            found.append(f"quiz: {item.id}: rereads {item.reread!r}, which is no heading of the notebook")
    return found


RULES = [quiz_fits]
