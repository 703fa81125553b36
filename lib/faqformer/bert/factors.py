"""BERT as matrices and sums, and the four factors in between that depend on what it reads.

Letters: B batch, n tokens of a sequence, D model width, F inner width, H heads.
"""

import math
from collections.abc import Callable, Collection

import torch
from jaxtyping import Float
from torch import Tensor, nn

from faqformer.bert.model import Bert, BertOutput
from faqformer.layers import LayerNorm

KINDS = ("weights", "gate", "scale", "slope")
_TANH_GATE = 2 * math.sqrt(2 / math.pi)
_GATES = {  # φ(z) / z
    "relu": lambda z: (z > 0).to(z.dtype),
    "gelu": torch.special.ndtr,
    "gelu_tanh": lambda z: torch.sigmoid(_TANH_GATE * (z + 0.044715 * z**3)),
    "silu": torch.sigmoid,
    "identity": torch.ones_like,
}

Factor = Callable[[str, Tensor, Tensor], Tensor]


def encode(model: Bert, x: Float[Tensor, "B n D"], factor: Factor) -> BertOutput:
    """What `model` makes of x (B, n, D), the embeddings' sum before its LayerNorm; no dropout, no mask.

    All is linear or constant but four kinds of factors. factor(kind, value, of) is shown each as it comes up, with what
    it is computed from, and says what is used in its place:

    | kind      | value                                | times                   | of         |
    | "weights" | softmax of the scores (B, H, n, n)   | the heads' values       | the scores |
    | "gate"    | φ(z) / z of each unit (B, n, F)      | z                       | z          |
    | "scale"   | 1/√(σ² + ε) of each token (B, n, 1)  | the token less its mean | the token  |
    | "slope"   | tanh(z) / z of each component (B, D) | z                       | z          |
    """

    def norm(layer: LayerNorm, x: Tensor) -> Tensor:
        centred = x - x.mean(-1, keepdim=True)
        scale = (centred.square().mean(-1, keepdim=True) + layer.eps).rsqrt()
        return factor("scale", scale, x) * centred * layer.gain + layer.bias

    x = norm(model.embeddings.norm, x)
    for layer in model.layers:
        x = norm(layer.attention_norm.norm, x + _attend(layer, x, factor))
        z = layer.feed_forward.W_1(x)
        gate = _GATES[layer.feed_forward.activation](z)
        x = norm(layer.feed_forward_norm.norm, x + layer.feed_forward.W_2(factor("gate", gate, z) * z))
    if model.pooler is None:
        return BertOutput(x, None)
    z = model.pooler(x[:, 0])
    slope = torch.where(z == 0, 1.0, z.tanh() / z)
    return BertOutput(x, factor("slope", slope, z) * z)


def _attend(layer: nn.Module, x: Float[Tensor, "B n D"], factor: Factor) -> Float[Tensor, "B n D"]:
    attention = layer.attention
    q, k = layer.queries_and_keys(x)
    v = attention.W_v(x).unflatten(-1, (attention.n_heads, -1)).transpose(1, 2)  # B n H K -> B H n K
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    heads = factor("weights", scores.softmax(-1), scores) @ v
    return attention.W_o(heads.transpose(1, 2).flatten(-2))


def record(model: Bert, x: Float[Tensor, "B n D"]) -> list[Tensor]:
    """The factors of x in the order in which they come up, to `freeze`."""
    kept: list[Tensor] = []

    def factor(kind: str, value: Tensor, of: Tensor) -> Tensor:
        kept.append(value)
        return value

    encode(model, x, factor)
    return kept


def freeze(kept: list[Tensor], kinds: Collection[str] = KINDS) -> Factor:
    """A factor for one call of `encode`: of these kinds the recorded ones, of the others its own.

    With all kinds frozen the model is an affine map, and equals the true one on what was recorded.
    Raises ValueError for an unknown kind.
    """
    if unknown := set(kinds) - set(KINDS):
        raise ValueError(f"kinds: expected some of {', '.join(KINDS)}, got {sorted(unknown)}")
    left = iter(kept)

    def factor(kind: str, value: Tensor, of: Tensor) -> Tensor:
        old = next(left)
        return old if kind in kinds else value

    return factor
