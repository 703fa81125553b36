"""The attention weights of a model, kept while it runs.

Letters: B batch, H heads, T queries, S keys.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase

from torch import Tensor, nn

from faqformer.attention import AdditiveAttention, MultiHeadAttention


class Recorded(list):
    """Attention weights, a list in the order in which they were computed: (B, H, T, S), or (*B, T, S) without heads.

    names: for each entry the module that it comes from, by its name in the model; "" for a model that is itself one.
    recorded["layers.0.attention"] is that module's entry, recorded.of("layers.*.attention") a list of several.
    """

    def __init__(self):
        super().__init__()
        self.names: list[str] = []

    def __getitem__(self, at):
        """The entry of the module with that name, which ran once; with a number or a slice, as in any list.

        Raises KeyError for a module that did not run, ValueError for one that ran more than once.
        """
        if not isinstance(at, str):
            return super().__getitem__(at)
        found = [weights for name, weights in zip(self.names, self, strict=True) if name == at]
        if not found:
            raise KeyError(self._nothing(at))
        if len(found) > 1:
            raise ValueError(f"{at!r}: expected one pass, got {len(found)}; of({at!r}) gives them all")
        return found[0]

    def of(self, pattern: str) -> list[Tensor]:
        """The entries of all modules whose names match, in order; "*" stands for any characters, dots included.

        Raises KeyError if there are none.
        """
        found = [weights for name, weights in zip(self.names, self, strict=True) if fnmatchcase(name, pattern)]
        if not found:
            raise KeyError(self._nothing(pattern))
        return found

    def _nothing(self, name: str) -> str:
        return f"expected a module that ran, one of {list(dict.fromkeys(self.names))}, got {name!r}"

    def _keep(self, name: str) -> Callable[[Tensor], None]:
        def keep(weights: Tensor) -> None:
            self.names.append(name)
            self.append(weights)

        return keep


@contextmanager
def recorded(model: nn.Module) -> Iterator[Recorded]:
    """Inside the block, keep the weights of each attention in model, every time that it runs.

        with recorded(model) as attention:
            model(source, target)
        attention["encoder.layers.0.attention"]        # B H S S
        attention.of("decoder.*.cross_attention")      # one (B, H, T, S) for each layer

    They are the weights before dropout, and gradients flow through them. Meanwhile multi-head attention works by the
    formula, `attention`, instead of torch's fused kernel, with the same results. Decoding with a cache computes one
    row at a step: `torch.cat(attention.of("decoder.layers.0.cross_attention"), -2)` puts the rows together, and a
    step's self-attention has one more key than the step before. Blocks may be nested, and what was kept outlives them.
    Raises ValueError for a model without attention.
    """
    seen = Recorded()
    watchers = [
        (module.watchers, seen._keep(name))
        for name, module in model.named_modules()
        if isinstance(module, MultiHeadAttention | AdditiveAttention)
    ]
    if not watchers:
        raise ValueError(f"model: expected a module with attention in it, got {type(model).__name__}")
    for watching, keep in watchers:
        watching.append(keep)
    try:
        yield seen
    finally:
        for watching, keep in watchers:
            watching.remove(keep)
