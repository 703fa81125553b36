"""Weights that are stored under Hugging Face's names."""

import re
from collections.abc import Mapping

import torch
from torch import Tensor, nn

# Hugging Face's name of a module → ours; the layers' "encoder.layer.3.x" becomes "layers.3.x".
_NAMES = {
    "embeddings.word_embeddings": "embeddings.token",
    "embeddings.position_embeddings": "embeddings.position",
    "embeddings.token_type_embeddings": "embeddings.segment",
    "embeddings.LayerNorm": "embeddings.norm",
    "attention.self.query": "attention.W_q",
    "attention.self.key": "attention.W_k",
    "attention.self.value": "attention.W_v",
    "attention.output.dense": "attention.W_o",
    "attention.output.LayerNorm": "attention_norm.norm",
    "intermediate.dense": "feed_forward.W_1",
    "output.dense": "feed_forward.W_2",
    "output.LayerNorm": "feed_forward_norm.norm",
    "pooler.dense": "pooler",
    "cls.predictions.transform.dense": "head.transform",
    "cls.predictions.transform.LayerNorm": "head.norm",
    "cls.predictions": "head",
    "cls.seq_relationship": "next_sentence",
}
_LAYER = re.compile(r"encoder\.layer\.(\d+)\.")
# Stored twice, or not learned: the integers 0…511, and the decoder, which is the token table and the head's bias.
_POSITION_IDS = re.compile(r"(bert\.)?embeddings\.position_ids")
_DECODER = {
    "cls.predictions.decoder.weight": "bert.embeddings.word_embeddings.weight",
    "cls.predictions.decoder.bias": "cls.predictions.bias",
}


def our_name(name: str) -> str:
    """Our name of the parameter that Hugging Face's `BertModel`, `BertForMaskedLM` or `BertForPreTraining` calls name.

    Raises ValueError for a name that none of them has.
    """
    module, _, parameter = name.rpartition(".")
    bert, module = ("bert.", module[5:]) if module.startswith("bert.") else ("", module)
    found = _LAYER.match(module)
    layer, module = (f"layers.{found[1]}.", module[found.end() :]) if found else ("", module)
    if module not in _NAMES or parameter not in ("weight", "bias"):
        raise ValueError(f"name: expected a parameter of Hugging Face's BERT, got {name!r}")
    ours = _NAMES[module]
    gain = parameter == "weight" and ours.endswith("norm")
    return f"{bert}{layer}{ours}.{'gain' if gain else parameter}"


def our_names(state: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The tensors of a Hugging Face state dict under our names, without those that are stored twice or not learned.

    Raises ValueError for an unknown name, or a decoder that is not tied to the token table: a `Bert` has only one.
    """
    for decoder, tied_to in _DECODER.items():
        if decoder in state and not torch.equal(state[decoder], state[tied_to]):
            raise ValueError(f"{decoder}: expected the same numbers as in {tied_to}, got others")
    return {
        our_name(name): tensor
        for name, tensor in state.items()
        if name not in _DECODER and not _POSITION_IDS.fullmatch(name)
    }


def load_hugging_face(model: nn.Module, state: Mapping[str, Tensor]) -> None:
    """Put a Hugging Face state dict into a `Bert`, `BertForMaskedLM` or `BertForPreTraining`.

    The model takes the tensors themselves, in their dtype. Raises RuntimeError for a missing or unexpected tensor, or
    one of another shape; ValueError as `our_names`.
    """
    model.load_state_dict(our_names(state), assign=True)
