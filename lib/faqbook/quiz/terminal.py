"""A quiz as plain text: the questions first, the answers below, so that a reader may think in between."""

import textwrap
from string import ascii_lowercase

from faqbook.quiz.inline import plain
from faqbook.quiz.model import Item, Quiz
from faqbook.quiz.numbers import show

WIDTH = 80


def quiz_text(quiz: Quiz) -> str:
    """Questions with lettered options, then the answers with what is said to each."""
    questions = [_question(item, i + 1) for i, item in enumerate(quiz.items)]
    answers = [_answer(item, i + 1) for i, item in enumerate(quiz.items)]
    return "\n\n".join(["Quiz", *questions, "Answers", *answers])


def _question(item: Item, number: int) -> str:
    lines = [_wrap(f"{number}. ", plain(item.prompt) + (" [in depth]" if item.level == "depth" else ""))]
    if item.bug:
        numbered = (f"{i + 1:>6}  {line}" for i, line in enumerate(item.bug.buggy.rstrip("\n").split("\n")))
        lines += ["\n".join(numbered), ""]
    if item.number:
        unit = f" Unit: {plain(item.number.unit)}." if item.number.unit else ""
        return "\n".join([*lines, f"   {item.ask}{unit}"])
    options = (
        _wrap(f"   {letter}) ", plain(item.options[i].text))
        for letter, i in zip(ascii_lowercase, item.shuffled(), strict=False)
    )
    return "\n".join([*lines, f"   {item.ask}", *options])


def _answer(item: Item, number: int) -> str:
    if item.number:
        lines = [
            _wrap("   ", f"{item.number.shown} {plain(item.number.unit)}".strip() + f": {plain(item.number.feedback)}")
        ]
        if item.number.coarse:
            lines.append(_wrap("   ", f"such as {show(item.number.coarse[0])}: {item.number.lacking}"))
        lines += [_wrap("   ", f"not {trap.shown}: {plain(trap.feedback)}") for trap in item.number.traps]
        lines.append(_wrap("   ", f"otherwise: {plain(item.number.otherwise)}"))
        return "\n".join([f"{number}.", *lines])
    letters = dict(zip(item.shuffled(), ascii_lowercase, strict=False))
    if item.kind == "order":
        order = ", ".join(letters[i] for i in range(len(item.options)))
        return "\n".join(
            [
                f"{number}. {order}",
                *(_wrap(f"   {letters[i]}) ", plain(o.feedback)) for i, o in enumerate(item.options)),
            ]
        )
    verdicts = [
        _wrap(
            f"   {letters[i]}) ", f"{'right' if item.options[i].right else 'wrong'}: {plain(item.options[i].feedback)}"
        )
        for i in item.shuffled()
    ]
    fixed = ["   Repaired:", textwrap.indent(item.bug.fixed.rstrip("\n"), " " * 8)] if item.bug else []
    return "\n".join([f"{number}.", *verdicts, *fixed])


def _wrap(head: str, text: str) -> str:
    """Filled to the width, later lines under the first; paragraphs stay apart."""
    indent = " " * len(head)
    filled = (
        textwrap.fill(
            paragraph,
            WIDTH,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for paragraph in text.split("\n\n")
    )
    return head + "\n\n".join(filled)[len(head) :]
