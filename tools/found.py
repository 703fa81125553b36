"""What a stage found in a chapter, and what is known from before: a second run judges only what changed."""

import json
from dataclasses import dataclass
from pathlib import Path

from tools.chapters import Chapter


@dataclass(frozen=True)
class Found:
    """A stage's outcome: a word on it, and what is wrong. It is `known` if nothing that it rests on had changed."""

    stage: str
    said: str
    wrong: list[str]
    known: bool = False


class Memo:
    """Complaints by key, of a chapter's last run and of this one. A key is a hash of all that a finding rests on."""

    def __init__(self, chapter: Chapter):
        self.path: Path = chapter.root / ".cache" / "chapter" / chapter.part / f"{chapter.slug}.json"
        self.before: dict[str, list[str]] = json.loads(self.path.read_text()) if self.path.exists() else {}
        self.now: dict[str, list[str]] = {}

    def get(self, key: str) -> list[str] | None:
        """What was found under key, None if nothing is known."""
        if key in self.before:
            self.now[key] = self.before[key]
        return self.now.get(key)

    def put(self, key: str, complaints: list[str]) -> list[str]:
        """Remember complaints under key, and return them."""
        self.now[key] = complaints
        return complaints

    def save(self, whole: bool) -> None:
        """Write the findings; after a whole run those that it did not ask for are forgotten."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.now if whole else self.before | self.now))
