"""What people say, all of it: each claim of the course with its verdict and what settles it, for the site's table and,
as CSV and JSON, for others. Made from the spines and from the records of the checks in the stored notebooks.
"""

import csv
import io
import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from faqbook.course.order import parts
from faqbook.course.spine import Claim, Spine, chapter
from faqbook.record import Result, passed

LINK = re.compile(r"\[([^]]*)]\([^)]*\)")
FIELDS = "id part chapter question said verdict short correct source checks measured tolerance page".split()


@dataclass(frozen=True)
class Judged:
    """A claim, where it stands, and the checks that settle it, as they were stored: none where a source does."""

    part: str
    spine: Spine
    claim: Claim
    checks: tuple[Result, ...]

    @property
    def page(self) -> str:
        """Where it is settled, from the site's root: its first check, or else the list of what people say."""
        place = f"check-{self.claim.id}" if self.checks else "often-said"
        return f"chapters/{self.part}/{self.spine.slug}.html#{place}"

    def row(self) -> dict[str, str | int]:
        """What the CSV holds, a text or a number for each of `FIELDS`."""
        first = self.checks[0] if self.checks else None
        return {
            "id": self.claim.id,
            "part": self.part,
            "chapter": self.spine.slug,
            "question": self.spine.question["en"],
            "said": self.claim.said,
            "verdict": self.claim.verdict,
            "short": self.claim.short,
            "correct": self.claim.correct,
            "source": LINK.sub(r"\1", self.claim.source or ""),
            "checks": len(self.checks),
            "measured": first.sentence() if first else "",
            "tolerance": first.tolerance if first else "",
            "page": self.page,
        }


def judged(chapters: Path | str) -> list[Judged]:
    """Every claim in the course's order. Raises FileNotFoundError and Malformed as the spines do."""
    table = []
    for part in parts(chapters):
        folder = Path(chapters) / part.name
        for slug in part.slugs:
            spine = chapter(slug, folder)
            records = passed(json.loads((folder / f"{slug}.ipynb").read_text(encoding="utf-8")))
            for claim in spine.claims:
                checks = tuple(record for record in records if record.id == claim.id)
                table.append(Judged(part.name, spine, claim, checks))
    return table


def as_csv(table: list[Judged]) -> str:
    """A line a claim under the names of `FIELDS`: UTF-8 with a byte order mark, without which Excel guesses."""
    text = io.StringIO()
    writer = csv.DictWriter(text, FIELDS, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(one.row() for one in table)
    return "\ufeff" + text.getvalue()


def as_json(table: list[Judged]) -> str:
    """The rows, and in place of the number of checks the records of all, with every number by its role."""
    rows = [one.row() | {"checks": [asdict(check) for check in one.checks]} for one in table]
    return json.dumps({"version": 1, "claims": rows}, ensure_ascii=False, indent=1) + "\n"
