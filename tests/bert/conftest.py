"""The trained encoder, loaded once. Where it is not installed its tests are skipped, but not in CI."""

import os

import pytest

from faqformer import data
from faqformer.bert import load_minilm


@pytest.fixture(scope="session")
def minilm():
    try:
        return load_minilm()
    except data.MissingPackage as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
