"""The card of a trained translator: what it learned from, and what it is worth, however little that is."""

from collections.abc import Mapping

from faqformer import data
from faqformer.train.task import Task

ROWS = {
    "nothing: the English name itself": "copy",
    "the translation of the most similar training name": "nearest",
    "this model, greedy": "greedy",
    "this model, beam of 4": "beam",
}


def table(report: Mapping[str, float]) -> str:
    """BLEU and exact translations, with a model and without, in Markdown."""
    lines = ["| translation by | BLEU | exactly right |", "|---|---:|---:|"]
    for what, name in ROWS.items():
        lines.append(f"| {what} | {report[f'bleu_{name}']:.1f} | {report[f'exact_{name}']:.1f} % |")
    return "\n".join(lines)


def card(task: Task, symbols: int, report: Mapping[str, float], steps: int, command: str) -> str:
    """The README of the model's folder. task: a `Translate`; symbols: of its vocabulary."""
    settings = task.settings
    return f"""# English names into the language {settings.language}

A Transformer (Vaswani et al. 2017) of {settings.layers} + {settings.layers} layers, d_model {settings.d_model}, \
trained for {steps} steps of {settings.batch} pairs.
It translates names of countries, provinces, languages, scripts and currencies, and nothing else.

## What it is worth

On {len(task.held_out)} names that it never saw, one in ten, chosen by a hash of the English name:

{table(report)}

Corpus BLEU, 0 to 100, not smoothed, case kept, over words and punctuation marks; most names have too few words for a
4-gram, so that the longer ones decide. Names that are the same in both languages are not in the data: copying could
not be exactly right. Words, unlike names, do occur on both sides.

Loss: {report["loss"]:.3f} nats a subword; a uniform guess has ln V = {report["loss_of_uniform"]:.3f}.

## Data

{data.licence("parallel_pairs")}
{len(task)} pairs to train on. {symbols} symbols, learned from them.

## Made by

`{command}`

The seed is {settings.seed}. On another machine, or with another torch, the weights may differ in their last digits.
"""
