"""The task of filling masks: a small BERT on Shakespeare's plays."""

from faqformer.train.bert.settings import BertSettings
from faqformer.train.bert.task import FillMasks

__all__ = ["BertSettings", "FillMasks"]
