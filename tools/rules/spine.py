"""The spine as the rules see it: None while it cannot be read, so that only one rule complains."""

from functools import cache

from faqbook import course
from tools.chapters import Chapter

_parse = cache(course.parse)


def spine(chapter: Chapter) -> course.Spine | None:
    try:
        return _read(chapter)
    except (ValueError, FileNotFoundError):
        return None


def readable_spine(chapter: Chapter) -> list[str]:
    try:
        _read(chapter)
    except (ValueError, FileNotFoundError) as error:
        return [str(error)]
    return []


def _read(chapter: Chapter) -> course.Spine:
    if not chapter.spine.exists():
        raise FileNotFoundError(f"{chapter.spine.name}: not there")
    return _parse(chapter.slug, chapter.spine.read_text(encoding="utf-8"), chapter.spine.name)
