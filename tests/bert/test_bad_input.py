"""What does not fit is refused by name; nothing is cut off, wrapped or broadcast."""

from dataclasses import replace

import pytest
import torch

from faqformer.bert import Bert, BertConfig, BertForMaskedLM
from tests.bert.small import CONFIG

pytestmark = pytest.mark.bad_input

MODEL = Bert(replace(CONFIG, n_positions=512)).eval()
IDS = torch.zeros(2, 4, dtype=torch.int64)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"ids": IDS.new_zeros(1, 513)}, ValueError, r"ids: expected at most n_positions = 512 tokens .* got 513"),
        ({"ids": IDS + 50}, IndexError, "ids: expected ids from 0 to 49, got 50"),
        ({"ids": IDS - 1}, IndexError, "ids: expected ids from 0 to 49, got -1"),
        ({"ids": IDS.float()}, TypeError, "ids: expected int64 or int32 ids, got torch.float32"),
        ({"ids": IDS.bool()}, TypeError, "ids: expected int64 or int32 ids, got torch.bool"),
        ({"ids": IDS[0]}, ValueError, r"ids: expected a batch .* got shape \(4,\)"),
        ({"ids": IDS[:0]}, ValueError, r"ids: expected a batch .* got shape \(0, 4\)"),
        ({"ids": IDS[:, :0]}, ValueError, r"ids: expected a batch .* got shape \(2, 0\)"),
        ({"segments": IDS + 2}, IndexError, "segments: expected ids from 0 to 1, got 2"),
        ({"segments": IDS - 1}, IndexError, "segments: expected ids from 0 to 1, got -1"),
        ({"segments": IDS[:1]}, ValueError, r"segments: expected the shape of ids, \(2, 4\), got \(1, 4\)"),
        ({"segments": IDS.double()}, TypeError, "segments: expected int64 or int32 ids, got torch.float64"),
        ({"mask": torch.ones(2, 4)}, TypeError, "mask: expected bool, True = a token, got torch.float32"),
        ({"mask": IDS}, TypeError, "mask: expected bool, True = a token, got torch.int64"),
        ({"mask": IDS[:1].bool()}, ValueError, r"mask: expected shape \(2, 4\), got \(1, 4\)"),
        ({"mask": IDS[:, :3].bool()}, ValueError, r"mask: expected shape \(2, 4\), got \(2, 3\)"),
        ({"mask": torch.ones(4, 4).bool()}, ValueError, r"mask: expected shape \(2, 4\), got \(4, 4\)"),
        ({"mask": IDS[:, None, None].bool()}, ValueError, r"mask: expected shape \(2, 4\), got \(2, 1, 1, 4\)"),
        ({"positions": torch.arange(3)}, ValueError, r"positions: expected \(4,\) or \(2, 4\), got \(3,\)"),
        ({"positions": torch.arange(510, 514)}, IndexError, "positions: expected ids from 0 to 511, got 513"),
        ({"positions": torch.arange(4.0)}, TypeError, "positions: expected int64 or int32 ids, got torch.float32"),
    ],
)
def test_encoder(arguments, error, message):
    with pytest.raises(error, match=message):
        MODEL(**{"ids": IDS} | arguments)


def test_512_tokens_pass():
    assert MODEL(IDS.new_zeros(1, 512)).sequence.shape == (1, 512, 24)
    # With positions given by hand, the table is no limit.
    assert MODEL(IDS.new_zeros(1, 513), positions=torch.arange(513).clamp(max=511)).sequence.shape == (1, 513, 24)


@pytest.mark.parametrize("selected", [torch.ones(2, 4), torch.ones(2, 3).bool(), torch.ones(4).bool()])
def test_selected(selected):
    with pytest.raises((TypeError, ValueError), match=r"selected: expected (bool|shape \(2, 4\))"):
        BertForMaskedLM(CONFIG)(IDS, selected=selected)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"d_model": 25}, "d_model: expected a multiple of n_heads = 3, got 25"),
        ({"n_layers": 0}, "n_layers: expected an integer ≥ 1, got 0"),
        ({"vocab_size": -1}, "vocab_size: expected an integer ≥ 1, got -1"),
        ({"n_positions": 1.5}, "n_positions: expected an integer, got 1.5"),
        ({"n_layers": True}, "n_layers: expected an integer, got True"),
        ({"activation": "GELU"}, "activation: expected one of .*gelu.* got 'GELU'"),
        ({"dropout": 1.0}, r"dropout: expected a share in \[0, 1\), got 1.0"),
        ({"dropout": -0.1}, r"dropout: expected a share in \[0, 1\), got -0.1"),
        ({"std": -0.02}, "std: expected a positive number, got -0.02"),
        ({"std": 0.0}, "std: expected a positive number, got 0.0"),
        ({"eps": -1e-12}, "eps: expected a number ≥ 0, got -1e-12"),
        ({"eps": float("nan")}, "eps: expected a number ≥ 0, got nan"),
    ],
)
def test_config(changes, message):
    with pytest.raises(TypeError if "an integer, got" in message else ValueError, match=message):
        replace(CONFIG, **changes)


def test_a_config_cannot_be_changed():
    with pytest.raises(AttributeError):
        BertConfig.base().d_model = 1
