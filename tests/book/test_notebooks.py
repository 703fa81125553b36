"""Every chapter's notebook keeps the rules of form, code and independence (`tools/rules`)."""

import pytest

from tools.chapters import existing
from tools.rules import NOTEBOOK


@pytest.mark.parametrize("rule", NOTEBOOK, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("chapter", existing(), ids=lambda chapter: chapter.slug)
def test_notebook(chapter, rule):
    assert (found := rule(chapter)) == [], "\n".join(found)
