"""Several processes that train one model, each on its share of every batch. `torchrun` starts them."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import torch
import torch.distributed as dist
from torch import Tensor


@dataclass(frozen=True)
class Processes:
    """This process's number and how many there are; alone, nothing is exchanged."""

    rank: int = 0
    count: int = 1
    device: torch.device = field(default_factory=lambda: torch.device("cpu"))

    @property
    def first(self) -> bool:
        """Whether this is the process that prints and writes."""
        return self.rank == 0

    def add(self, tensors: list[Tensor]) -> None:
        """Put into each tensor, in place, its sum over all processes; the tensors share one dtype."""
        if self.count == 1:
            return
        flat = torch.cat([tensor.reshape(-1) for tensor in tensors])  # one message, not one a tensor
        dist.all_reduce(flat)
        for tensor, total in zip(tensors, flat.split([tensor.numel() for tensor in tensors]), strict=True):
            tensor.copy_(total.view_as(tensor))

    def gather(self, tensor: Tensor) -> list[Tensor]:
        """Every process's tensor, in the order of their numbers, on the CPU."""
        if self.count == 1:
            return [tensor.cpu()]
        found = [torch.empty_like(tensor, device=self.device) for _ in range(self.count)]
        dist.all_gather(found, tensor.to(self.device))
        return [one.cpu() for one in found]

    def wait(self) -> None:
        """Go on when all processes have come here."""
        if self.count > 1:
            dist.barrier()


@contextmanager
def processes(device: str, environment: Mapping[str, str] = os.environ) -> Iterator[Processes]:
    """The processes that torchrun has started, or this one alone, connected inside the block.

    device: "cpu", connected by gloo, or "cuda", where each process has its own GPU, connected by nccl. Raises
    ValueError when there is no such GPU.
    """
    local = int(environment.get("LOCAL_RANK", 0))
    if device == "cuda" and local >= torch.cuda.device_count():
        raise ValueError(f"device: expected at least {local + 1} GPU for cuda, got {torch.cuda.device_count()}")
    here = torch.device("cuda", local) if device == "cuda" else torch.device("cpu")
    if "WORLD_SIZE" not in environment:
        yield Processes(device=here)
        return
    if here.type == "cuda":
        torch.cuda.set_device(here)
    dist.init_process_group("nccl" if here.type == "cuda" else "gloo")
    try:
        yield Processes(dist.get_rank(), dist.get_world_size(), here)
    finally:
        dist.destroy_process_group()
