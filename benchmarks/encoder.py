"""The encoder's forward pass and training step against other libraries, on the same weights.

python -m benchmarks.encoder [--rounds N] [--layers N] [--device cuda --dtype bfloat16 --compile]
Every contestant is a post-norm encoder with exact GELU, no padding and no dropout. The attention has no biases here, as
not all of them have any; ours keeps its biases at zero and pays for them. Outputs must agree before anything is timed.
"""

import argparse
import platform
import sys

import torch
import transformers
import x_transformers
from torch import nn

from benchmarks.rounds import interleaved, markdown, ratios
from faqformer.bert import Bert, BertConfig
from faqformer.layers import LayerNorm

OURS = "faqformer"


class Torch(nn.Module):
    """nn.TransformerEncoder on our weights."""

    def __init__(self, ours: Bert):
        super().__init__()
        c = ours.config
        layer = nn.TransformerEncoderLayer(c.d_model, c.n_heads, c.d_ff, 0.0, "gelu", c.eps, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, c.n_layers, enable_nested_tensor=False)
        for theirs, mine in zip(self.encoder.layers, ours.layers, strict=True):
            a = mine.attention
            projections = (a.W_q, a.W_k, a.W_v)
            theirs.self_attn.in_proj_weight.data = torch.cat([p.weight.data for p in projections])
            theirs.self_attn.in_proj_bias.data = torch.cat([p.bias.data for p in projections])
            pairs = (
                (theirs.self_attn.out_proj, a.W_o),
                (theirs.norm1, mine.attention_norm.norm),
                (theirs.norm2, mine.feed_forward_norm.norm),
            )
            for target, source in (
                *pairs,
                (theirs.linear1, mine.feed_forward.W_1),
                (theirs.linear2, mine.feed_forward.W_2),
            ):
                copy(target, source)

    def forward(self, x):
        return self.encoder(x)


class HuggingFace(nn.Module):
    """The layers of transformers' BertModel, with torch's fused attention, on our weights."""

    def __init__(self, ours: Bert):
        super().__init__()
        c = ours.config
        config = transformers.BertConfig(
            vocab_size=c.vocab_size,
            hidden_size=c.d_model,
            num_hidden_layers=c.n_layers,
            num_attention_heads=c.n_heads,
            intermediate_size=c.d_ff,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            layer_norm_eps=c.eps,
            attn_implementation="sdpa",
        )
        self.encoder = transformers.BertModel(config, add_pooling_layer=False).encoder
        for theirs, mine in zip(self.encoder.layer, ours.layers, strict=True):
            inner, a = theirs.attention, mine.attention
            copy(inner.self.query, a.W_q), copy(inner.self.key, a.W_k), copy(inner.self.value, a.W_v)
            copy(inner.output.dense, a.W_o), copy(inner.output.LayerNorm, mine.attention_norm.norm)
            copy(theirs.intermediate.dense, mine.feed_forward.W_1), copy(theirs.output.dense, mine.feed_forward.W_2)
            copy(theirs.output.LayerNorm, mine.feed_forward_norm.norm)

    def forward(self, x):
        return self.encoder(x).last_hidden_state


class XTransformers(nn.Module):
    """x-transformers' Encoder with its fused attention, on our weights (it has no biases in attention and norms)."""

    def __init__(self, ours: Bert):
        super().__init__()
        c = ours.config
        self.encoder = x_transformers.Encoder(
            dim=c.d_model, depth=c.n_layers, heads=c.n_heads, attn_dim_head=c.d_model // c.n_heads,
            attn_flash=True, pre_norm=False, ff_mult=c.d_ff // c.d_model,
        )  # fmt: skip
        blocks = [block[1] for block in self.encoder.layers]
        for attention, feed_forward, mine in zip(blocks[::2], blocks[1::2], ours.layers, strict=True):
            a = mine.attention
            for target, source in zip(
                (attention.to_q, attention.to_k, attention.to_v, attention.to_out),
                (a.W_q, a.W_k, a.W_v, a.W_o),
                strict=True,
            ):
                copy(target, source)
            copy(feed_forward.ff[0][0], mine.feed_forward.W_1), copy(feed_forward.ff[2], mine.feed_forward.W_2)

    def forward(self, x):
        return self.encoder(x)


def copy(target: nn.Module, source: nn.Module) -> None:
    """Our parameters into theirs; a bias that the target lacks must be zero."""
    target.weight.data.copy_(source.gain.data if isinstance(source, LayerNorm) else source.weight.data)
    if getattr(target, "bias", None) is not None:
        target.bias.data.copy_(source.bias.data)
    elif source.bias.any():
        raise ValueError(f"{type(target).__name__} has no bias to copy ours to")


class Ours(nn.Module):
    def __init__(self, bert: Bert):
        super().__init__()
        self.layers = bert.layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def forward_pass(model: nn.Module, x: torch.Tensor):
    def run():
        with torch.no_grad():
            model(x)
        synchronise(x)

    return run


def training_step(model: nn.Module, x: torch.Tensor, target: torch.Tensor):
    optimiser = torch.optim.SGD(model.parameters(), lr=0.0)  # the cheapest: what is compared are the models

    def run():
        loss = (model(x) - target).square().mean()
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
        synchronise(x)

    return run


def synchronise(x: torch.Tensor) -> None:
    if x.is_cuda:
        torch.cuda.synchronize()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--compile", action="store_true")
    options = parser.parse_args()
    dtype = getattr(torch, options.dtype)
    print(f"Python {platform.python_version()}, torch {torch.__version__}, transformers {transformers.__version__}, "
          f"{torch.get_num_threads()} threads, {options.device} {options.dtype}\n", file=sys.stderr)  # fmt: skip
    print("| setting | library | median ms | ours / theirs |\n|---|---|---:|---:|")
    for d_model in (256, 768):
        for batch, n in ((16, 128), (4, 512)):
            torch.manual_seed(0)
            config = BertConfig(2, d_model, d_model // 64, options.layers, 4 * d_model, dropout=0.0, eps=1e-5)
            bert = Bert(config, pooler=False)
            models = {
                OURS: Ours(bert),
                "nn.TransformerEncoder": Torch(bert),
                "Hugging Face BERT (SDPA)": HuggingFace(bert),
                "x-transformers": XTransformers(bert),
            }
            models = {name: model.to(options.device, dtype) for name, model in models.items()}
            x, target = torch.randn(2, batch, n, d_model, device=options.device, dtype=dtype)
            for model in models.values():
                torch.testing.assert_close(model(x), models[OURS](x))
            if options.compile:
                models = {name: torch.compile(model) for name, model in models.items()}
            for mode, contestants in {
                "forward": {name: forward_pass(model, x) for name, model in models.items()},
                "training step": {name: training_step(model, x, target) for name, model in models.items()},
            }.items():
                for model in models.values():
                    model.train(mode == "training step")
                table = ratios(interleaved(contestants, options.rounds), OURS)
                print(markdown(f"d = {d_model}, ({batch}, {n}), {mode}", table), flush=True)


if __name__ == "__main__":
    main()
