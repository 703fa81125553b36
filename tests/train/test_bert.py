"""The task of filling masks on a toy language, and the training of the model that comes with the library."""

import json
import math
import os
import subprocess
import sys

import pytest
import torch

from faqformer import seeds
from faqformer.bert import load_shakespeare_bert
from faqformer.data.checksums import CHECKSUMS
from faqformer.data.stored import CARD, CONFIG, SHAKESPEARE_BERT, VOCABULARY, WEIGHTS
from faqformer.train import Processes, train
from faqformer.train.__main__ import main
from faqformer.train.bert import BertSettings, FillMasks

# After "one" stands "two", after "three" "four", …: whoever reads the neighbour knows the word.
PAIRS = ["one two", "three four", "five six", "seven eight"]
PLAY = "\n".join(f"{PAIRS[i % 4]} {PAIRS[i * i % 3]}" for i in range(96))
PLAYS = {"Macbeth": PLAY, "Hamlet": PLAY}
SIZES = {"d_model": 16, "n_heads": 2, "d_ff": 32, "layers": 1, "vocab_size": 40, "positions": 6, "batch": 32}
OPTIONS = [word for name, value in SIZES.items() for word in ("--" + name.replace("_", "-"), str(value))]


@pytest.fixture
def toy(tmp_path):
    def make(**changes):
        return FillMasks(BertSettings(out=tmp_path, **(SIZES | changes)), PLAYS)

    return make


def test_the_folder(tmp_path, monkeypatch, capsys, toy):
    monkeypatch.setattr("faqformer.train.bert.task.shakespeare", lambda: PLAYS)
    main(["bert", "--out", str(tmp_path / "x"), "--steps", "3", *OPTIONS])
    names = {path.name for path in (tmp_path / "x").iterdir()}
    assert names == {CARD, CHECKSUMS, CONFIG, VOCABULARY, WEIGHTS, "checkpoint.pt"}
    card = (tmp_path / "x" / CARD).read_text(encoding="utf-8")
    assert capsys.readouterr().out == card + "\n"
    assert "`FAQFORMER_SEED=0 python -m faqformer.train bert --steps 3 " in card and str(tmp_path) not in card

    task = toy(steps=3)
    model = train(task, task.settings, Processes(), None)[0]
    loaded, tokenizer = load_shakespeare_bert(folder=tmp_path / "x")
    assert tokenizer.vocabulary.pieces == task.reader.tokenizer.vocabulary.pieces
    for name, tensor in model.state_dict().items():
        assert torch.equal(loaded.state_dict()[name], tensor)


def test_it_learns_from_the_neighbour(toy):
    task = toy(steps=250, warmup=40)
    report = task.evaluate(train(task, task.settings, Processes(), None)[0])
    assert report["loss_of_frequencies"] > 1.8  # eight words, some twice as frequent as others
    assert report["loss"] < 0.5 and report["accuracy"] > 0.9


def test_an_untrained_model_knows_nothing(toy):
    task = toy()
    with seeds.fixed(1):
        report = task.evaluate(task.build())
    assert report["loss"] == pytest.approx(report["loss_of_uniform"], abs=0.1) == math.log(40)


def test_the_loss_is_that_of_the_selected_tokens_alone(toy):
    task = toy()
    with seeds.fixed(1):
        model = task.build().double().eval()
        draw = task.batch(range(32))
    total, count = task.loss(model, draw)
    assert count == int(draw.masked.selected.sum())
    logits = model(draw.masked.ids, draw.batch.mask)
    mean = torch.nn.functional.cross_entropy(logits.flatten(0, 1), draw.masked.labels.flatten())  # skips −100
    assert float(total.detach()) / count == pytest.approx(float(mean.detach()), rel=1e-12)


def test_masks_are_drawn_anew(toy):
    task = toy()
    assert not torch.equal(task.batch(range(32)).masked.selected, task.batch(range(32)).masked.selected)


def test_the_vocabulary_is_learned_from_the_training_plays_alone(tmp_path):
    settings = BertSettings(out=tmp_path, **SIZES)
    task = FillMasks(settings, PLAYS | {"The Tempest": "zqx"})
    assert task.reader.tokenizer.vocabulary.pieces == FillMasks(settings, PLAYS).reader.tokenizer.vocabulary.pieces


def test_plays_of_one_side(tmp_path):
    with pytest.raises(ValueError, match=r"some to hold out, got \d+ and 0"):
        FillMasks(BertSettings(out=tmp_path, **SIZES), {"Macbeth": PLAY})


@pytest.mark.parametrize("wrong", [{"masked": 0.0}, {"masked": 1.1}, {"positions": 2}, {"d_model": 15}, {"std": 0.0}])
def test_settings_that_make_no_sense(wrong):
    with pytest.raises(ValueError, match=rf"{next(iter(wrong))}: expected .*, got {next(iter(wrong.values()))}"):
        BertSettings(**wrong)


# In a process of its own, where no shapes are checked: learning the vocabulary under the checks takes a minute.
ANEW = """
import dataclasses, json
from faqformer.bert import load_shakespeare_bert
from faqformer.train.bert import BertSettings, FillMasks
task = FillMasks.of(BertSettings())
command = "FAQFORMER_SEED=0 python -m faqformer.train bert"
card = task.card(task.evaluate(load_shakespeare_bert()[0]), BertSettings.steps, command)
sizes = dataclasses.asdict(task.build().config)
print(json.dumps({"card": card, "sizes": sizes, "vocabulary": task.vocabulary()}))
"""


@pytest.mark.long
def test_the_stored_model_and_its_loss_are_reproduced():
    """All but the weights, which would take an hour: the default command's data and sizes, and the loss on the card.

    The loss to its printed digits: the card's own text must come out again.
    """
    environment = {name: value for name, value in os.environ.items() if name != "FAQFORMER_SEED"}
    run = subprocess.run([sys.executable, "-c", ANEW], env=environment, capture_output=True, text=True)
    assert not run.returncode, run.stderr
    anew = json.loads(run.stdout)
    assert anew["card"] == (SHAKESPEARE_BERT / CARD).read_text(encoding="utf-8")
    assert anew["sizes"] == json.loads((SHAKESPEARE_BERT / CONFIG).read_text(encoding="utf-8"))
    assert anew["vocabulary"] == json.loads((SHAKESPEARE_BERT / VOCABULARY).read_text(encoding="utf-8"))
    assert (SHAKESPEARE_BERT / WEIGHTS).stat().st_size <= 8e6
