"""Our layers and stacks are torch's, value and gradient, on the same weights."""

import pytest
import torch
from torch import nn

from faqformer import seeds
from faqformer.masks import causal_mask, padding_mask
from faqformer.transformer import Decoder, DecoderLayer, Encoder, EncoderLayer, LayerConfig
from tests.looking import BOTH_WAYS, looking
from tests.transformer import torch_layers
from tests.transformer.models import EXACT, S, T, randomise

B, D = 3, 12


@pytest.fixture(params=["post", "pre"])
def norm(request):
    return request.param


@pytest.fixture(params=["relu", "gelu"])
def layer_config(request, norm):
    sizes = {"d_model": D, "n_heads": 3, "d_ff": 20, "dropout": 0.0, "projection_bias": True, "eps": 1e-6}
    return LayerConfig(**sizes, norm=norm, activation=request.param)


def vectors(*shape, k=0):
    return torch.randn(*shape, generator=seeds.generator(k), dtype=torch.float64).requires_grad_()


PADDING = {"no padding": None, "ragged": padding_mask([7, 3, 5])}
TARGET_PADDING = {"no padding": None, "ragged": padding_mask([4, 6, 1], T)}


def require_same(ours, theirs, inputs):
    torch.testing.assert_close(ours, theirs, **EXACT)
    cotangent = vectors(*ours.shape, k=9)
    for mine, other in zip(
        torch.autograd.grad(ours, inputs, cotangent), torch.autograd.grad(theirs, inputs, cotangent), strict=True
    ):
        torch.testing.assert_close(mine, other, rtol=0, atol=1e-11)


@pytest.mark.parametrize("padding", PADDING.values(), ids=PADDING)
@pytest.mark.parametrize("causal", [False, True], ids=["", "causal"])
@BOTH_WAYS
def test_encoder_layer(layer_config, padding, causal, watched):
    ours = randomise(EncoderLayer(layer_config))
    theirs = torch_layers.encoder_layer(ours, layer_config)
    x = vectors(B, S)[..., None].expand(B, S, D) * vectors(D, k=1)
    order = causal_mask(S) if causal else None
    mask = None if padding is None else padding[:, None, None, :]
    if order is not None:
        mask = order if mask is None else mask & order
    with looking(ours, watched):
        result = ours(x, mask)
    expected = theirs(x, torch_layers.forbidden(order), torch_layers.forbidden(padding))
    require_same(result, expected, [x])


@pytest.mark.parametrize("padding", TARGET_PADDING.values(), ids=TARGET_PADDING)
@pytest.mark.parametrize("source_padding", PADDING.values(), ids=PADDING)
@BOTH_WAYS
def test_decoder_layer(layer_config, padding, source_padding, watched):
    ours = randomise(DecoderLayer(layer_config))
    theirs = torch_layers.decoder_layer(ours, layer_config)
    x, memory, order = vectors(B, T, D), vectors(B, S, D, k=1), causal_mask(T)
    mask = order if padding is None else order & padding[:, None, None, :]
    memory_mask = None if source_padding is None else source_padding[:, None, None, :]
    with looking(ours, watched):
        result = ours(x, memory, mask, memory_mask)
    expected = theirs(
        x,
        memory,
        tgt_mask=~order,
        tgt_key_padding_mask=torch_layers.forbidden(padding),
        memory_key_padding_mask=torch_layers.forbidden(source_padding),
    )
    require_same(result, expected, [x, memory])


@pytest.mark.parametrize("padding", PADDING.values(), ids=PADDING)
def test_encoder_stack(layer_config, padding):
    ours = randomise(Encoder(layer_config, 2))
    layers = [torch_layers.encoder_layer(layer, layer_config) for layer in ours.layers]
    theirs = nn.TransformerEncoder(layers[0], 2, final_norm(ours), enable_nested_tensor=False)
    theirs.layers = nn.ModuleList(layers)
    x = vectors(B, S, D)
    require_same(ours(x, padding), theirs(x, src_key_padding_mask=torch_layers.forbidden(padding)), [x])


@pytest.mark.parametrize("padding", TARGET_PADDING.values(), ids=TARGET_PADDING)
@pytest.mark.parametrize("source_padding", PADDING.values(), ids=PADDING)
def test_decoder_stack_which_is_causal_by_itself(layer_config, padding, source_padding):
    ours = randomise(Decoder(layer_config, 2))
    layers = [torch_layers.decoder_layer(layer, layer_config) for layer in ours.layers]
    theirs = nn.TransformerDecoder(layers[0], 2, final_norm(ours))
    theirs.layers = nn.ModuleList(layers)
    x, memory = vectors(B, T, D), vectors(B, S, D, k=1)
    expected = theirs(
        x,
        memory,
        tgt_mask=~causal_mask(T),
        tgt_key_padding_mask=torch_layers.forbidden(padding),
        memory_key_padding_mask=torch_layers.forbidden(source_padding),
    )
    require_same(ours(x, memory, padding, source_padding), expected, [x, memory])


def final_norm(stack):
    if stack.norm is None:
        return None
    norm = nn.LayerNorm(D, stack.norm.eps, dtype=torch.float64)
    norm.weight.data, norm.bias.data = stack.norm.gain.data, stack.norm.bias.data
    return norm
