"""A chapter's saboteurs, `<slug>.saboteurs.yml`: faults that its checks must catch.

name: what is done, in words. file: from the tree's root. old: a text that matches once in it. new: what to put in its
place, perhaps nothing. fails: the ids whose checks must fail.
"""

from faqbook.schemas.pieces import IDENTIFIER, TEXT, many, record

_NEW = {"type": "string", "expected": "a text, perhaps an empty one"}
SABOTEURS = many(record({"name": TEXT, "file": TEXT, "old": TEXT, "new": _NEW, "fails": many(IDENTIFIER, least=1)}))
