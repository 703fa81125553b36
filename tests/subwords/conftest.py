"""The trained encoder's vocabulary. Where it is not installed its tests are skipped, but not in CI."""

import os

import pytest

from faqformer import data


@pytest.fixture(scope="session")
def minilm_vocabulary():
    try:
        return data.minilm_vocabulary()
    except data.MissingPackage as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
