"""Two processes give what one gives."""

import os
import subprocess
import sys

import pytest
import torch

from faqformer import seeds
from faqformer.train import Processes, gradients, shares
from faqformer.train.parallel import processes
from tests.train.toy import toy
from tests.train.two import RAGGED


@pytest.fixture(scope="module")
def two(tmp_path_factory) -> dict:
    """What two processes under torchrun have found."""
    out = tmp_path_factory.mktemp("two")
    here = {"GLOO_SOCKET_IFNAME": "lo", "OMP_NUM_THREADS": "1"}
    torchrun = ["torch.distributed.run", "--standalone", "--local-addr", "127.0.0.1", "--nproc-per-node", "2"]
    command = [sys.executable, "-m", *torchrun, "-m", "tests.train.two", str(out)]
    run = subprocess.Popen(command, env={**os.environ, **here}, stderr=subprocess.PIPE, text=True)
    try:
        _, errors = run.communicate(timeout=200)
    except subprocess.TimeoutExpired:
        run.terminate()  # so that torchrun ends its processes, too
        raise
    assert run.returncode == 0, errors
    return torch.load(out / "found.pt", weights_only=True)


@pytest.fixture
def alone(tmp_path) -> tuple:
    """The same gradient by one process, in one part."""
    torch.set_default_dtype(torch.float64)
    try:
        task = toy(tmp_path, dropout=0.0)
        with seeds.fixed(1):
            model = task.build()
        totals = gradients(task, model, shares(RAGGED, 1, Processes()), Processes())
    finally:
        torch.set_default_dtype(torch.float32)
    return totals, [p.grad for p in model.parameters()]


def test_the_gradient_of_two_is_that_of_one(two, alone):
    totals, expected = alone
    for found, grad in zip(two["gradients"], expected, strict=True):
        torch.testing.assert_close(found, grad, rtol=1e-12, atol=1e-12)
    loss, count, _ = two["totals"]
    assert loss == pytest.approx(totals.loss, rel=1e-12)
    assert count == totals.count


def test_all_stop_when_one_would(two, alone):
    assert two["totals"][2] and not alone[0].stop


def test_all_processes_have_the_same_weights(two):
    assert torch.equal(*two["whole"])


def test_each_process_has_its_own_dropout(two):
    assert not torch.equal(*two["draws"])


def test_an_interrupted_run_of_two_ends_with_the_same_weights(two):
    assert torch.equal(two["whole"][0], two["parts"][0])


def test_alone_nothing_is_exchanged():
    with processes("cpu", {}) as group:
        x = torch.ones(2)
        group.add([x])
        assert group.first and group.gather(x)[0] is x and x.tolist() == [1, 1]


def test_no_gpu(monkeypatch):
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    with pytest.raises(ValueError, match="at least 2 GPU for cuda, got 1"), processes("cuda", {"LOCAL_RANK": "1"}):
        pass
