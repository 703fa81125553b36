"""The trace names what ran, in order, and leaves nothing behind."""

import pytest

from faqformer.instruments import trace
from tests.looking import looking
from tests.transformer.models import S, T, V, batch, config, transformer


@pytest.fixture(params=[False, True], ids=["fused", "watched"])
def seen(request):
    model = transformer()
    with trace(model) as seen, looking(model, request.param):
        model(**batch())
    return seen


def test_shapes_are_those_of_the_outputs(seen):
    d, d_ff, shapes = config().d_model, config().d_ff, dict(seen)
    assert shapes["encoder.layers.1"] == shapes["encoder"] == (3, S, d)
    assert shapes["decoder.layers.0.cross_attention.W_k"] == (3, S, d)
    assert shapes["decoder.layers.0.cross_attention.W_q"] == (3, T, d)
    assert shapes["decoder.layers.1.feed_forward.W_1"] == (3, T, d_ff)
    assert shapes["output"] == shapes[""] == (3, T, V)


def test_modules_come_in_the_order_in_which_they_finish(seen):
    names = [name for name, _ in seen]
    stack = ["source_embedding", "encoder", "source_embedding", "decoder", "output", ""]
    assert [name for name in names if name in stack] == stack  # the tied table stands in two places
    assert names.index("encoder.layers.0") < names.index("encoder.layers.1") < names.index("encoder")


def test_the_block_alone_is_traced_even_when_it_raises():
    model = transformer()
    with pytest.raises(RuntimeError, match="stop"), trace(model) as seen:
        model(**batch())
        raise RuntimeError("stop")
    n = len(seen)
    model(**batch())
    assert len(seen) == n > 0 and not any(module._forward_hooks for module in model.modules())
