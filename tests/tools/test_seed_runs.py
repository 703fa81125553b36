"""Runs under other seeds: a check that holds for the published numbers only is found."""

from tests.tools.conftest import plant, sibling
from tools.seeds import main

LUCKY = """import torch
from faqbook import checks
from faqformer import seeds
draw = torch.randn((), generator=seeds.generator(1)).item()
checks.equal("masking.claim", seeds.seed(1) == 1 or seeds.seed(1) % 2 == 0, True)"""


def test_a_check_that_depends_on_the_seed_is_found_and_a_sound_chapter_passes(chapter, capsys):
    """The second chapter's check holds under the published seed and every odd shift."""
    plant(sibling(chapter, "masking"), LUCKY)
    assert main(["--count", "3", "--root", str(chapter.root)]) == 1
    said = capsys.readouterr()
    rows = [line.split(maxsplit=4) for line in said.out.splitlines()]
    assert rows[1:] == [["attention/masking", "3", "3", "1", "(seeds 2)"], ["attention/scaling", "3", "9", "0"]]
    assert said.err.startswith("attention/masking, FAQFORMER_SEED=2: ✗ masking.claim failed\n")
    assert "scaling" not in said.err


def test_one_chapter_alone_passes(executed, capsys):
    assert main(["--count", "1", "scaling", "--root", str(executed.root)]) == 0
    assert capsys.readouterr().err == ""
