"""What makes a quiz fair and complete beyond its form: one line for each thing that is wrong."""

import re
from collections.abc import Collection, Iterator, Sequence

from faqbook.course.measure import DEPTH, SAY_IT
from faqbook.quiz.inline import plain
from faqbook.quiz.model import Item, Number, Quiz
from faqbook.quiz.numbers import SMALL, is_whole

SIZE = range(5, 11)
ON_THE_LESSON = 5  # items, where the page is a lesson
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
WIDEST = 60  # characters of code: more is cut on a phone
VERDICT = re.compile(
    r"((that is|that['’]s|this is) (quite |exactly )?(right|wrong|correct|incorrect|true|false)|not quite|well done"
    r"|absolutely|bravo|correct|exactly|false|incorrect|indeed|no|nope|perfect|precisely|right|sorry|true|wrong|yes)\b",
    re.IGNORECASE,
)


def problems(quiz: Quiz, ids: Collection[str], headings: Sequence[str]) -> list[str]:
    """What is wrong with one quiz. ids: its chapter's claims and steps; headings: those of the notebook, in order."""
    found = []
    if len(quiz.items) not in SIZE:
        found.append(f"{quiz.slug}: expected {SIZE[0]} to {SIZE[-1]} items, got {len(quiz.items)}")
    if sum(bool(item.number) or any(option.computed for option in item.options) for item in quiz.items) < 2:
        found.append(f"{quiz.slug}: expected at least two items with computed numbers")
    kinds = {item.kind for item in quiz.items}
    if "bug" not in kinds:
        found.append(f"{quiz.slug}: expected an item of kind bug")
    if len(kinds) < 3:
        found.append(f"{quiz.slug}: expected items of mixed kinds, got {', '.join(sorted(kinds))}")
    on_the_lesson = sum(item.level == "lesson" for item in quiz.items)
    if SAY_IT in headings and on_the_lesson < ON_THE_LESSON:
        found.append(f"{quiz.slug}: expected at least {ON_THE_LESSON} items on the lesson, got {on_the_lesson}")
    depth = headings[headings.index(DEPTH) :] if DEPTH in headings else ()
    for item in quiz.items:
        if DEPTH in headings and (item.reread in depth) != (item.level == "depth"):
            place = "in depth" if item.reread in depth else "on the lesson"
            found.append(f"{item.id}: level: {item.level}, but the section to reread is {place}")
        if item.tests not in ids:
            found.append(f"{item.id}: tests: {item.tests} is no claim and no step of the chapter")
        if item.reread not in headings:
            found.append(f"{item.id}: reread: {item.reread!r} is no heading of the notebook")
        found += [f"{item.id}: {problem}" for problem in _in_item(item)]
    return found


def _in_item(item: Item) -> Iterator[str]:
    for text in feedback(item):
        if VERDICT.match(plain(text)):
            yield f"feedback begins with a verdict, which stands before it already: {text!r}"
    texts = [plain(option.text) for option in item.options]
    if len(set(texts)) < len(texts):
        yield "two options read the same"
    for option, text in zip(item.options, texts, strict=True):
        is_number = any(map(str.isdigit, text)) and not any(map(str.isalpha, text))
        if is_number and not option.computed and item.kind in ("one", "several"):
            yield f"the option {text} is a number: `right` must be an expression that computes it"
    if item.number:
        pattern, sentence = _precision(item.number)
        if not re.search(pattern, plain(item.prompt), re.IGNORECASE):
            yield f"prompt: expected it to say how precise the number should be: {sentence}"
    if item.bug:
        lines = [*item.bug.buggy.split("\n"), *item.bug.fixed.split("\n")]
        if max(map(len, lines)) > WIDEST:
            yield f"code of more than {WIDEST} characters a line"


def _precision(number: Number) -> tuple[str, str]:
    """How a question says how precise its answer should be, as a pattern and as a sentence; not of a small integer."""
    if number.digits is not None:
        word = NUMBERS[number.digits]
        return rf"\b({number.digits}|{word})( significant)? digits?\b", f"Give {word} significant digits."
    if number.places is not None and number.places > 0:
        word = NUMBERS[number.places]
        return rf"\b({number.places}|{word}) decimals?\b", f"Give {word} decimals."
    if number.places == 0:
        return r"\bwhole number\b", "Round to a whole number."
    if not is_whole(number.answer):
        return r"\bexact(ly)?\b|\bfraction\b", "Give it exactly; a fraction will do."
    return "" if abs(number.answer) < SMALL else r"\bexact(ly)?\b|\bhow many\b", "Give it exactly."


def feedback(item: Item) -> list[str]:
    """Every explanation that a reader of the item may see."""
    if item.number:
        return [item.number.feedback, item.number.otherwise, *(trap.feedback for trap in item.number.traps)]
    return [option.feedback for option in item.options]
