"""How many hits chance allows: the binomial law's own tails, since a normal tolerance fails where hits are rare."""

import math

from faqbook.checks.numbers import STANDARD_ERRORS, false_alarm_rate


def allowed_hits(trials: int, rate: float, standard_errors: float = STANDARD_ERRORS) -> tuple[int, int]:
    """The fewest and the most hits of so many trials that are not rarer, on their side, than six standard errors."""
    rarest = false_alarm_rate(standard_errors) / 2
    return trials - _most(trials, 1 - rate, rate, rarest), _most(trials, rate, 1 - rate, rarest)


def _most(trials: int, hit: float, miss: float, rarest: float) -> int:
    """The largest number of hits that is reached with a probability of at least `rarest`."""
    low, high = math.floor(trials * hit), trials + 1  # reached half the time; never reached
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if at_least_hits(middle, trials, hit, miss) >= rarest else (low, middle)
    return low


def at_least_hits(hits: int, trials: int, hit: float, miss: float) -> float:
    """The probability of so many hits or more, for hits not below their expected number; hit + miss = 1."""
    arrangements = math.lgamma(trials + 1) - math.lgamma(hits + 1) - math.lgamma(trials - hits + 1)
    term = math.exp(arrangements + hits * math.log(hit) + (trials - hits) * math.log(miss))
    total = 0.0
    while term > 1e-17 * total:  # each next number of hits is less likely by a factor that keeps falling
        total += term
        term *= hit / miss * (trials - hits) / (hits + 1)
        hits += 1
    return total
