"""Two thousand lines that are hard on a tokenizer, the same on every run."""

import random
from pydoc_data.topics import topics

# No sign here is younger than Unicode 10, so that every table in use knows it.
FRAGMENTS = {
    "spaces": [" ", "  ", "      ", "\t", "\t\t ", "\n", "\r\n", "\u00a0", "\u2009", "\u3000", " \u00a0\u3000 "],
    "control": ["\0", "\x07", "\x1b[0m", "\x85", "\u200b", "\u200d", "\ufeff", "\ufffd", "\u202e", "\u00ad"],
    "signs": [
        *"!?.,;:'\"()[]{}#$%^&*+-=<>/\\|`~@_",
        "##",
        "...",
        "“",
        "”",
        "—",
        "…",
        "。",
        "、",
        "¿",
        "€",
        "±",
        "''",
        "|",
    ],
    "Chinese": ["自然语言处理", "注意力", "𠮷", "豈", "〇", "々", "，这是一个句子。", "BERT模型", "３２"],
    "Japanese, Korean": ["ガ", "ひらがな", "トウキョウ", "한국어", "ﾊﾝ"],
    "accents": ["café", "cafe\u0301", "ÀÉÎÕÜ", "Ệ", "ñandú", "Ångström", "İstanbul", "straße", "ŒUVRE", "ﬁn", "ǅ"],
    "scripts": ["Привет", "ёлка", "Й", "שָׁלוֹם", "مَرْحَبًا", "नमस्ते", "สวัสดี", "Αθήνα", "Ω"],
    "emoji": ["😀", "👩\u200d👩\u200d👧", "👍🏽", "🇩🇪", "❤\ufe0f", "1\ufe0f\u20e3", "☃", "🏳\ufe0f\u200d🌈"],
    "numbers": ["3.14", "1,000", "½", "Ⅷ", "２０", "x²", "٣", "0x1F"],
    "odd words": [
        "unaffable",
        "Donaudampfschiffahrt",
        "a" * 100,
        "b" * 101,
        "ab" * 300,
        "don't",
        "we'LL",
        "I'm",
        "[MASK]",
    ],
}
WORDS = " ".join(topics[name] for name in sorted(topics)[:20]).split(" ")  # Python's own manual, spaces and all


def lines(n: int = 2000) -> list[str]:
    chance = random.Random(0)
    kinds = list(FRAGMENTS)
    return [
        "".join(
            chance.choice(FRAGMENTS[chance.choice(kinds)])
            if chance.random() < 0.5
            else " " * (chance.random() < 0.7) + chance.choice(WORDS)
            for _ in range(chance.randint(1, 20))
        )
        for _ in range(n)
    ]
