"""A run that was interrupted, in whatever way, ends where the others end."""

import os
import subprocess
import sys

import pytest
import torch

from faqformer import seeds
from faqformer.train import load_checkpoint
from faqformer.train.checkpoint import NAME
from tests.train.toy import EVERY, PAIRS, Stopped, stopped, toy, trained


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> dict:
    """The weights of a run that nothing interrupted."""
    return trained(toy(tmp_path_factory.mktemp("whole"))).state_dict()


def same(a: dict, b: dict) -> bool:
    return a.keys() == b.keys() and all(torch.equal(a[name], b[name]) for name in a)


def raise_stopped() -> None:
    raise Stopped


def killed(out, where: str) -> None:
    """Train in another process, which is killed there."""
    threads = {"OMP_NUM_THREADS": str(torch.get_num_threads())}
    run = subprocess.run([sys.executable, "-m", "tests.train.toy", str(out), where], env={**os.environ, **threads})
    assert run.returncode == -9


def test_killed_at_any_step_and_while_saving(tmp_path, whole):
    at = int(torch.randint(EVERY, 3 * EVERY, (), generator=seeds.generator(5)))
    killed(tmp_path, str(at))
    saved = load_checkpoint(tmp_path / NAME)["step"]
    assert saved == (at - 1) // EVERY * EVERY  # only the steps since the last checkpoint are lost
    killed(tmp_path, "saving")
    assert load_checkpoint(tmp_path / NAME)["step"] == saved
    assert (tmp_path / (NAME + ".partial")).exists()
    assert same(trained(toy(tmp_path)).state_dict(), whole)


@pytest.mark.parametrize("step", [1, EVERY, EVERY + 1, 2 * EVERY + 3])
def test_stopped_at_a_step(tmp_path, whole, step):
    with pytest.raises(Stopped):
        trained(stopped(toy(tmp_path), step, raise_stopped))
    torch.manual_seed(99)  # whatever the process that goes on has drawn before
    assert same(trained(toy(tmp_path)).state_dict(), whole)


def test_steps_may_be_added(tmp_path, whole):
    for steps in (10, 30):
        model = trained(toy(tmp_path, steps=steps, every=100))
    assert same(model.state_dict(), whole)


def test_a_truncated_leftover_is_in_nobodys_way(tmp_path, whole):
    trained(toy(tmp_path, steps=10))
    partial = tmp_path / (NAME + ".partial")
    partial.write_bytes((tmp_path / NAME).read_bytes()[:1000])
    assert same(trained(toy(tmp_path)).state_dict(), whole)
    assert not partial.exists()


def test_out_of_time_the_step_is_still_saved(tmp_path, whole):
    trained(toy(tmp_path, minutes=1e-9, every=100))
    assert load_checkpoint(tmp_path / NAME)["step"] == 1
    assert same(trained(toy(tmp_path)).state_dict(), whole)


def test_the_same_seed_gives_the_same_weights_and_another_gives_others(tmp_path, whole, monkeypatch):
    def again(name, **changes):
        return trained(toy(tmp_path / name, **changes)).state_dict()

    assert same(again("same"), whole)
    assert not same(again("other", seed=1), whole)
    monkeypatch.setenv("FAQFORMER_SEED", "1")
    assert not same(again("shifted"), whole)


def test_a_loss_that_is_not_finite_gets_into_no_checkpoint(tmp_path):
    trained(toy(tmp_path, steps=3))
    task = toy(tmp_path, every=1)
    task.loss = lambda model, batch: (model.source_embedding.weight.sum() * torch.nan, 1)
    with pytest.raises(ValueError, match="rate: expected one that keeps the loss finite, got nan at step 4"):
        trained(task)
    assert load_checkpoint(tmp_path / NAME)["step"] == 3


def test_torchs_generators_are_left_alone(tmp_path):
    before = torch.get_rng_state()
    trained(toy(tmp_path, steps=2))
    assert torch.equal(torch.get_rng_state(), before)


def test_other_settings_are_refused_and_each_is_named(tmp_path, monkeypatch):
    trained(toy(tmp_path, steps=1))
    trained(toy(tmp_path, steps=2, every=1, minutes=100.0))  # on these no weight depends
    with pytest.raises(ValueError, match=r"accumulate was 1 and is now 2; dropout was 0.3 and is now 0.1 \("):
        trained(toy(tmp_path, dropout=0.1, accumulate=2))
    with pytest.raises(ValueError, match=r"checkpoint; data was \w+ and is now \w+ \("):
        trained(toy(tmp_path, pairs=[*PAIRS[:-1], ("sixty six", "zwei und sechzig")]))
    monkeypatch.setenv("FAQFORMER_SEED", "3")
    with pytest.raises(ValueError, match="FAQFORMER_SEED was 0 and is now 3"):
        trained(toy(tmp_path))
