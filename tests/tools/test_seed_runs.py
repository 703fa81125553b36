"""Runs under other seeds: a check that holds for the published numbers only is found."""

import pytest
from tools.seeds import main

from tests.tools.conftest import plant

LUCKY = """import torch
from faqformer import checks, seeds
draw = torch.randn((), generator=seeds.generator(1)).item()
checks.equal("scaling.claim", seeds.seed(1) == 1 or seeds.seed(1) % 2 == 0, True)"""


@pytest.fixture
def lucky(chapter):
    """A chapter whose check holds under the published seed and every odd shift."""
    plant(chapter, LUCKY)
    return chapter


def test_a_check_that_depends_on_the_seed_fails_the_command(lucky, capsys):
    assert main(["--count", "3", "--root", str(lucky.root)]) == 1
    said = capsys.readouterr()
    row = said.out.splitlines()[-1].split(maxsplit=4)
    assert row[:4] == ["attention/scaling", "3", "3", "1"] and row[4] == "(seeds 2)"
    assert said.err.startswith("attention/scaling, FAQFORMER_SEED=2: ✗ scaling.claim failed\n")


def test_a_sound_chapter_passes(executed, capsys):
    assert main(["--count", "2", "--slug", "scaling", "--root", str(executed.root)]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines()[-1].split() == ["attention/scaling", "2", "6", "0"] and not said.err


def test_an_unknown_chapter_is_refused(executed):
    with pytest.raises(ValueError, match=r"none: not in chapters/course\.yml, which lists attention/scaling"):
        main(["--slug", "none", "--root", str(executed.root)])
