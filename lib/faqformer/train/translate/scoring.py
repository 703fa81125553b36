"""What translations are worth, and what those are that need no model."""

import re
from collections.abc import Sequence

from faqformer.bleu import corpus_bleu
from faqformer.train.translate.pairs import Pair


def words(text: str) -> list[str]:
    """Words and punctuation marks, as they are written: the tokens that BLEU counts here."""
    return re.findall(r"\w+|[^\w\s]", text)


def scores(translations: Sequence[str], pairs: Sequence[Pair]) -> tuple[float, float]:
    """Corpus BLEU against the pairs' targets, 0 to 100 and not smoothed, and the share that is exactly right, in %."""
    targets = [target for _, target in pairs]
    bleu = corpus_bleu(candidates=map(words, translations), references=[[words(target)] for target in targets])
    right = sum(a == " ".join(b.split()) for a, b in zip(translations, targets, strict=True))
    return 100 * bleu.score, 100 * right / len(pairs)


def copied(held_out: Sequence[Pair]) -> list[str]:
    """The source, untranslated: right wherever two languages write a name's words alike."""
    return [" ".join(source.split()) for source, _ in held_out]


def remembered(training: Sequence[Pair], held_out: Sequence[Pair]) -> list[str]:
    """The translation of the training source that is most like the source, by Dice's coefficient of their trigrams."""
    known = [(trigrams(source), target) for source, target in training]

    def nearest(source: str) -> str:
        own = trigrams(source)
        return max(known, key=lambda one: len(own & one[0]) / (len(own) + len(one[0])))[1]

    return [" ".join(nearest(source).split()) for source, _ in held_out]


def trigrams(text: str) -> set[str]:
    text = f"  {text.casefold()} "
    return {text[i : i + 3] for i in range(len(text) - 2)}
