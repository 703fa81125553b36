"""A trained model as a small folder: weights, vocabulary, sizes, their checksums, and a card that says what it is."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_model, save_model
from torch import nn

from faqformer.data.checksums import require_sealed, seal
from faqformer.data.whole import whole, write

WEIGHTS, VOCABULARY, CONFIG, CARD = "model.safetensors", "vocabulary.json", "config.json", "README.md"
SEALED = (CONFIG, WEIGHTS, VOCABULARY)
SHAKESPEARE_BERT = Path(__file__).parent / "shakespeare_bert"  # the one that comes with the library


def store(folder: Path, model: nn.Module, vocabulary: Mapping[str, Any], card: str) -> None:
    """Write the files, the checksums last: until they are there `load` refuses the folder.

    model: its `config` is a dataclass, from which its class builds it. A table that has several uses is stored once.
    vocabulary: what the ids stand for, as JSON can hold it.
    """
    with whole(folder / WEIGHTS) as path:
        save_model(model, str(path))
        path.chmod(0o644)  # it leaves the file to its owner alone
    for name, content in ((VOCABULARY, vocabulary), (CONFIG, asdict(model.config))):
        write(folder / name, json.dumps(content, ensure_ascii=False) + "\n")
    write(folder / CARD, card)
    seal(folder, SEALED)


def load(folder: Path, model: type[nn.Module], config: type) -> tuple[nn.Module, dict[str, Any]]:
    """The model that was stored in folder, in evaluation mode, and its vocabulary.

    model, config: its class, and that of its sizes. Torch's global generator stays as it was, though weights are drawn
    before the stored ones replace them. Raises FileNotFoundError for a folder that is not there or not whole,
    ValueError for one whose files are damaged or another model's.
    """
    require_sealed(folder, SEALED)
    sizes = read(folder, CONFIG)
    if set(sizes) != {field.name for field in fields(config)}:
        raise ValueError(f"folder: expected a {model.__name__}, got {folder} with the sizes of another model")
    with torch.random.fork_rng(devices=[]), torch.device("cpu"):
        built = model(config(**sizes))
    try:
        load_model(built, str(folder / WEIGHTS))
    except RuntimeError as error:
        raise ValueError(f"folder: expected a {model.__name__}, got {folder} with another model's weights") from error
    return built.eval(), read(folder, VOCABULARY)


def read(folder: Path, name: str) -> dict[str, Any]:
    """What VOCABULARY or CONFIG holds."""
    return json.loads((folder / name).read_text(encoding="utf-8"))
