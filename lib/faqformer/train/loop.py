"""The training loop: the same for every task."""

import math
import time
from io import TextIOBase
from typing import Any

import torch
from torch import Tensor, nn

from faqformer import seeds
from faqformer.schedules import noam
from faqformer.train.checkpoint import NAME, load_checkpoint, require_same, save_checkpoint
from faqformer.train.gradients import gradients, shares
from faqformer.train.order import Order
from faqformer.train.parallel import Processes
from faqformer.train.progress import Progress
from faqformer.train.settings import Settings
from faqformer.train.task import Task

WEIGHTS, ORDER, DRAWS = 0, 1, 2  # streams of random numbers; process i draws from DRAWS + i


def train(
    task: Task, settings: Settings, processes: Processes, stream: TextIOBase | None = None
) -> tuple[nn.Module, int]:
    """Train the task's model to the settings' limit, from the checkpoint in `settings.out` if there is one.

    Adam with β₂ = 0.98 and ε = 10⁻⁹ under the schedule `noam` (Vaswani et al. 2017, 5.3). Returns the model, in
    evaluation mode, and how many steps it has made. A run that was killed and resumed ends, on a CPU, with the very
    weights of one that was not; torch's global generators are left as they were.
    Raises ValueError for a checkpoint of other settings, a batch that is too small for all processes, or a loss that is
    not finite.
    """
    began = time.monotonic()
    with seeds.fixed(settings.stream(WEIGHTS)):
        model = task.build().to(processes.device)
    run = Run(model, Order(len(task), settings.stream(ORDER)), processes)
    identity = settings.fixed() | {
        "FAQFORMER_SEED": settings.shift(),
        "processes": processes.count,
        **task.identity(),
    }
    path = settings.out / NAME
    with seeds.fixed(settings.stream(DRAWS + processes.rank)):
        if (saved := load_checkpoint(path)) is not None:
            require_same(saved["settings"], identity)
            run.restore(saved)
        run.require_one_step()
        progress = Progress(settings.steps, run.step, stream if processes.first else None)
        model.train()
        stop = False
        while run.step < settings.steps and not stop:
            micro_batches = shares(run.order.next(settings.batch), settings.accumulate, processes)
            late = time.monotonic() - began >= 60 * settings.minutes
            loss, count, stop = gradients(task, model, micro_batches, processes, late)
            if not math.isfinite(loss):  # before it gets into a checkpoint
                raise ValueError(f"rate: expected one that keeps the loss finite, got {loss} at step {run.step + 1}")
            run.update(settings.rate * noam(run.step + 1, width(model), settings.warmup))
            progress.update(run.step, loss, count)
            if run.step % settings.every == 0 or run.step == settings.steps or stop:
                state = run.state()  # every process has its part in it
                if processes.first:
                    save_checkpoint(path, {"settings": identity, **state})
                processes.wait()  # whoever comes back to load it must find it
        progress.close()
    return model.eval(), run.step


def width(model: nn.Module) -> int:
    """The d_model by which the schedule is scaled."""
    return model.config.d_model


class Run:
    """All that changes while a model is trained."""

    def __init__(self, model: nn.Module, order: Order, processes: Processes):
        self.model, self.order, self.processes, self.step = model, order, processes, 0
        self.optimiser = torch.optim.Adam(model.parameters(), lr=0.0, betas=(0.9, 0.98), eps=1e-9)

    def update(self, rate: float) -> None:
        """Move the weights once along their gradients."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.step()
        self.step += 1

    def state(self) -> dict[str, Any]:
        return {
            "step": self.step,
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "order": self.order.state(),
            "draws": [self.processes.gather(state) for state in self._draws()],
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.step = state["step"]
        self.model.load_state_dict(state["model"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.order.restore(state["order"])
        cpu, *gpu = (states[self.processes.rank] for states in state["draws"])
        torch.set_rng_state(cpu)
        if gpu:
            torch.cuda.set_rng_state(gpu[0], self.processes.device)

    def require_one_step(self) -> None:
        """Raise ValueError unless all processes stand at the same step: they would wait for each other for ever."""
        steps = [int(step) for step in self.processes.gather(torch.tensor(self.step))]
        if len(set(steps)) > 1:
            raise ValueError(f"out: expected one folder that all processes see, but they stand at the steps {steps}")

    def _draws(self) -> list[Tensor]:
        """Where torch's global generators stand in this process: the CPU's, and its GPU's if it has one."""
        gpu = self.processes.device.type == "cuda"
        return [torch.get_rng_state(), *([torch.cuda.get_rng_state(self.processes.device)] if gpu else [])]
