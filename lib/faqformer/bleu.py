"""BLEU: how many n-grams of a translation occur in its references, on a scale from 0 to 1 (Papineni et al. 2002).

Everything works on lists of tokens: how a text is cut into tokens changes the score, so the caller does it.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from faqformer.require import require_one_of, require_size, require_tokens

Tokens = Sequence[str]
SMOOTHING = ("none", "floor", "add-k", "exp")


@dataclass(frozen=True)
class Statistics:
    """Counts that add up over sentences; matches and totals are indexed by n − 1."""

    matches: tuple[int, ...]
    totals: tuple[int, ...]
    candidate_length: int
    reference_length: int

    def __add__(self, other: "Statistics") -> "Statistics":
        return Statistics(
            tuple(a + b for a, b in zip(self.matches, other.matches, strict=True)),
            tuple(a + b for a, b in zip(self.totals, other.totals, strict=True)),
            self.candidate_length + other.candidate_length,
            self.reference_length + other.reference_length,
        )


@dataclass(frozen=True)
class Bleu:
    """A score from 0 to 1, and what it is made of: brevity_penalty times the geometric mean of precisions."""

    score: float
    precisions: tuple[float, ...]
    brevity_penalty: float
    statistics: Statistics


def ngrams(tokens: Tokens, n: int) -> Counter[tuple[str, ...]]:
    """How often each n-gram occurs; tuples, so that ("ab", "c") is not ("a", "bc")."""
    return Counter(zip(*(tokens[i:] for i in range(n)), strict=False))


def statistics(candidate: Tokens, references: Sequence[Tokens], order: int = 4) -> Statistics:
    """One sentence's counts: matches are clipped at the most that any one reference holds; the reference length is
    that of the closest reference, the shorter of two equally close (Papineni et al. 2002, 2.1 and 2.2.2).

    Raises TypeError for a string where a list of tokens is expected, ValueError without a reference.
    """
    require_tokens("candidate", candidate)
    if isinstance(references, str) or not references:
        raise ValueError("references: expected at least one list of tokens a sentence, got none")
    for reference in references:
        require_tokens("references", reference)
    matches, totals = [], []
    for n in range(1, order + 1):
        most = ngrams(references[0], n)
        for reference in references[1:]:
            most |= ngrams(reference, n)
        found = ngrams(candidate, n)
        matches.append(sum(min(count, most[gram]) for gram, count in found.items() if gram in most))
        totals.append(max(len(candidate) - n + 1, 0))
    closest = min((abs(len(reference) - len(candidate)), len(reference)) for reference in references)[1]
    return Statistics(tuple(matches), tuple(totals), len(candidate), closest)


def brevity_penalty(candidate_length: int, reference_length: int) -> float:
    """1 for a candidate at least as long as the reference, else e^(1 − r/c): only short output is punished here."""
    if candidate_length >= reference_length:
        return 1.0
    return math.exp(1 - reference_length / candidate_length) if candidate_length else 0.0


def score(
    stats: Statistics, smoothing: str = "none", value: float | None = None, effective_order: bool = False
) -> Bleu:
    """BLEU from counts.

    smoothing says what becomes of an order without a match (names as in sacreBLEU; Chen & Cherry 2014): "none" leaves
    its precision 0, and so the score; "floor" counts `value` (0.1) matches; "exp" counts 1/2, 1/4, … for the first,
    second, … such order; "add-k" adds `value` (1) to matches and totals of every order above 1. Without any match the
    score is 0 whatever the smoothing. effective_order leaves out the orders for which the candidate is too short.
    Raises ValueError for another smoothing.
    """
    require_one_of("smoothing", smoothing, SMOOTHING)
    penalty = brevity_penalty(stats.candidate_length, stats.reference_length)
    if not any(stats.matches):
        return Bleu(0.0, (0.0,) * len(stats.totals), penalty, stats)
    precisions, zeros = [], 0
    for n, (matches, total) in enumerate(zip(stats.matches, stats.totals, strict=True), 1):
        if smoothing == "add-k" and n > 1:
            k = 1.0 if value is None else value
            matches, total = matches + k, total + k
        if total == 0:
            break
        if matches == 0:
            zeros += 1
            matches = {"exp": 2.0**-zeros, "floor": 0.1 if value is None else value}.get(smoothing, 0)
        precisions.append(matches / total)
    missing = len(stats.totals) - len(precisions)
    used = precisions if effective_order else precisions + [0.0] * missing
    mean = math.exp(math.fsum(map(math.log, used)) / len(used)) if all(used) else 0.0
    return Bleu(penalty * mean, tuple(precisions + [0.0] * missing), penalty, stats)


def corpus_bleu(
    *,
    candidates: Iterable[Tokens],
    references: Iterable[Sequence[Tokens]],
    order: int = 4,
    smoothing: str = "none",
    value: float | None = None,
) -> Bleu:
    """BLEU of a corpus: the counts are added over all sentences before anything is divided.

    candidates: one list of tokens a sentence; references: one list of references, each a list of tokens, a sentence.
    Raises ValueError for an empty corpus or different numbers of sentences, and as `statistics` does.
    """
    require_size("order", order)
    candidates, references = list(candidates), list(references)
    if len(candidates) != len(references) or not candidates:
        counts = f"{len(candidates)} candidates and {len(references)} lists of references"
        raise ValueError(f"candidates: expected at least one, and a list of references for each, got {counts}")
    total = statistics(candidates[0], references[0], order)
    for candidate, refs in zip(candidates[1:], references[1:], strict=True):
        total += statistics(candidate, refs, order)
    return score(total, smoothing, value)


def sentence_bleu(
    *,
    candidate: Tokens,
    references: Sequence[Tokens],
    order: int = 4,
    smoothing: str = "exp",
    value: float | None = None,
) -> Bleu:
    """BLEU of one sentence, smoothed and over its effective order by default; not what papers report.

    Raises as `statistics` and `score` do.
    """
    require_size("order", order)
    return score(statistics(candidate, references, order), smoothing, value, effective_order=True)
