import re
import tomllib

from faqformer.train.extra import NEEDED
from tools import ROOT


def test_the_extra_brings_what_is_asked_for():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert sorted(re.match(r"[\w-]+", requirement)[0] for requirement in extras["train"]) == sorted(NEEDED)
