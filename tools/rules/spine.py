"""The spine as the rules see it: None while it cannot be read, so that only one rule complains."""

from functools import cache

from faqbook import course
from tools.chapters import Files

_parse = cache(course.parse)


def spine(chapter: Files) -> course.Chapter | None:
    try:
        return _read(chapter)
    except (ValueError, FileNotFoundError):
        return None


def readable_spine(chapter: Files) -> list[str]:
    try:
        _read(chapter)
    except (ValueError, FileNotFoundError) as error:
        return [str(error)]
    return []


def _read(chapter: Files) -> course.Chapter:
    if not chapter.spine.exists():
        raise FileNotFoundError(f"{chapter.spine.name}: not there")
    return _parse(chapter.slug, chapter.spine.read_text(encoding="utf-8"), chapter.spine.name)
