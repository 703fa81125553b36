"""The task of filling masks on a toy language, and the model that comes with the library."""

import json
import math
import os
import subprocess
import sys

import pytest
import torch

from faqformer import data, seeds
from faqformer.train import Processes, train
from faqformer.train.__main__ import main
from faqformer.train.bert import BertSettings, FillMasks
from faqformer.train.export import CARD, CONFIG, VOCABULARY, WEIGHTS
from faqformer.train.filler import STORED, Filler
from faqformer.train.passages import split

# After "one" stands "two", after "three" "four", …: whoever reads the neighbour knows the word.
PAIRS = ["one two", "three four", "five six", "seven eight"]
PLAY = "\n".join(f"{PAIRS[i % 4]} {PAIRS[i * i % 3]}" for i in range(96))
PLAYS = {"Macbeth": PLAY, "Hamlet": PLAY}
SIZES = {"d_model": 16, "n_heads": 2, "d_ff": 32, "layers": 1, "vocab_size": 40, "positions": 6, "batch": 32}
OPTIONS = [word for name, value in SIZES.items() for word in ("--" + name.replace("_", "-"), str(value))]


@pytest.fixture(scope="module")
def stored():
    return Filler.load()


@pytest.fixture
def toy(tmp_path):
    def make(**changes):
        return FillMasks(BertSettings(out=tmp_path, **(SIZES | changes)), PLAYS)

    return make


def test_the_folder(tmp_path, monkeypatch, capsys, toy):
    monkeypatch.setattr("faqformer.train.bert.shakespeare", lambda: PLAYS)
    main(["bert", "--out", str(tmp_path / "x"), "--steps", "3", *OPTIONS])
    assert {path.name for path in (tmp_path / "x").iterdir()} == {CARD, CONFIG, VOCABULARY, WEIGHTS, "checkpoint.pt"}
    card = (tmp_path / "x" / CARD).read_text(encoding="utf-8")
    assert capsys.readouterr().out == card + "\n"
    assert "`FAQFORMER_SEED=0 python -m faqformer.train bert --steps 3 " in card and str(tmp_path) not in card

    task = toy(steps=3)
    model = train(task, task.settings, Processes(), None)[0]
    loaded = Filler.load(tmp_path / "x")
    assert loaded.tokenizer.vocabulary.pieces == task.reader.tokenizer.vocabulary.pieces
    for name, tensor in model.state_dict().items():
        assert torch.equal(loaded.model.state_dict()[name], tensor)


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
from faqformer.train.bert import BertSettings, FillMasks
from faqformer.train.filler import Filler
task = FillMasks.of(BertSettings())
command = "FAQFORMER_SEED=0 python -m faqformer.train bert"
card = task.card(task.evaluate(Filler.load().model), BertSettings.steps, command)
sizes = dataclasses.asdict(task.build().config)
print(json.dumps({"card": card, "sizes": sizes, "vocabulary": task.vocabulary()}))
"""


def test_the_stored_model_and_its_loss_are_reproduced():
    """All but the weights, which would take an hour: the default command's data and sizes, and the loss on the card.

    The loss to its printed digits: the card's own text must come out again.
    """
    environment = {name: value for name, value in os.environ.items() if name != "FAQFORMER_SEED"}
    run = subprocess.run([sys.executable, "-c", ANEW], env=environment, capture_output=True, text=True)
    assert not run.returncode, run.stderr
    anew = json.loads(run.stdout)
    assert anew["card"] == (STORED / CARD).read_text(encoding="utf-8")
    assert anew["sizes"] == json.loads((STORED / CONFIG).read_text(encoding="utf-8"))
    assert anew["vocabulary"] == json.loads((STORED / VOCABULARY).read_text(encoding="utf-8"))
    assert (STORED / WEIGHTS).stat().st_size <= 8e6


def test_loading_draws_no_random_numbers():
    before = torch.get_rng_state()
    Filler.load()
    assert torch.equal(torch.get_rng_state(), before)


def test_it_fills_masks(stored):
    (guesses,) = stored("Enter the King and [MASK].", 7)
    assert len(guesses) == 7
    probabilities = [guess.probability for guess in guesses]
    assert probabilities == sorted(probabilities, reverse=True) and 0 < sum(probabilities) < 1
    first, second = stored("[MASK] is the [MASK]")
    assert first != second
    assert float(stored.probabilities("My [MASK]").sum()) == pytest.approx(1, abs=1e-5)


def test_it_reads_both_sides(stored):
    """The word before the mask, and the word after it, change what is expected there."""
    before, other, after = (
        stored.probabilities(f"{a} [MASK] {b}")[0] for a, b in [("i", "."), ("the", "."), ("i", "thee")]
    )
    assert (before - other).abs().sum() > 0.5
    assert (before - after).abs().sum() > 0.5


def test_no_mask_in_the_text(stored):
    with pytest.raises(ValueError, match=r"text: expected at least one \[MASK\], got 'To be'"):
        stored("To be")


def test_a_text_that_is_too_long(stored):
    with pytest.raises(ValueError, match="expected 1 to 30 pieces in each, got 40"):
        stored("[MASK] " * 40)


def test_no_rows_to_score(stored):
    with pytest.raises(ValueError, match="rows: expected at least one, got none"):
        stored.score([], seeds.generator(1))


def test_a_score_is_the_mean_over_all_selected_tokens(stored):
    """However many rows go through the model at once; more is hidden, more is hard."""
    rows = [row for text in split(data.shakespeare())[1] for row in stored.reader.passages(text)][:600]
    score = stored.score(rows, seeds.generator(3), rate=0.15)
    parts = [stored.score([row], seeds.generator(3), rate=0.999) for row in rows[:2]]
    assert score.count == pytest.approx(0.15 * sum(len(row) + 2 for row in rows), rel=0.05)
    assert [part.count for part in parts] == [len(row) for row in rows[:2]]
    assert stored.score(rows, seeds.generator(3), rate=0.6).loss > score.loss + 0.3
