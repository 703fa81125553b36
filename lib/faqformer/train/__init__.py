"""Training a small model from real text: `python -m faqformer.train --help`.

A task says what is learned (`Task`); all the rest, from checkpoints to several processes, is the same for every task.
"""

from faqformer.train.checkpoint import load_checkpoint, require_same, save_checkpoint
from faqformer.train.gradients import Totals, gradients, shares
from faqformer.train.loop import train
from faqformer.train.order import Order
from faqformer.train.parallel import Processes
from faqformer.train.settings import Settings, add_arguments, from_arguments
from faqformer.train.task import Task

__all__ = [
    "Order",
    "Processes",
    "Settings",
    "Task",
    "Totals",
    "add_arguments",
    "from_arguments",
    "gradients",
    "load_checkpoint",
    "require_same",
    "save_checkpoint",
    "shares",
    "train",
]
