"""A trained model's folder: it comes back as it went in, or is refused with one line that says why."""

import hashlib
from dataclasses import dataclass

import pytest
import torch
from torch import nn

from faqformer.data.checksums import CHECKSUMS
from faqformer.data.stored import CARD, CONFIG, SEALED, VOCABULARY, WEIGHTS, load, store
from faqformer.data.whole import whole


@dataclass(frozen=True)
class Sizes:
    width: int


@dataclass(frozen=True)
class OtherSizes:
    height: int


class Model(nn.Module):
    """One table with two uses."""

    def __init__(self, config: Sizes):
        super().__init__()
        self.config = config
        self.table = nn.Linear(config.width, 3, bias=False)
        self.output = nn.Linear(config.width, 3, bias=False)
        self.output.weight = self.table.weight


class Other(nn.Module):
    def __init__(self, config: Sizes):
        super().__init__()
        self.config = config
        self.table = nn.Linear(config.width, 4)


@pytest.fixture
def folder(tmp_path):
    store(tmp_path / "new" / "model", Model(Sizes(5)), {"pieces": ["a", "ß"]}, "# A model\n")
    return tmp_path / "new" / "model"


def refused(folder, error, why, model=Model, config=Sizes):
    with pytest.raises(error, match=rf"folder: expected .*{folder}.*{why}") as found:
        load(folder, model, config)
    assert "\n" not in str(found.value)


def test_comes_back_as_it_was(tmp_path):
    model = Model(Sizes(5))
    store(tmp_path, model, {"pieces": ["a", "ß"]}, "# A model\n")
    assert {path.name for path in tmp_path.iterdir()} == {CARD, CHECKSUMS, CONFIG, VOCABULARY, WEIGHTS}
    assert (tmp_path / CARD).read_text(encoding="utf-8") == "# A model\n"
    loaded, vocabulary = load(tmp_path, Model, Sizes)
    assert vocabulary == {"pieces": ["a", "ß"]} and loaded.config == model.config and not loaded.training
    assert torch.equal(loaded.table.weight, model.table.weight) and loaded.output.weight is loaded.table.weight


def test_loading_draws_no_random_numbers(folder):
    before = torch.get_rng_state()
    load(folder, Model, Sizes)
    assert torch.equal(torch.get_rng_state(), before)


def test_the_checksums_are_those_that_sha256sum_writes(folder):
    lines = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in SEALED]
    assert (folder / CHECKSUMS).read_bytes() == "".join(lines).encode()


def test_no_folder(tmp_path):
    refused(tmp_path / "nowhere", FileNotFoundError, "which is none")


@pytest.mark.parametrize("name", [*SEALED, CHECKSUMS])
def test_a_folder_that_is_not_whole(folder, name):
    (folder / name).unlink()
    refused(folder, FileNotFoundError, f"without {name}$")


@pytest.mark.parametrize("name", [CONFIG, VOCABULARY, CARD, CHECKSUMS])
def test_killed_while_it_was_written_over_another_one(folder, monkeypatch, name):
    """Whatever stands in the folder when the writing stops before `name`: the old model, or a refusal."""

    def killed(path):
        if path.name == name:
            raise KeyboardInterrupt
        return whole(path)

    for module in ("stored", "whole"):
        monkeypatch.setattr(f"faqformer.data.{module}.whole", killed)
    with pytest.raises(KeyboardInterrupt):
        store(folder, Model(Sizes(6)), {"pieces": ["b"]}, "# Another\n")
    changed = {CONFIG: f"another {WEIGHTS} and {VOCABULARY}", VOCABULARY: f"another {WEIGHTS}"}
    refused(folder, ValueError, changed.get(name, " and ".join(["another " + CONFIG, WEIGHTS, VOCABULARY])))


@pytest.mark.parametrize("name", SEALED)
@pytest.mark.parametrize("damage", [lambda old: old[:-1], lambda old: b"", lambda old: old[:9] + b"?" + old[10:]])
def test_a_damaged_file(folder, name, damage):
    (folder / name).write_bytes(damage((folder / name).read_bytes()))
    refused(folder, ValueError, f"with another {name}: damaged, or of another model$")


def test_another_models_weights(folder, tmp_path):
    store(tmp_path, Model(Sizes(5)), {"pieces": ["a", "ß"]}, "")
    (folder / WEIGHTS).write_bytes((tmp_path / WEIGHTS).read_bytes())
    refused(folder, ValueError, f"with another {WEIGHTS}")


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"no checksums\n", b"  \n\n"])
def test_damaged_checksums(folder, content):
    (folder / CHECKSUMS).write_bytes(content)
    refused(folder, ValueError, f"with another {' and '.join(SEALED)}")


def test_another_kind_of_model(folder):
    refused(folder, ValueError, "with the sizes of another model", config=OtherSizes)
    refused(folder, ValueError, "with another model's weights", model=Other)
