import os

import pytest
import torch

from faqformer.data.whole import whole
from faqformer.train import load_checkpoint, require_same, save_checkpoint

STATE = {"step": 3, "tensors": [torch.arange(1000.0)], "name": None}


def test_comes_back_as_it_was(tmp_path):
    path = tmp_path / "new folder" / "c.pt"
    save_checkpoint(path, STATE)
    found = load_checkpoint(path)
    assert torch.equal(found["tensors"][0], STATE["tensors"][0])
    assert (found["step"], found["name"]) == (3, None)
    assert [file.name for file in path.parent.iterdir()] == ["c.pt"]


def test_none_where_there_is_none(tmp_path):
    assert load_checkpoint(tmp_path / "c.pt") is None


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_failure_leaves_the_old_one(tmp_path, monkeypatch, call):
    path = tmp_path / "c.pt"
    save_checkpoint(path, STATE)

    def full(*_):
        raise OSError("disk full")

    with monkeypatch.context() as context, pytest.raises(OSError, match="disk full"):
        context.setattr(os, call, full)
        save_checkpoint(path, {"step": 4})
    assert load_checkpoint(path)["step"] == 3
    save_checkpoint(path, {"step": 5})
    assert load_checkpoint(path)["step"] == 5


def test_is_on_the_disk_before_it_is_in_its_place(tmp_path, monkeypatch):
    calls = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *args, name=name, real=real: (calls.append(name), real(*args))[1])
    with whole(tmp_path / "file") as partial:
        assert partial.parent == tmp_path  # only within one file system is a move all or nothing
        partial.write_text("new")
    assert calls[:2] == ["fsync", "replace"]


@pytest.mark.parametrize("length", [0, 10, 1000, -30])
def test_a_damaged_file_is_named(tmp_path, length):
    path = tmp_path / "c.pt"
    save_checkpoint(path, STATE)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(ValueError, match=r"c.pt: expected a checkpoint, got a damaged file"):
        load_checkpoint(path)


class Code:
    def __reduce__(self):
        return os.mkdir, ("made by a checkpoint",)


def test_no_code_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    torch.save({"step": Code()}, tmp_path / "c.pt")
    with pytest.raises(ValueError, match="damaged"):
        load_checkpoint(tmp_path / "c.pt")
    assert not (tmp_path / "made by a checkpoint").exists()


def test_require_same():
    require_same({"a": 1, "b": "x"}, {"b": "x", "a": 1})
    with pytest.raises(ValueError, match="a was 1 and is now 2; b was x and is now not given; c was not given and is"):
        require_same({"a": 1, "b": "x"}, {"a": 2, "c": 0})
