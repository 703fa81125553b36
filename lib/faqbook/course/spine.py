"""The spine: what a chapter asks, claims and proves, read from `<slug>.yml`."""

from dataclasses import dataclass
from pathlib import Path

from faqbook.course import shown
from faqbook.course.markdown import Markdown
from faqbook.reading import Document, beside, load, one_line, read
from faqbook.schemas import SPINE

SHORT = 12  # words: one line beside the verdict
THIRTY = 75  # words: what can be said in thirty seconds, at 150 words a minute


@dataclass(frozen=True)
class Claim:
    """One sentence that people say.

    `short` corrects it in a few words, `correct` in full; `source` is a Markdown link: without one, a check settles it.
    """

    id: str
    said: str
    verdict: str
    short: str
    correct: str
    source: str | None = None


@dataclass(frozen=True)
class Press:
    """A question by which an interviewer presses on, and what to answer."""

    ask: str
    answer: str


@dataclass(frozen=True)
class Say:
    """What to say in an interview, in thirty seconds and when pressed; what to say in two minutes is the checklist."""

    thirty: str
    press: list[Press]


@dataclass(frozen=True)
class Spine:
    """A chapter's spine. `common` is the id of the claim that is the common answer; `steps` maps id to sentence.

    `checklist` holds what an answer of two minutes names, `say` the shorter answers and those to what is asked next.
    """

    slug: str
    question: dict[str, str]
    asked: list[str]
    prerequisites: list[str]
    common: str
    claims: list[Claim]
    steps: dict[str, str]
    checklist: list[str]
    say: Say

    @property
    def common_claim(self) -> Claim:
        return next(claim for claim in self.claims if claim.id == self.common)

    def header(self) -> Markdown:
        """What stands under the title: the question in Chinese, where it was asked, what to know first."""
        return Markdown(shown.header(self))

    def often_said(self) -> Markdown:
        """The common answers, each with its verdict and its correction; the full sentence and what settles it fold."""
        return Markdown(shown.often_said(self))

    def say_it(self) -> Markdown:
        """What to say in thirty seconds, in two minutes, and when pressed."""
        return Markdown(shown.say_it(self))


def chapter(slug: str, folder: Path | str | None = None) -> Spine:
    """Read `<slug>.yml` in folder (by default the notebook's own).

    Raises FileNotFoundError when it is not there, Malformed naming file, line, item and field when it is malformed.
    """
    return _spine(slug, load(beside(f"{slug}.yml", folder), SPINE))


def parse(slug: str, text: str, name: str) -> Spine:
    """The spine in text; name says whose it is in an error. Raises Malformed."""
    return _spine(slug, read(text, SPINE, name))


def _spine(slug: str, document: Document) -> Spine:
    data = one_line(document.data)
    claims = [Claim(**claim) for claim in data.pop("claims")]
    ids = [claim.id for claim in claims] + list(data["steps"])
    places = [("claims", i, "id") for i in range(len(claims))] + [("steps", id) for id in data["steps"]]
    for i, (id, place) in enumerate(zip(ids, places, strict=True)):
        if not id.startswith(f"{slug}."):
            raise document.error(f"expected an id that begins with '{slug}.'", *place)
        if id in ids[:i]:
            raise document.error("used more than once", *place)
    if data["common"] not in [claim.id for claim in claims]:
        raise document.error(f"expected the id of a claim, got {data['common']!r}", "common")
    for i, claim in enumerate(claims):
        _at_most(SHORT, claim.short, document, "claims", i, "short")
    say = data.pop("say")
    _at_most(THIRTY, say["thirty"], document, "say", "thirty")
    return Spine(slug=slug, claims=claims, say=Say(say["thirty"], [Press(**press) for press in say["press"]]), **data)


def _at_most(words: int, text: str, document: Document, *path: str | int) -> None:
    if len(text.split()) > words:
        raise document.error(f"expected {words} words at most, got {len(text.split())}", *path)
