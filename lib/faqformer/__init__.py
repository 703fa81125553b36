"""faqformer: the Transformer and BERT, small enough to read and exact enough to prove things with.

In reading order. The model: `masks`, `attention`, `positions`, `layers`, `transformer`, `decoding`, and then `bert`.
Around it: `subwords` cuts texts; `objectives`, `schedules`, `optimisers` and `initialisation` are what
training needs, and `train` trains; `bleu` scores, `cost` counts, `instruments` look on while a model runs;
`data` has real weights and texts, `require` says what is refused, and `seeds` is the one door for randomness. What the
book is made of is another package, `faqbook`.
"""

__version__ = "0.1.0"
