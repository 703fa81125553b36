"""The trained model as a small folder: weights, vocabulary, sizes, and a card that says what it is."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_model, save_model
from torch import nn

from faqformer.train.whole import whole

WEIGHTS, VOCABULARY, CONFIG, CARD = "model.safetensors", "vocabulary.json", "config.json", "README.md"


def export(folder: Path, model: nn.Module, vocabulary: Mapping[str, Any], config: Mapping[str, Any], card: str) -> None:
    """Write the four files. A table that has several uses is stored once."""
    with whole(folder / WEIGHTS) as path:
        save_model(model, str(path))
        path.chmod(0o644)  # it leaves the file to its owner alone
    for name, content in ((VOCABULARY, vocabulary), (CONFIG, config)):
        write(folder / name, json.dumps(content, ensure_ascii=False) + "\n")
    write(folder / CARD, card)


def write(path: Path, text: str) -> None:
    with whole(path) as partial:
        partial.write_text(text, encoding="utf-8")


def read(folder: Path, name: str) -> dict[str, Any]:
    """What VOCABULARY or CONFIG holds."""
    return json.loads((folder / name).read_text(encoding="utf-8"))


def load(folder: Path, build: Callable[[dict[str, Any]], nn.Module]) -> nn.Module:
    """The model that was exported to folder, from what build makes of the content of CONFIG.

    Torch's global generator stays as it was, though weights are drawn before the stored ones replace them.
    Raises RuntimeError, as torch does, when the weights are another model's.
    """
    with torch.random.fork_rng(devices=[]):
        model = build(read(folder, CONFIG))
    load_model(model, str(folder / WEIGHTS))
    return model
