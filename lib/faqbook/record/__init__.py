"""What a check leaves behind: its id, its numbers and what each of them is, its line in words, its details.

The checks write it, the site, the ledger and the verdict table read it; none of it waits for torch.
"""

from faqbook.record.fields import ID, METADATA, Number, Result, passed, stored

__all__ = ["ID", "METADATA", "Number", "Result", "passed", "stored"]
