"""A chapter's answer in one sentence: how its notebook's section "Short answer" begins."""

import re

SHORTEST = 8  # words: before "No." has its reason, it is no answer
SECTION = re.compile(r"^## Short answer\s*\n(.+?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
# What may hold a full stop that ends nothing: a formula, code, a link's address, a number, an abbreviation.
WHOLE = re.compile(r"\$[^$]+\$|`[^`]+`|]\([^)]*\)|\d\.\d|\b(?:e\.g|i\.e|cf|vs|al|Eq|Fig|Sec)\.(?=\s)")
END = re.compile(r"""[.!?][)"”’'*_]*(?=\s+[^a-z\s]|\s*\Z)""")
LINK = re.compile(r"\[([^]]+)]\([^)]*\)")


def first_sentence(notebook: dict) -> str:
    """The first sentence in Markdown, links reduced to their texts; with the next where it is short. Else "".

    notebook: its JSON.
    """
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown" and (found := SECTION.search("".join(cell["source"]))):
            paragraph = re.split(r"\n\s*\n", found[1].strip())[0]
            return LINK.sub(r"\1", " ".join(_opening(paragraph).split()))
    return ""


def _opening(paragraph: str) -> str:
    hidden = WHOLE.sub(lambda match: "X" * len(match[0]), paragraph)
    for end in END.finditer(hidden):
        if len(paragraph[: end.end()].split()) >= SHORTEST:
            return paragraph[: end.end()]
    return paragraph
