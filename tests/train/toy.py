"""A language of a few numbers, a model that learns it in no time, and a way to be killed while it does."""

import os
import signal
import sys
from pathlib import Path

from torch import nn

from faqformer.train import Processes, train
from faqformer.train.translate import Translate, TranslateSettings

ONES = {"one": "ein", "two": "zwei", "three": "drei", "four": "vier", "five": "fünf", "six": "sechs"}
TENS = {"twenty": "zwanzig", "thirty": "dreißig", "forty": "vierzig", "fifty": "fünfzig", "sixty": "sechzig"}
BELOW_HUNDRED = [(f"{ten} {one}", f"{ONES[one]} und {TENS[ten]}") for ten in TENS for one in ONES]
PAIRS = [
    *ONES.items(),
    *TENS.items(),
    *BELOW_HUNDRED,
    *(
        (f"{n} hundred {source}", f"{ONES[n]} hundert {target}")
        for n in ("two", "six")
        for source, target in BELOW_HUNDRED
    ),
]
SIZES = {"d_model": 16, "n_heads": 2, "d_ff": 16, "layers": 1, "merges": 20, "positions": 40}
EVERY = 7


def toy(out: Path, pairs=PAIRS, **changes) -> Translate:
    chosen = {"steps": 30, "every": EVERY, "batch": 6, "warmup": 20, **SIZES, **changes}
    return Translate(TranslateSettings(out=out, **chosen), pairs)


def trained(task: Translate, stream=None) -> nn.Module:
    return train(task, task.settings, Processes(), stream)[0]


class Stopped(Exception):
    """Raised in the middle of a step."""


def stopped(task: Translate, step: int, how) -> Translate:
    """The same task, but how() is called once the loss of this step, counted in this run, has been computed."""
    loss, done = task.loss, 0

    def last_loss(*args, **kwargs):
        nonlocal done
        result = loss(*args, **kwargs)
        done += 1
        if done == step:
            how()
        return result

    task.loss = last_loss
    return task


def die(*_) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    out, where = Path(sys.argv[1]), sys.argv[2]
    if where == "saving":
        os.replace = die  # the new checkpoint is on the disk, but not yet in its place
        trained(toy(out))
    else:
        trained(stopped(toy(out), int(where), die))
