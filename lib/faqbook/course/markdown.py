"""Text for two kinds of readers: rendered in a notebook, plain in a terminal."""

import re

# These, not every < that a sentence holds.
TAGS = re.compile(r"</?(?:span|strong|small|sub|sup|br|details|summary)\b[^<>]*>")


class Markdown:
    """Text that a notebook renders and a terminal prints."""

    def __init__(self, source: str):
        self.source = source

    def _repr_markdown_(self) -> str:
        return self.source

    def __repr__(self) -> str:
        text = re.sub(r"\[([^]]*)]\([^)]*\)", r"\1", self.source)  # a link reads as its text
        text = re.sub(r"\*\*(.+?)\*\*|`(.+?)`", r"\1\2", text)
        text = TAGS.sub("", text)
        return "\n".join(line.rstrip() for line in text.splitlines())
