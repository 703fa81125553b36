"""What each of two processes does under torchrun: a gradient, and runs with and without an interruption."""

import sys
from dataclasses import replace
from pathlib import Path

import torch

from faqformer import seeds
from faqformer.train import gradients, shares, train
from faqformer.train.parallel import processes
from tests.train.toy import toy

RAGGED = [0, 20, 1, 30, 2, 33, 25]  # short and long ones in turn, and an odd number


def main(out: Path) -> None:
    torch.set_default_dtype(torch.float64)
    with processes("cpu") as group:
        task = toy(out / "whole", dropout=0.0)
        with seeds.fixed(1):
            model = task.build()
        totals = gradients(task, model, shares(RAGGED, 1, group), group, stop=group.rank == 1)
        found = {"totals": tuple(totals), "gradients": [p.grad for p in model.parameters()]}

        task, states = toy(out / "whole", steps=9), []
        loss = task.loss
        task.loss = lambda *args: (states.append(torch.get_rng_state()), loss(*args))[1]
        whole, _ = train(task, task.settings, group)
        for steps in (4, 9):
            part = replace(task.settings, out=out / "parts", steps=steps)
            parts, _ = train(task, part, group)
        found |= {"whole": group.gather(flat(whole)), "parts": group.gather(flat(parts))}
        found |= {"draws": group.gather(states[0])}
        if group.first:
            torch.save(found, out / "found.pt")


def flat(model: torch.nn.Module) -> torch.Tensor:
    return torch.cat([p.detach().flatten() for p in model.parameters()])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
