"""The task of translating: a small Transformer on pairs of names."""

from faqformer.train.translate.settings import TranslateSettings
from faqformer.train.translate.task import Translate
from faqformer.train.translate.translator import Translator

__all__ = ["Translate", "TranslateSettings", "Translator"]
