"""faqbook: what a page of the book is made of, for the notebook, the terminal, the site and the tests.

`checks` compare what was measured with what was derived; `course` and `quiz` read what was typed; `figures` draw;
`site` is the Sphinx extension. It imports `faqformer`, the Transformer that it writes about, never the reverse.
"""
