"""The spine: what a chapter asks, claims and proves, read from `<slug>.yml`."""

from dataclasses import dataclass
from pathlib import Path

from faqbook.course.markdown import Markdown
from faqbook.course.reading import beside, read
from faqbook.course.schema import SCHEMA, VERDICTS


@dataclass(frozen=True)
class Claim:
    """One sentence that people say. `source` is a Markdown link; without one, a check settles it."""

    id: str
    said: str
    verdict: str
    correct: str
    source: str | None = None


@dataclass(frozen=True)
class Spine:
    """A chapter's spine. `common` is the id of the claim that is the common answer; `steps` maps id to sentence."""

    slug: str
    question: dict[str, str]
    asked: list[str]
    prerequisites: list[str]
    minutes: int
    common: str
    claims: list[Claim]
    steps: dict[str, str]
    checklist: list[str]

    @property
    def common_claim(self) -> Claim:
        return next(claim for claim in self.claims if claim.id == self.common)

    def header(self) -> Markdown:
        """What stands under the title: the question in Chinese, where it was asked, what to know first, minutes."""
        lines = [
            f'<span lang="zh">{self.question["zh"]}</span>',
            f"**Asked in** {'; '.join(self.asked)}" if self.asked else "",
            f"**Know first:** {'; '.join(self.prerequisites)}" if self.prerequisites else "",
            f"**{self.minutes} minutes**",
        ]
        return Markdown("  \n".join(line for line in lines if line))

    def often_said(self) -> Markdown:
        """The common answers, each with its verdict, the corrected sentence, and what settles it."""
        return Markdown("\n\n".join(_claim(claim) for claim in self.claims))

    def good_answer(self) -> Markdown:
        """What a good answer in an interview mentions."""
        return Markdown("\n".join(f"- {point}" for point in self.checklist))


def _claim(claim: Claim) -> str:
    settled = f"from {claim.source}" if claim.source else f"checked below as `{claim.id}`"
    verdict = f'<span class="verdict {claim.verdict}">{VERDICTS[claim.verdict]}</span>'
    return f"- “{claim.said}”  \n  {verdict} {claim.correct} <small>({settled})</small>"


def chapter(slug: str, folder: Path | str | None = None) -> Spine:
    """Read `<slug>.yml` in folder (by default the notebook's own).

    Raises FileNotFoundError when it is not there, ValueError naming file and field when it is malformed.
    """
    path = beside(f"{slug}.yml", folder)
    return parse(slug, path.read_text(encoding="utf-8"), path.name)


def parse(slug: str, text: str, name: str) -> Spine:
    """The spine in text; name says whose it is in an error. Raises ValueError naming the field."""
    data = read(text, SCHEMA, name)
    claims = [Claim(**claim) for claim in data.pop("claims")]
    ids = [claim.id for claim in claims] + list(data["steps"])
    for id in ids:
        if not id.startswith(f"{slug}."):
            raise ValueError(f"{name}: {id}: expected an id that begins with '{slug}.'")
        if ids.count(id) > 1:
            raise ValueError(f"{name}: {id}: used more than once")
    if data["common"] not in [claim.id for claim in claims]:
        raise ValueError(f"{name}: common: expected the id of a claim, got {data['common']!r}")
    return Spine(slug=slug, claims=claims, **data)
