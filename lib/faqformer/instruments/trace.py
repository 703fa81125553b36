"""What passes through a model while it runs: the shape of every module's output."""

from collections.abc import Iterator
from contextlib import contextmanager

from torch import nn


@contextmanager
def trace(model: nn.Module) -> Iterator[list[tuple[str, tuple[int, ...]]]]:
    """Inside the block, note each module that has run: its name in the model, and the shape of what it gave.

    In the order in which they finish, so that the model itself, named "", comes last in each pass. A module that stands
    in two places, such as a tied embedding, goes by its first name both times. Of an output that is a tuple the first
    tensor counts.
    """
    seen: list[tuple[str, tuple[int, ...]]] = []

    def note(name: str):
        def hook(module, args, output):
            output = output[0] if isinstance(output, tuple) else output
            seen.append((name, tuple(output.shape)))

        return hook

    handles = [module.register_forward_hook(note(name)) for name, module in model.named_modules()]
    try:
        yield seen
    finally:
        for handle in handles:
            handle.remove()
