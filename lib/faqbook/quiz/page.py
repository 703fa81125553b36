"""A quiz as HTML: complete without a script, with the answers folded; quiz.js grades what it finds here.

No form (a notebook that is not trusted keeps a form and drops its script: Enter would reload the page), no ids but the
items' own, nothing random.
"""

import difflib
from html import escape

from faqbook.quiz.inline import html, plain
from faqbook.quiz.model import Item, Number, Option, Quiz
from faqbook.quiz.numbers import show


def quiz_html(quiz: Quiz) -> str:
    """The quiz without style and script."""
    items = "".join(item_html(item, i + 1) for i, item in enumerate(quiz.items))
    return (
        f'<div class="faqformer-quiz" lang="en" data-quiz="{quiz.slug}">\n'
        f'<div class="fq-head"><p class="fq-count">{_count(quiz)}</p></div>\n'
        f"{items}</div>\n"
    )


def _count(quiz: Quiz) -> str:
    n, deep = len(quiz.items), sum(item.level == "depth" for item in quiz.items)
    return f"{n} question{'s' if n > 1 else ''}" + (f", {deep} in depth" if deep else "")


def anchor(id: str) -> str:
    """The element id of an item. An item's id holds single hyphens only, so no two share one."""
    return f"quiz--{id.replace('.', '--')}"


def item_html(item: Item, number: int) -> str:
    """One question, with its number in the quiz."""
    return (
        f'<fieldset class="fq-item" id="{anchor(item.id)}" data-item="{item.id}" data-kind="{item.kind}">\n'
        f'<legend><span class="fq-number">{number}<span class="fq-aside">.</span></span> '
        f'<span class="fq-prompt" dir="auto">{html(item.prompt)}{_mark(item)}</span>'
        f"</legend>\n{_listing(item.bug.buggy) if item.bug else ''}{_question(item)}"
        f'<details class="fq-answer"><summary>Answer to question {number}</summary>\n{_answer(item)}'
        f'<p class="fq-reread">Reread: <span>{escape(item.reread)}</span></p>\n</details>\n</fieldset>\n'
    )


def _mark(item: Item) -> str:
    return ' <span class="fq-level">in depth</span>' if item.level == "depth" else ""


def _question(item: Item) -> str:
    if item.number:
        unit = f' <span class="fq-unit">{html(item.number.unit)}</span>' if item.number.unit else ""
        return (
            f'<div class="fq-field"><label><span class="fq-ask">{item.ask}</span> <input type="text" '
            f'autocomplete="off" spellcheck="false" data-unit="{escape(plain(item.number.unit))}">{unit}</label>'
            "</div>\n"
        )
    ask = f'<p class="fq-ask">{item.ask}</p>\n'
    if item.kind == "order":
        steps = "".join(
            f'<li data-option="{i}"><span class="fq-text" dir="auto">{html(item.options[i].text)}</span></li>\n'
            for i in item.shuffled()
        )
        return f'{ask}<ol class="fq-steps">\n{steps}</ol>\n'
    kind = "checkbox" if item.kind == "several" else "radio"
    return ask + "".join(
        f'<div class="fq-option" data-option="{i}"><label><input type="{kind}" name="quiz.{item.id}" value="{i}"> '
        f'<span class="fq-text" dir="auto">{html(item.options[i].text)}</span></label></div>\n'
        for i in item.shuffled()
    )


def _answer(item: Item) -> str:
    if item.number:
        number = item.number
        traps = "".join(
            _entry(i, t.shown, t.feedback, False, **_interval(t.accepted)) for i, t in enumerate(number.traps)
        )
        return (
            _entry("right", number.shown, number.feedback, True, **_interval(number.accepted))
            + (_coarse(number) if number.coarse else "")
            + traps
            + _entry("otherwise", "any other number", number.otherwise, False)
        )
    if item.kind == "order":
        entries = "".join(f"<li>{_entry(i, o.text, o.feedback)}</li>\n" for i, o in enumerate(item.options))
        return f'<ol class="fq-ordered">\n{entries}</ol>\n'
    entries = "".join(_chosen(i, item.options[i]) for i in item.shuffled())
    if item.bug:
        entries += f'<div class="fq-fixed"><p>Repaired:</p>\n{_listing(item.bug.fixed, item.bug.buggy)}</div>\n'
    return entries


def _coarse(number: Number) -> str:
    values = " ".join(map(repr, number.coarse))
    return _entry("coarse", f"such as {show(number.coarse[0])}", number.lacking, values=values)


def _chosen(i: int, option: Option) -> str:
    return _entry(i, option.text, option.feedback, option.right)


def _entry(name: int | str, text: str, feedback: str, right: bool | None = None, **data: str) -> str:
    """What is said to an answer. The script finds it by data-entry, and reads from its data what is right."""
    verdict = "" if right is None else f'<strong class="fq-label">{"Right" if right else "Wrong"}</strong> '
    data = {"entry": name} | ({} if right is None else {"right": "yes" if right else "no"}) | data
    attributes = "".join(f' data-{key}="{value}"' for key, value in data.items())
    return (
        f'<div class="fq-entry"{attributes}><p class="fq-said" dir="auto">{verdict}{html(text)}</p>'
        f'<p class="fq-why" dir="auto">{html(feedback)}</p></div>\n'
    )


def _interval(accepted: tuple[float, float]) -> dict[str, str]:
    return {"low": repr(accepted[0]), "high": repr(accepted[1])}


def _listing(code: str, before: str | None = None) -> str:
    """Numbered lines, those that are not in `before` marked. It scrolls sideways, so the keyboard must reach it."""
    lines = code.rstrip("\n").split("\n")
    kept = range(len(lines))
    if before is not None:
        matcher = difflib.SequenceMatcher(None, before.rstrip("\n").split("\n"), lines, autojunk=False)
        kept = {block.b + i for block in matcher.get_matching_blocks() for i in range(block.size)}
    spans = "\n".join(
        f'<span class="fq-line{"" if i in kept else " fq-changed"}">{escape(line)}</span>'
        for i, line in enumerate(lines)
    )
    return f'<pre class="fq-code" role="group" aria-label="Code" tabindex="0" dir="ltr"><code>{spans}</code></pre>\n'
