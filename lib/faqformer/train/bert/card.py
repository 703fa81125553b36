"""The card of a trained small BERT: what it learned from, and what it is worth, however little that is."""

from collections.abc import Mapping

from faqformer import data
from faqformer.data.plays import HELD_OUT
from faqformer.train.task import Task


def card(task: Task, pieces: int, report: Mapping[str, float], steps: int, command: str) -> str:
    """The README of the model's folder. task: a `FillMasks`; pieces: of its vocabulary."""
    settings = task.settings
    return f"""# A small BERT that has read Shakespeare

A BERT (Devlin et al. 2019) with the head that fills masks and nothing else: {settings.layers} layers, d_model \
{settings.d_model}, {settings.n_heads} heads, passages of at most {settings.positions} tokens, no next-sentence \
prediction. Trained for {steps} steps of {settings.batch} passages; {100 * settings.masked:g} % of the tokens are \
selected, of which 80 % become [MASK], 10 % a random piece and 10 % stay. It knows the language of the plays, \
speakers' names and stage directions included, and no other.

## What it is worth

On {" and ".join(HELD_OUT)}, which it never saw, with [MASK] in the place of 15 % of the tokens \
({report["count"]} of them):

| guess by | loss, nats a token | first guess right |
|---|---:|---:|
| nothing: all {pieces} pieces alike | {report["loss_of_uniform"]:.3f} | |
| how often each piece occurs in the other plays | {report["loss_of_frequencies"]:.3f} \
| {100 * report["accuracy_of_frequencies"]:.1f} % |
| this model | {report["loss"]:.3f} | {100 * report["accuracy"]:.1f} % |

## Data

{data.licence("shakespeare")}
{len(task)} passages to train on. {pieces} WordPiece pieces, learned from them, in lower \
case. The plays themselves are in the public domain. The weights are under the MIT licence, like the code.

## Made by

`{command}`

The seed is {settings.seed}. On another machine, or with another torch, the weights may differ in their last digits, \
and training carries that further.
"""
