"""How far a run is: a bar in a terminal, now and then a line elsewhere."""

import time
from io import TextIOBase
from typing import Any

from faqformer.train.extra import require_extra

LINES = 20  # at most, so that a log stays short


def bar(**options: Any) -> Any:
    """tqdm's. Raises ModuleNotFoundError that says how to get it."""
    require_extra("tqdm")
    from tqdm import tqdm  # not above: whoever has no terminal needs none

    return tqdm(**options)


class Progress:
    """Shows step, loss and tokens a second. A stream of None shows nothing."""

    def __init__(self, steps: int, done: int, stream: TextIOBase | None):
        self.steps, self.stream = steps, stream
        if done and stream is not None:
            print(f"going on after step {done}", file=stream, flush=True)
        self.bar = None
        if stream is not None and stream.isatty():
            self.bar = bar(total=steps, initial=done, file=stream, unit="step", dynamic_ncols=True)
        self.tokens, self.since = 0, time.monotonic()

    def update(self, step: int, loss: float, tokens: int) -> None:
        """One more step is done, whose mean loss was `loss`, on so many tokens."""
        self.tokens += tokens
        speed = self.tokens / max(time.monotonic() - self.since, 1e-9)
        if self.bar is not None:
            self.bar.set_postfix_str(f"loss {loss:.3f}, {speed:.0f} tokens/s", refresh=False)
            self.bar.update()
        elif self.stream is not None and (step % max(1, self.steps // LINES) == 0 or step == self.steps):
            print(f"step {step}/{self.steps}, loss {loss:.3f}, {speed:.0f} tokens/s", file=self.stream, flush=True)

    def close(self) -> None:
        """Leave the bar as it is and go on below it."""
        if self.bar is not None:
            self.bar.close()
