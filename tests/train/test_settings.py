import argparse
import math
from dataclasses import FrozenInstanceError, fields

import pytest

from faqformer.train import Settings, add_arguments, from_arguments
from faqformer.train.translate import TranslateSettings


def parse(*words) -> TranslateSettings:
    parser = argparse.ArgumentParser()
    add_arguments(parser, TranslateSettings)
    return from_arguments(TranslateSettings, parser.parse_args(words))


def test_every_field_is_an_option_and_has_its_default():
    assert parse() == TranslateSettings()
    for f in fields(TranslateSettings):
        assert f.metadata["help"]


def test_options():
    settings = parse("--d-model", "64", "--minutes", "2.5", "--language", "fr")
    assert (settings.d_model, settings.minutes, settings.language, settings.steps) == (64, 2.5, "fr", 3000)
    with pytest.raises(FrozenInstanceError):
        settings.steps = 1


def test_arguments_give_the_same_weights():
    settings = TranslateSettings(seed=3, d_ff=64, rate=0.5, steps=1000, minutes=1.0)
    again = parse(*settings.arguments(700))
    assert again.fixed() == settings.fixed()
    assert (again.steps, again.minutes) == (700, math.inf)


def test_streams_of_two_seeds_never_meet():
    assert Settings(seed=1).stream(0) > Settings(seed=0).stream(999)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"steps": 0}, "steps: expected at least 1, got 0"),
        ({"batch": -1}, "batch: expected at least 1, got -1"),
        ({"every": 0}, "every: expected at least 1"),
        ({"minutes": math.nan}, "minutes: expected a number above 0, got nan"),
        ({"rate": 0.0}, "rate: expected a number above 0"),
        ({"seed": 1000}, "seed: expected 0 to 999, got 1000"),
        ({"device": "tpu"}, "device: expected cpu or cuda, got tpu"),
        ({"smoothing": 1.0}, r"smoothing: expected a share in \[0, 1\), got 1.0"),
        ({"merges": -1}, "merges: expected at least 0"),
        ({"d_model": 30}, "d_model: expected a multiple of n_heads = 4, got 30"),
    ],
)
def test_nonsense(change, message):
    with pytest.raises(ValueError, match=message):
        TranslateSettings(**change)
