"""The quiz beside its chapter: fair, complete, on claims and sections that there are."""

from faqbook import quiz
from tools.chapters import Chapter
from tools.rules.bug import run_bug
from tools.rules.fair import problems
from tools.rules.form import headings
from tools.rules.ledger import known
from tools.rules.spine import spine


def quiz_fits(chapter: Chapter) -> list[str]:
    try:
        read = quiz.load(chapter.slug, chapter.folder)
    except (ValueError, FileNotFoundError) as error:
        return [str(error)]
    return problems(read, known(chapter), [text for _, text in headings(chapter)]) if spine(chapter) else []


def bugs_are_bugs(chapter: Chapter) -> list[str]:
    """In an item of kind `bug`, `shows` is False after the buggy code and True after the fixed; both are run."""
    try:
        items = [item for item in quiz.load(chapter.slug, chapter.folder).items if item.bug]
    except (ValueError, FileNotFoundError):
        return []  # `quiz_fits` tells
    found = []
    for item in items:
        try:
            buggy, fixed = run_bug(item)
        except ValueError as error:
            found.append(str(error))
        else:
            found += [f"{item.id}: shows: expected False after buggy, got True"] if buggy else []
            found += [] if fixed else [f"{item.id}: shows: expected True after fixed, got False"]
    return found


RULES = [quiz_fits, bugs_are_bugs]
