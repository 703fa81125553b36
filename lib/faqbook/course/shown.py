"""A spine as Markdown: what a chapter's cells show of it, in a notebook, on the site and in a terminal.

A fold is `<details>` with blank lines around its Markdown: Jupyter, forges and the site all render what is inside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from faqbook.schemas import VERDICTS

if TYPE_CHECKING:
    from faqbook.course.spine import Claim, Spine

VERDICT, SPOKEN = 'class="verdict ', 'class="say"'  # by these the site finds what is judged, and what is to be said


def header(chapter: Spine) -> str:
    """Chinese question, where it was asked, what to know first: a line each, as far as there is something."""
    lines = [
        f'<span lang="zh">{chapter.question["zh"]}</span>' if "zh" in chapter.question else "",
        f"**Asked in** {'; '.join(chapter.asked)}" if chapter.asked else "",
        f"**Know first:** {'; '.join(chapter.prerequisites)}" if chapter.prerequisites else "",
    ]
    return "  \n".join(line for line in lines if line)


def badge(verdict: str, count: int | None = None) -> str:
    """A verdict's words, bold where no style reaches them. On the site its class gives it a colour and a sign.

    count: how many sentences have it, to be shown before the words.
    """
    words = VERDICTS[verdict] if count is None else f"{count} {VERDICTS[verdict]}"
    return f'<strong {VERDICT}{verdict}">{words}</strong>'


def often_said(chapter: Spine) -> str:
    """A list of claims: what is said, verdict and short correction; the full one folds."""
    return "\n\n".join(map(_claim, chapter.claims))


def _claim(claim: Claim) -> str:
    settled = f"<small>({f'from {claim.source}' if claim.source else f'checked as `{claim.id}`'})</small>"
    said = f"- “{claim.said}”  \n  {badge(claim.verdict)}"
    return f"{said} {claim.short}\n\n{_folded('In full', f'{claim.correct} {settled}', indent='  ')}"


def _folded(summary: str, text: str, indent: str = "") -> str:
    lines = [f"<details><summary>{summary}</summary>", "", text, "", "</details>"]
    return "\n".join(f"{indent}{line}" if line else line for line in lines)


def say_it(chapter: Spine) -> str:
    """Three spoken answers, one under the other."""
    points = "\n".join(f"{n}. {point}" for n, point in enumerate(chapter.checklist, start=1))
    pressed = "\n".join(f"- **“{press.ask}”**  \n  {press.answer}" for press in chapter.say.press)
    answers = [
        f"{_spoken('Thirty seconds.')} “{chapter.say.thirty}”",
        f"{_spoken('Two minutes.')}\n\n{points}" if points else "",
        f"{_spoken('If they press.')}\n\n{pressed}" if pressed else "",
    ]
    return "\n\n".join(answer for answer in answers if answer)


def _spoken(name: str) -> str:
    return f"<strong {SPOKEN}>{name}</strong>"
