"""The Makefile: `make help` tells of every target, and a target that needs a chapter says so."""

import os
import re
import subprocess

import pytest

from tools import ROOT


def make(*arguments):
    # `make test` hands its own flags and level down, and a make inside another says where it enters.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", *arguments], cwd=ROOT, capture_output=True, text=True, env=environment)


def test_help_lists_every_target():
    targets, _ = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    said = make("help").stdout
    assert set(re.findall(r"^make (\w+)", said, re.MULTILINE)) == set(targets.split())


@pytest.mark.parametrize("target", ["chapter", "new"])
def test_a_target_that_needs_a_chapter_says_so_before_anything_is_set_up(target):
    asked = make(target, "SLUG=")
    assert asked.returncode != 0
    assert asked.stdout == f"✗ SLUG: expected a question, as in make {target} SLUG=attention/scaling\n"
