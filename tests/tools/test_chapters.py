"""Which chapters there are, and the one way in which every command is told of them."""

import argparse

import pytest

from tests.tools.conftest import plant, sibling
from tools import notebooks, saboteurs, seeds
from tools.chapters import existing, find, listed, options
from tools.rules import __main__ as rules

COMMANDS = {"notebooks": notebooks, "rules": rules, "saboteurs": saboteurs, "seeds": seeds}


def test_a_question_counts_once_its_notebook_exists(chapter):
    masking = sibling(chapter, "masking")
    assert listed(chapter.root) == [chapter, masking] and existing(chapter.root) == [chapter]
    plant(masking, "x = 1")
    plant(sibling(chapter, "other"), "x = 1")
    assert existing(chapter.root) == [chapter, masking], "what the course does not list is no chapter"


@pytest.mark.parametrize("name", ["scaling", "attention/scaling"])
def test_a_chapter_has_two_names(chapter, name):
    assert find(name, chapter.root) == chapter


def test_commands_read_the_chapters_that_are_named_or_all(chapter):
    plant(sibling(chapter, "masking"), "x = 1")
    names = {
        given: [c.name for c in options(argparse.ArgumentParser(), [*given, "--root", str(chapter.root)]).chapters]
        for given in [(), ("masking", "attention/scaling"), ("scaling",)]
    }
    assert names == {
        (): ["attention/scaling", "attention/masking"],
        ("masking", "attention/scaling"): ["attention/masking", "attention/scaling"],
        ("scaling",): ["attention/scaling"],
    }


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("scalign", "scalign: not in chapters/course.yml; did you mean attention/scaling?"),
        ("block/q", "block/q: not in chapters/course.yml; it lists attention/scaling, attention/masking"),
        ("masking", "attention/masking: not written yet; `make new SLUG=attention/masking` starts it"),
    ],
)
def test_every_command_says_the_same_of_a_chapter_that_there_is_not(executed, capsys, command, name, message):
    with pytest.raises(SystemExit) as end:
        COMMANDS[command].main(["scaling", name, "--root", str(executed.root)])
    assert end.value.code == 1
    assert capsys.readouterr().err == f"✗ {message}\n"
