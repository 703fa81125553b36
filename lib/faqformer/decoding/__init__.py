"""From a model to a text: the next word again and again, greedily or with a beam."""

from faqformer.decoding.beam import beam_search, beam_search_from, gnmt_penalty
from faqformer.decoding.greedy import greedy, greedy_from
from faqformer.decoding.steps import Decoded, Stateless, Steps, TransformerSteps

__all__ = [
    "Decoded",
    "Stateless",
    "Steps",
    "TransformerSteps",
    "beam_search",
    "beam_search_from",
    "gnmt_penalty",
    "greedy",
    "greedy_from",
]
