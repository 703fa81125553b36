"""Who sees whom: the masks of encoder-only, decoder-only and encoder–decoder models, as matrices."""

import numpy as np
from matplotlib.axes import Axes

from faqbook.figures import given
from faqbook.figures.drawing import LEFT, Drawing, canvas, drawn
from faqbook.figures.grids import GAP, matrix, name_rows
from faqbook.figures.letters import LINE, RISE, label, listed, shorten, widest
from faqbook.figures.look import BLUE, GREEN, INK, VERMILLION
from faqbook.figures.shapes import Box

WHOLE = 114  # a matrix
SIDE = 19  # a cell, at most
LONGEST = 48  # units of a token's name
SPACE = 18  # between two matrices


@drawn
def architectures(encoder_only, decoder_only, encoder_decoder, tokens, source, target) -> Drawing:
    """Which tokens see which in the three kinds of model: a matrix each, a row for each token that asks.

    encoder_only, decoder_only: (n, n) of bool, True = may attend, over the n tokens. encoder_decoder: (s + t, s + t)
    over s tokens of source and t of target: the encoder's mask, cross-attention's below it, the decoder's right of
    that, and False where the source would see the target. n and s + t ≤ 7.
    Raises TypeError for a mask that is not bool, ValueError for another shape or another mask than the kind has.
    """
    tokens, source, target = (
        given.words(name, values) for name, values in (("tokens", tokens), ("source", source), ("target", target))
    )
    both = [*source, *target]
    given.at_most("tokens", max(len(tokens), len(both)), 7)
    whole = given.mask("encoder_decoder", encoder_decoder, len(both), len(both))
    alone = given.mask("encoder_only", encoder_only, len(tokens), len(tokens))
    causal = given.mask("decoder_only", decoder_only, len(tokens), len(tokens))
    panels = [
        ("encoder-only", alone, tokens, len(tokens)),
        ("decoder-only", causal, tokens, 0),
        ("encoder–decoder", whole, both, len(source)),
    ]
    for name, mask, _, split in panels:
        _require(name, mask, split)
    side = min(SIDE, WHOLE / max(len(tokens), len(both)))
    left = LEFT + min(widest([*tokens, *both]), LONGEST) + GAP

    drawing, y = canvas(600), 10.0
    for name, mask, words, split in panels:
        names = [shorten(word, LONGEST) for word in words]
        grid = _grid(drawing.ax, left, y + widest(names) + GAP, side, mask, names, split)
        below = _legend(
            drawing.ax, left + side * max(len(tokens), len(both)) + 16, grid, name, _seen(split, len(words))
        )
        y = max(grid.y + grid.height, below) + SPACE
    drawing.resize(y - SPACE + 10)
    drawing.alt = "Three matrices of who sees whom, hatched where a token is not seen. "
    drawing.alt += " ".join(_alt(name, words, split) for name, _, words, split in panels)
    return drawing


def _grid(ax: Axes, x: float, y: float, side: float, mask: np.ndarray, names: list[str], split: int) -> Box:
    """The mask, in up to four parts: what the encoder, the decoder, and the one of the other sees."""
    n = len(mask)
    first, second = slice(0, split), slice(split, n)
    for rows, columns, colour in (
        (first, first, BLUE),
        (first, second, INK),
        (second, first, GREEN),
        (second, second, VERMILLION),
    ):
        part = mask[rows, columns]
        if part.size:
            corner = x + columns.start * side, y + rows.start * side
            matrix(ax, *corner, part, side, side, colour=colour, shut=~part, most=1, numbers=False)
    grid = Box(x, y, n * side, n * side)
    name_rows(ax, grid, names)
    for j, name in enumerate(names):
        ax.text(x + (j + 0.5) * side + RISE, y - GAP, name, rotation=90, ha="right", va="bottom", parse_math=False)
    return grid


def _require(name: str, mask: np.ndarray, split: int) -> None:
    """Raise ValueError unless the words beside the matrix are true of it."""
    n = len(mask)
    expected = np.tri(n, dtype=bool)
    expected[:, :split] = True
    if (mask != expected).any():
        query, key = np.argwhere(mask != expected)[0]
        raise ValueError(f"{name}: expected {expected[query, key]} for query {query} and key {key}, got another mask")


def _seen(split: int, n: int) -> list[tuple[str, str]]:
    """What the tokens see, in words that fit beside the matrix, and the colour of that part."""
    if split == n:
        return [("every token sees\nall tokens", BLUE)]
    if split == 0:
        return [("a token sees itself\nand what is before", VERMILLION)]
    return [
        ("encoder: the source\nsees all of the source", BLUE),
        ("decoder: the target sees\nitself and what is before", VERMILLION),
        ("cross-attention: the target\nsees all of the source", GREEN),
    ]


def _legend(ax: Axes, x: float, grid: Box, name: str, seen: list[tuple[str, str]]) -> float:
    """The kind of model, and what its tokens see, beside the matrix; returns the lower end."""
    y = max(grid.y + grid.height / 2 - LINE * (0.5 + 1.2 * len(seen)), grid.y)
    label(ax, x, y, name, ha="left", weight="bold")
    for i, (words, colour) in enumerate(seen):
        label(ax, x, y + LINE * (2 + 2.4 * i), words, colour, ha="left")
    return y + LINE * (2.4 * len(seen) + 1)


def _alt(name: str, words: list[str], split: int) -> str:
    seen = "; ".join(text.replace("\n", " ") for text, _ in _seen(split, len(words)))
    return f"{name}, over {listed(words)}: {seen}."
