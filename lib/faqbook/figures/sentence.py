"""The book's one example sentence."""

SENTENCE = ("the", "mouse", "lost", "its", "left", "ear")
"""Six words, six tokens (each a piece of BERT's English vocabulary), for whatever needs a sentence.

“its” is the mouse, and until the last word the mouse may as well be one with buttons: with “button” instead of “ear”
it is another thing. So “mouse” and “ear” are expected to attend to each other, “its” to “mouse”; and what the animal
is, can be known where both sides are seen, not where only the words before are.
"""
