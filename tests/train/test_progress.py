import io
import sys

import pytest

from faqformer.train.progress import LINES, Progress


def run(stream, steps=100, done=0):
    progress = Progress(steps, done, stream)
    for step in range(done + 1, steps + 1):
        progress.update(step, loss=2.5, tokens=64)
    progress.close()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_without_its_bar_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'faqformer\[train\]'") as error:
        run(Terminal())
    assert "\n" not in str(error.value)
    run(io.StringIO())  # and no terminal needs it


def test_plain_lines_where_there_is_no_terminal():
    stream = io.StringIO()
    run(stream)
    lines = stream.getvalue().splitlines()
    assert len(lines) == LINES
    assert lines[-1].startswith("step 100/100, loss 2.500, ") and lines[-1].endswith(" tokens/s")
    assert "\r" not in stream.getvalue()


def test_the_last_step_has_its_line():
    stream = io.StringIO()
    run(stream, steps=47, done=45)
    assert [line.split(",")[0] for line in stream.getvalue().splitlines()] == [
        "going on after step 45",
        "step 46/47",
        "step 47/47",
    ]


def test_a_bar_in_a_terminal():
    stream = Terminal()
    run(stream, done=50)
    last = stream.getvalue().split("\r")[-1]
    assert "100/100" in last and "loss 2.500" in last and "tokens/s" in last


def test_nothing_for_the_other_processes(capfd):
    run(None)
    assert capfd.readouterr() == ("", "")
