"""What a stored notebook keeps of an output that is made anew wherever it is shown: one line."""

METADATA = "faqbook-stored"  # key in an output's metadata: the line that is stored in the output's stead
QUIZ = "The quiz: run this cell to take it here, or take it on this chapter's page of the book's site."
