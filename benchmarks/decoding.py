"""Cached greedy decoding against Hugging Face's generate, on the same weights.

python -m benchmarks.decoding [--rounds N] [--tokens N] [--batch B]
The other side is a MarianMT model, whose layers are the paper's, with biases in attention; its table of positions is
overwritten by ours. Both must write the same words before anything is timed.
"""

import argparse

import torch
from transformers import MarianConfig, MarianMTModel

from benchmarks.rounds import interleaved, markdown, ratios
from faqformer.decoding import greedy
from faqformer.transformer import Config, Transformer

OURS = "faqformer"
START, END = 0, 1
CONFIG = Config(
    source_vocab_size=1000,
    target_vocab_size=1000,
    d_model=256,
    n_heads=4,
    d_ff=1024,
    n_encoder_layers=3,
    n_decoder_layers=3,
    dropout=0.0,
    projection_bias=True,
)


def marian(ours: Transformer) -> MarianMTModel:
    """The same model, with the same weights."""
    c = ours.config
    config = MarianConfig(
        vocab_size=c.target_vocab_size,
        d_model=c.d_model,
        encoder_layers=c.n_encoder_layers,
        decoder_layers=c.n_decoder_layers,
        encoder_attention_heads=c.n_heads,
        decoder_attention_heads=c.n_heads,
        encoder_ffn_dim=c.d_ff,
        decoder_ffn_dim=c.d_ff,
        activation_function=c.activation,
        max_position_embeddings=c.n_positions,
        scale_embedding=True,
        dropout=0.0,
        pad_token_id=START,
        eos_token_id=None,
        decoder_start_token_id=START,
        forced_eos_token_id=None,
        attn_implementation="sdpa",
    )
    theirs = MarianMTModel(config).eval()
    theirs.generation_config.eos_token_id = theirs.generation_config.forced_eos_token_id = None
    table = ours.source_embedding
    theirs.model.shared.weight.data.copy_(table.weight.data)
    for mine, stack in ((ours.encoder, theirs.model.encoder), (ours.decoder, theirs.model.decoder)):
        stack.embed_positions.weight.data.copy_(table.positions)
        for a, b in zip(mine.layers, stack.layers, strict=True):
            attention(a.attention, b.self_attn)
            affine(a.attention_norm.norm, b.self_attn_layer_norm)
            if hasattr(a, "cross_attention"):
                attention(a.cross_attention, b.encoder_attn)
                affine(a.cross_attention_norm.norm, b.encoder_attn_layer_norm)
            affine(a.feed_forward.W_1, b.fc1)
            affine(a.feed_forward.W_2, b.fc2)
            affine(a.feed_forward_norm.norm, b.final_layer_norm)
    return theirs


def attention(a, b) -> None:
    for source, target in ((a.W_q, b.q_proj), (a.W_k, b.k_proj), (a.W_v, b.v_proj), (a.W_o, b.out_proj)):
        affine(source, target)


def affine(source, target) -> None:
    target.weight.data.copy_(getattr(source, "gain", None) if hasattr(source, "gain") else source.weight)
    target.bias.data.copy_(source.bias)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--tokens", type=int, default=256)
    parser.add_argument("--batch", type=int, default=4)
    options = parser.parse_args()
    torch.manual_seed(0)
    ours = Transformer(CONFIG).eval()
    with torch.no_grad():  # larger weights, so that the likeliest word is clearly the likeliest
        ours.source_embedding.weight.mul_(8)
    theirs = marian(ours)
    source = torch.randint(2, 1000, (options.batch, 32))

    def generate():
        return theirs.generate(
            source,
            attention_mask=torch.ones_like(source),
            max_new_tokens=options.tokens,
            do_sample=False,
            num_beams=1,
            use_cache=True,
        )[:, 1:]

    def decode():
        return greedy(ours, source, start=START, end=END, max_length=options.tokens).ids

    mine, other = decode(), generate()
    if mine.shape != other.shape or not torch.equal(mine, other):
        raise SystemExit(f"the two do not write the same words: {mine.tolist()} and {other.tolist()}")
    table = ratios(interleaved({OURS: decode, "Hugging Face generate": generate}, options.rounds), OURS)
    print("| setting | library | median ms | ours / theirs |\n|---|---|---:|---:|")
    print(markdown(f"greedy, cached, {options.tokens} tokens, batch {options.batch}", table))


if __name__ == "__main__":
    main()
