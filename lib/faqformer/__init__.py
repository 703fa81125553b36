"""faqformer: the Transformer and BERT, small enough to read and exact enough to prove things with."""

__version__ = "0.1.0"
