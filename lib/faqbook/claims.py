"""What a claim's check is known by, for those who write it and those who read it; the site reads it without torch."""

import re

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*")  # slug.words
METADATA = "faqformer"  # the key of a check's record in its output's metadata
