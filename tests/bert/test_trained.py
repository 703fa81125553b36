"""Two trained BERTs, and one way to load them."""

import pytest
import torch

from faqformer.bert import load_minilm, load_shakespeare_bert
from faqformer.data.stored import SHAKESPEARE_BERT


@pytest.mark.parametrize("load", [load_minilm, load_shakespeare_bert])
def test_both_are_loaded_alike(load, request):
    """In evaluation mode, in the dtype that is asked for whatever the default; no random number is drawn."""
    if load is load_minilm:
        request.getfixturevalue("minilm")  # which skips where it is not installed
    before = torch.get_rng_state()
    torch.set_default_dtype(torch.float64)
    try:
        single, tokenizer = load()
        double, _ = load(torch.float64)
    finally:
        torch.set_default_dtype(torch.float32)
    assert torch.equal(torch.get_rng_state(), before)
    assert not single.training and len(tokenizer) == single.config.vocab_size
    for (name, one), other in zip(single.named_parameters(), double.parameters(), strict=True):
        assert one.dtype == torch.float32 and other.dtype == torch.float64 and torch.equal(one.double(), other), name


def test_a_damaged_copy_is_refused(tmp_path):
    for path in SHAKESPEARE_BERT.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert load_shakespeare_bert(folder=str(tmp_path))
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"?")
    with pytest.raises(ValueError, match=r"another model\.safetensors: damaged"):
        load_shakespeare_bert(folder=tmp_path)
