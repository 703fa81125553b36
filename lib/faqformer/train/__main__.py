"""Train a small model on real text, and say what it is worth.

    python -m faqformer.train translate --language de --out build/train/translate
    python -m faqformer.train bert --out build/train/bert

The first is a Transformer that translates names, the second a BERT that fills masks in Shakespeare's plays. The same
command again goes on where the last one was stopped or killed. `make real` installs the data. For several
processes:

    torchrun --nproc-per-node 2 -m faqformer.train translate

A further task is a package like `translate`, and a line in TASKS.
"""

import argparse
import sys
from collections.abc import Sequence

from faqformer.data import MissingPackage
from faqformer.data.stored import store
from faqformer.train.bert import BertSettings, FillMasks
from faqformer.train.extra import NEEDED, require_extra
from faqformer.train.loop import train
from faqformer.train.parallel import processes
from faqformer.train.settings import Settings, add_arguments, from_arguments
from faqformer.train.translate import Translate, TranslateSettings

TASKS = {"translate": (TranslateSettings, Translate), "bert": (BertSettings, FillMasks)}


def parsed(arguments: Sequence[str] | None) -> tuple[str, Settings]:
    """The task's name, and its settings; prints what is wrong with the arguments, and exits."""
    parser = argparse.ArgumentParser("python -m faqformer.train", description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="task", required=True)
    parsers = {name: commands.add_parser(name, description=kind.__doc__) for name, (kind, _) in TASKS.items()}
    for name, (kind, _) in TASKS.items():
        add_arguments(parsers[name], kind)
    found = parser.parse_args(arguments)
    try:
        return found.task, from_arguments(TASKS[found.task][0], found)
    except ValueError as error:
        parsers[found.task].error(str(error))


def command(name: str, settings: Settings, steps: int, count: int) -> str:
    """How to get the same weights again, but for where they go."""
    start = "python" if count == 1 else f"torchrun --nproc-per-node {count}"
    words = [f"FAQFORMER_SEED={settings.shift()}", start, "-m faqformer.train", name, *settings.arguments(steps)]
    return " ".join(words)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, judge, and write the model's folder; with several processes the first one alone judges and writes."""
    name, settings = parsed(arguments)
    kind = TASKS[name][1]
    try:
        require_extra(*NEEDED)  # before the half hour, not after it
        with processes(settings.device) as group:
            task = kind.of(settings)
            model, steps = train(task, settings, group, sys.stderr)
    except (ValueError, MissingPackage, ModuleNotFoundError) as error:
        raise SystemExit(str(error)) from None
    except KeyboardInterrupt:
        raise SystemExit("stopped; the same command goes on from the last checkpoint") from None
    if not group.first:
        return
    card = task.card(task.evaluate(model), steps, command(name, settings, steps, group.count))
    store(settings.out, model, task.vocabulary(), card)
    print(card)


if __name__ == "__main__":
    main()
