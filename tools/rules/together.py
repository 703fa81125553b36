"""What is wrong with all quizzes as a whole: what occurs twice, and what gives the right option away."""

from collections import Counter
from collections.abc import Iterable

from faqbook.quiz import Item, Quiz
from faqbook.quiz.inline import plain
from tools.rules.fair import feedback

FALSE_ALARM = 0.01  # how often fair quizzes would be called biased


def problems_together(quizzes: Iterable[Quiz]) -> list[str]:
    """One line for each thing that is wrong."""
    items = [item for quiz in quizzes for item in quiz.items]
    found = [f"{id}: the id of {n} items" for id, n in Counter(item.id for item in items).items() if n > 1]
    said = Counter(" ".join(plain(text).casefold().split()) for item in items for text in feedback(item))
    found += [f"said {n} times: {text!r}" for text, n in said.items() if n > 1]
    choices = [item for item in items if item.kind in ("one", "bug")]
    chances = [1 / len(item.options) for item in choices]
    for what, tell in (("first", _first), ("longest", _longest), ("shortest", _shortest)):
        hits = sum(map(tell, choices))
        if at_least(hits, chances) < FALSE_ALARM:
            found.append(f"the right option is the {what} in {hits} of {len(choices)} items: too often to be chance")
    statements = [item.options[0].right for item in items if item.kind == "truth"]
    half = [0.5] * len(statements)
    if 2 * min(at_least(sum(statements), half), at_least(len(half) - sum(statements), half)) < FALSE_ALARM:
        found.append(f"{sum(statements)} of {len(statements)} statements are true: too lopsided to be chance")
    return found


def _first(item: Item) -> bool:
    return item.options[item.shuffled()[0]].right


def _longest(item: Item) -> bool:
    lengths = [len(plain(option.text)) for option in item.options]
    return lengths.count(max(lengths)) == 1 and item.options[lengths.index(max(lengths))].right


def _shortest(item: Item) -> bool:
    lengths = [len(plain(option.text)) for option in item.options]
    return lengths.count(min(lengths)) == 1 and item.options[lengths.index(min(lengths))].right


def at_least(hits: int, chances: list[float]) -> float:
    """The probability of that many hits or more, when try i hits with chances[i], whatever the others do."""
    exactly = [1.0]  # by number of hits so far
    for chance in chances:
        exactly = [
            (exactly[n] if n < len(exactly) else 0) * (1 - chance) + (exactly[n - 1] * chance if n else 0)
            for n in range(len(exactly) + 1)
        ]
    return sum(exactly[hits:])
