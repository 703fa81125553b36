"""The gradient of one batch, however it is cut into micro-batches and spread over processes."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import nn

from faqformer.train.parallel import Processes
from faqformer.train.task import Task


class Totals(NamedTuple):
    """Over all processes: a token's mean loss in nats, the number of tokens, and whether any process would stop."""

    loss: float
    count: int
    stop: bool


def shares(rows: Sequence[int], accumulate: int, processes: Processes) -> list[Sequence[int]]:
    """The micro-batches of a batch that fall to this process. Raises ValueError when one would be empty.

    There are processes · accumulate of them; two processes with one each work on those that one process with
    two has.
    """
    count = processes.count * accumulate
    if len(rows) < count:
        raise ValueError(
            f"batch: expected an example for each of {processes.count} processes · {accumulate} micro-batches, "
            f"got {len(rows)}"
        )
    first = processes.rank * accumulate
    return [rows[first + i :: count] for i in range(accumulate)]


def gradients(
    task: Task, model: nn.Module, micro_batches: Sequence[Sequence[int]], processes: Processes, stop: bool = False
) -> Totals:
    """Set each parameter's gradient to that of the mean loss over all real tokens of the whole batch.

    Losses are added up, over micro-batches and processes, and divided once, by the number of all tokens: a mean of
    means would give a token in a short micro-batch more weight than one in a long one. stop: this process would like to
    stop.
    Raises ValueError for a batch without a real token.
    """
    model.zero_grad()
    loss, count = 0.0, 0
    for rows in micro_batches:
        total, tokens = task.loss(model, task.batch(rows))
        total.backward()
        loss, count = loss + float(total.detach()), count + int(tokens)
    # float64 counts exactly; and one message makes all processes stop after the same step.
    totals = torch.tensor([loss, count, stop], dtype=torch.float64, device=processes.device)
    processes.add([totals])
    loss, count, stoppers = totals.tolist()
    if not count:
        raise ValueError("batch: expected at least one real token, got none")
    for parameter in model.parameters():
        if parameter.grad is None:  # every process must send the same numbers of numbers
            parameter.grad = torch.zeros_like(parameter)
    grads = [parameter.grad for parameter in model.parameters()]
    processes.add(grads)
    for grad in grads:
        grad.div_(count)
    return Totals(loss / count, int(count), stoppers > 0)
