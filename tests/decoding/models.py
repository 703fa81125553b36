"""Models to decode: a Transformer that writes texts of many lengths, and a table that anyone can search by hand."""

import functools
import itertools

import torch
from torch import nn

from faqformer import seeds
from faqformer.decoding import Stateless, Steps, TransformerSteps, greedy_from
from faqformer.layers import LayerNorm
from faqformer.masks import padding_mask
from faqformer.transformer import Transformer
from tests.transformer.models import ids, transformer

START, END, V = 0, 1, 11
LENGTHS = [7, 3, 5, 1, 6]


class Endless:
    """Steps that never end: the end symbol's logit is −inf."""

    def __init__(self, steps: Steps):
        self.steps = steps

    def __call__(self, ids: torch.Tensor) -> torch.Tensor:
        return self.steps(ids).index_fill(-1, torch.tensor([END]), -torch.inf)

    def select(self, rows: torch.Tensor) -> None:
        self.steps.select(rows)


@functools.cache
def writer(**changes) -> Transformer:
    """Random weights, and for the end symbol a row of the output with which the texts of `sources` differ in length."""
    model, n = transformer(k=2, tie=False, **changes), 20
    for module in model.modules():
        if isinstance(module, LayerNorm):  # random ones drown what a state has to say
            nn.init.ones_(module.gain)
            nn.init.zeros_(module.bias)
    (source, mask), start = sources(), torch.full((len(LENGTHS), 1), START)
    words = greedy_from(Endless(TransformerSteps(model, source, mask)), start, end=END, max_length=n).ids
    with torch.no_grad():
        read = torch.cat([start, words[:, :-1]], 1)
        states = model.decoder(model.target_embedding(read), model.encode(source, mask), memory_mask=mask)
        rivals = model.output(states).gather(-1, words[..., None])  # B n 1: the logits that `end` must beat
        rows = torch.randn(2000, states.shape[-1], generator=seeds.generator(9), dtype=torch.float64)
        ends = (states @ rows.mT > rivals).double()
        first = ends.argmax(1).where(ends.any(1), n)  # B 2000: where each row would end each text
        spread = first.sort(0).values.diff(dim=0).ne(0).sum(0) * 100 + first.min(0).values
        model.output.weight[END] = rows[spread.argmax()]
    return model


def sources() -> tuple[torch.Tensor, torch.Tensor]:
    """Five sources of different lengths, and their padding mask."""
    return ids(5, 7, k=3), padding_mask(LENGTHS)


def alone(source: torch.Tensor, mask: torch.Tensor, i: int) -> torch.Tensor:
    return source[i : i + 1, : int(mask[i].sum())]


class Table:
    """A language over few words: the next word's log-probabilities after any text, drawn once for each text."""

    def __init__(self, vocab_size: int, k: int):
        self.vocab_size, self.k = vocab_size, k

    def log_p(self, text: tuple[int, ...]) -> torch.Tensor:
        number = sum((word + 1) * (self.vocab_size + 1) ** i for i, word in enumerate(text))
        g = seeds.generator((self.k * 7919 + number) % 900_000)
        return (torch.randn(self.vocab_size, generator=g, dtype=torch.float64) * 1.5).log_softmax(-1)

    def steps(self) -> Stateless:
        return Stateless(lambda ids: torch.stack([self.log_p(tuple(row)) for row in ids.tolist()]))

    def texts(self, prefix: tuple[int, ...], end: int, max_length: int) -> dict[tuple[int, ...], float]:
        """Every text that ends, or has max_length words, with its log-probability."""
        found = {}
        for n in range(1, max_length + 1):
            for text in itertools.product(range(self.vocab_size), repeat=n):
                if end not in text[:-1] and (text[-1] == end or n == max_length):
                    found[text] = sum(float(self.log_p(prefix + text[:i])[word]) for i, word in enumerate(text))
        return found
