"""The whole command, on a toy language: what it writes, and what it says."""

import math

import pytest
import torch

from faqformer import data
from faqformer.train.__main__ import command, main
from faqformer.train.translate import Translate, TranslateSettings, Translator
from tests.train.toy import PAIRS, SIZES, toy, trained

OPTIONS = [word for name, value in SIZES.items() for word in ("--" + name.replace("_", "-"), str(value))]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The command, whose data are the toy's."""
    monkeypatch.setattr("faqformer.train.translate.task.parallel_pairs", lambda language: PAIRS)
    return lambda *words: main(["translate", "--out", str(tmp_path), "--steps", "3", "--batch", "6", *OPTIONS, *words])


def test_the_folder(run, tmp_path, capsys):
    run("--seed", "5")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["README.md", "SHA256SUMS", "checkpoint.pt", "config.json", "model.safetensors", "vocabulary.json"]
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    out, err = capsys.readouterr()
    assert out == card + "\n" and err.splitlines()[-1].startswith("step 3/3, loss ")
    assert "`FAQFORMER_SEED=0 python -m faqformer.train translate --steps 3 --batch 6 --seed 5 " in card
    assert "LGPL-2.1" in card and str(tmp_path) not in card

    before = torch.get_rng_state()
    translator = Translator.load(tmp_path)
    assert torch.equal(torch.get_rng_state(), before)
    model = trained(toy(tmp_path / "again", steps=3, warmup=800, seed=5))
    for name, tensor in model.state_dict().items():
        assert torch.equal(translator.model.state_dict()[name], tensor)
    assert translator(["two"]) == Translator(model, translator.codec)(["two"])


def test_what_is_wrong_is_one_line(run, capsys):
    run()
    with pytest.raises(SystemExit, match=r"dropout was 0\.3 and is now 0\.2") as stop:
        run("--dropout", "0.2")
    assert stop.value.__cause__ is None and "\n" not in str(stop.value)
    capsys.readouterr()
    with pytest.raises(SystemExit):
        run("--d-model", "15")
    assert "error: d_model: expected a multiple of n_heads = 2, got 15" in capsys.readouterr().err


def test_the_command_says_how_many_processes(tmp_path, monkeypatch):
    monkeypatch.setenv("FAQFORMER_SEED", "4")
    words = command("translate", TranslateSettings(out=tmp_path, seed=2, minutes=1.0), 50, 2)
    assert words == "FAQFORMER_SEED=4 torchrun --nproc-per-node 2 -m faqformer.train translate --steps 50 --seed 2"


def test_an_interruption_is_one_line(run, monkeypatch):
    monkeypatch.setattr(Translate, "loss", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(SystemExit, match="the same command goes on"):
        run()


@pytest.mark.parametrize("name", ["numpy", "tqdm"])
def test_what_training_needs_besides_is_asked_for_before_it_starts(run, monkeypatch, tmp_path, name):
    monkeypatch.setattr("faqformer.train.extra.find_spec", lambda asked: None if asked == name else ...)
    with pytest.raises(SystemExit, match=rf"^training needs {name}: pip install 'faqformer\[train\]'$"):
        run()
    assert not list(tmp_path.iterdir())


def test_missing_data_is_one_line(monkeypatch, run):
    def missing(language):
        raise data.licence("parallel_pairs").missing("not installed")

    monkeypatch.setattr("faqformer.train.translate.task.parallel_pairs", missing)
    with pytest.raises(SystemExit, match="`make real` installs it"):
        run()


def test_it_learns(tmp_path):
    """From near ln V to translations of numbers that it never saw, better than both ways without a model."""
    task = toy(tmp_path, steps=250, every=250, warmup=80, batch=16, d_model=32, d_ff=32, dropout=0.05)
    torch.manual_seed(0)
    assert task.held_out_loss(task.build().eval()) == pytest.approx(math.log(len(task.codec)), abs=0.3)
    report = task.evaluate(trained(task))
    assert report["loss"] < 0.5
    assert min(report["bleu_greedy"], report["bleu_beam"]) > max(report["bleu_copy"], report["bleu_nearest"])
    assert report["exact_greedy"] >= 50


def test_the_held_out_loss_is_a_mean_over_tokens(tmp_path):
    task = toy(tmp_path)
    torch.manual_seed(0)
    model = task.build().double().eval()
    sums = [task.loss(model, task.codec.batch([pair]), smoothing=0.0) for pair in task.held_out]
    mean = float(sum(total for total, _ in sums).detach()) / int(sum(count for _, count in sums))
    assert task.held_out_loss(model) == pytest.approx(mean, rel=1e-12)


def test_a_translation_does_not_depend_on_its_neighbours(tmp_path):
    task = toy(tmp_path, steps=40)
    translator, sources = Translator(trained(task), task.codec), [source for source, _ in PAIRS[::40]]
    assert translator(sources, width=2) == [translator([source], width=2)[0] for source in sources]


def test_the_vocabulary_is_learned_from_the_training_pairs_alone(tmp_path):
    held = toy(tmp_path).held_out[0][0]
    task = toy(tmp_path, pairs=[*PAIRS, (held, "ßqxyz")])
    assert (held, "ßqxyz") in task.held_out
    assert not {"q", "x", "y"} & set(task.codec.bpe.alphabet) - set("".join(s + t for s, t in task.training))


def test_pairs_that_do_not_fit(tmp_path):
    with pytest.raises(ValueError, match=r"positions: expected at least \d+, the longest text, got 3"):
        toy(tmp_path, positions=3)
    with pytest.raises(ValueError, match="some to train on and some to hold out, got 0 and 0"):
        Translate(toy(tmp_path).settings, [])
