"""Instruments: what a running model does, found out by looking, with nothing left on it afterwards.

Where the queries look: `recorded`. What ran: `trace`. Which masks dropout draws: `dropout_masks`. What is computed and
kept: `counted_macs`, `longest_chain`, `counted_numbers`, `largest_tensor`, `kept_bytes`. And what can be said of what
was seen: `entropy` and `divergence` of weights, `between_heads`; `all_choices` and `by_order` for how much choices act
together.
"""

from faqformer.instruments.dropout import dropout_masks
from faqformer.instruments.interactions import all_choices, by_order
from faqformer.instruments.memory import counted_numbers, kept_bytes, largest_tensor
from faqformer.instruments.patterns import between_heads, divergence, entropy
from faqformer.instruments.recorded import Recorded, recorded
from faqformer.instruments.trace import trace
from faqformer.instruments.work import counted_macs, longest_chain

__all__ = [
    "Recorded",
    "all_choices",
    "between_heads",
    "by_order",
    "counted_macs",
    "counted_numbers",
    "divergence",
    "dropout_masks",
    "entropy",
    "kept_bytes",
    "largest_tensor",
    "longest_chain",
    "recorded",
    "trace",
]
