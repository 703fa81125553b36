"""What training minimises: masked tokens to predict, and the label-smoothed loss."""

from faqformer.objectives.masking import Masked, mask_tokens, mask_tokens_independently
from faqformer.objectives.smoothing import label_smoothing_loss, smoothed_over_all, smoothed_over_others

__all__ = [
    "Masked",
    "label_smoothing_loss",
    "mask_tokens",
    "mask_tokens_independently",
    "smoothed_over_all",
    "smoothed_over_others",
]
