"""The example quiz, as data and as it is read."""

from pathlib import Path

import pytest
import yaml

from faqbook import quiz

FOLDER = Path(__file__).parent


@pytest.fixture
def entries():
    """The example's items as YAML gives them, by kind, to spoil."""
    data = yaml.safe_load((FOLDER / "example.quiz.yml").read_text(encoding="utf-8"))
    return {entry["kind"]: entry for entry in data["items"]}


@pytest.fixture
def example():
    return quiz.load("example", FOLDER)


def text(*items):
    """The file with these entries."""
    return yaml.safe_dump({"items": list(items)}, allow_unicode=True, sort_keys=False)


def read(*items):
    """The quiz of these entries."""
    return quiz.parse("example", text(*items), "example.quiz.yml")


@pytest.fixture
def opened(chromium, example, tmp_path):
    """The example's page in a browser. What it asks of others, or complains about, fails the test."""
    from tests.browser import visit
    from tests.quiz.reader import write

    with visit(chromium, write(tmp_path, example), reduced_motion="reduce") as visited:
        yield visited.page
        assert visited.strayed == [] and visited.complaints == []
