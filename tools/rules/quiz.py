"""The quiz beside its chapter: fair, complete, on claims and sections that there are."""

from faqbook import quiz
from tools.chapters import Chapter
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


RULES = [quiz_fits]
