"""Contrast by construction: the pairs of ink and ground that quiz.css defines, in both themes."""

import re
from itertools import product

import pytest

from faqbook.quiz.shown import asset

PALETTES = re.findall(r"\{([^{}]*--fq-ink:[^{}]*)\}", asset("quiz.css"))
TEXT = [
    *product(["ink"], ["ground", "card", "tint", "right-tint", "wrong-tint"]),
    *product(["quiet"], ["ground", "card"]),
    *product(["accent"], ["ground", "card", "tint"]),
    *product(["right"], ["card", "ground", "right-tint"]),
    *product(["wrong"], ["card", "ground", "wrong-tint"]),
    ("on-accent", "accent"),
]
CONTROLS = [*product(["edge", "accent"], ["ground", "card"])]


def luminance(colour):
    """Relative luminance as WCAG 2 defines it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(a, b):
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_two_themes_define_the_same_colours():
    light, dark = (set(re.findall(r"--fq-[\w-]+(?=:)", palette)) for palette in PALETTES)
    assert light == dark
    assert len(PALETTES) == 2


@pytest.mark.parametrize("palette", PALETTES, ids=["light", "dark"])
def test_contrast(palette):
    colours = dict(re.findall(r"--fq-([\w-]+): (#[0-9a-f]{6})", palette))
    for ink, ground in TEXT:
        assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    for edge, ground in CONTROLS:
        assert contrast(colours[edge], colours[ground]) >= 3, (edge, ground)


def test_contrast_is_measured_right():
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54
