"""Parallel text in many languages: short names with their translations, aligned by construction."""

import struct
from pathlib import Path

from faqformer.data.packages import licence

FOLDER = "pycountry/locales"
CATALOGUES = ("iso3166-1", "iso3166-3", "iso3166-2", "iso639-3", "iso639-5", "iso15924", "iso4217")


def parallel_pairs(language: str) -> list[tuple[str, str]]:
    """English names and their translations, each English name once, without those that are the same in both.

    Countries first, then their provinces, languages, scripts and currencies. language: a locale, such as "de" (4203
    pairs), "fr" (5163) or "zh_CN" (5088). Raises ValueError for one that there is not, MissingPackage.
    """
    locales = licence("parallel_pairs").file(FOLDER)
    known = sorted(folder.name for folder in locales.iterdir() if (folder / "LC_MESSAGES").is_dir())
    if language not in known:
        raise ValueError(f"language: expected one of {', '.join(known)}, got {language!r}")
    pairs: dict[str, str] = {}
    for catalogue in CATALOGUES:
        path = locales / language / "LC_MESSAGES" / f"{catalogue}.mo"
        if path.exists():  # a language need not have all
            for english, translation in messages(path).items():
                pairs.setdefault(english, translation)
    return [(english, translation) for english, translation in pairs.items() if english != translation]


def messages(path: Path) -> dict[str, str]:
    """What a compiled catalogue (GNU gettext's .mo) translates, in the file's order; without its header."""
    data = path.read_bytes()
    order = {b"\xde\x12\x04\x95": "<", b"\x95\x04\x12\xde": ">"}.get(data[:4])
    if order is None:
        raise ValueError(f"{path.name}: expected a compiled catalogue, got {data[:4]!r}")
    count, originals, translations = struct.unpack_from(f"{order}3I", data, 8)

    def text(table: int, i: int) -> str:
        length, start = struct.unpack_from(f"{order}2I", data, table + 8 * i)
        return data[start : start + length].decode("utf-8")

    return {original: text(translations, i) for i in range(count) if (original := text(originals, i))}
