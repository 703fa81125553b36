"""What training minimises: masked tokens to predict, pairs of texts to judge, and the label-smoothed loss."""

from faqformer.objectives.masking import Masked, mask_tokens, mask_tokens_independently
from faqformer.objectives.sentence_pairs import SentencePair, next_sentence_pairs
from faqformer.objectives.smoothing import label_smoothing_loss, smoothed_over_all, smoothed_over_others

__all__ = [
    "Masked",
    "SentencePair",
    "label_smoothing_loss",
    "mask_tokens",
    "mask_tokens_independently",
    "next_sentence_pairs",
    "smoothed_over_all",
    "smoothed_over_others",
]
