"""What training minimises: masked tokens to predict, pairs of texts to judge, and the label-smoothed loss."""

from faqformer.objectives.masking import Masked, mask_tokens
from faqformer.objectives.sentence_pairs import SentencePair, next_sentence_pairs
from faqformer.objectives.smoothing import label_smoothing_loss

__all__ = [
    "Masked",
    "SentencePair",
    "label_smoothing_loss",
    "mask_tokens",
    "next_sentence_pairs",
]
