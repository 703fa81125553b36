"""The whole Transformer: ids in, logits out.

Letters: B batch, S source positions, T target positions, D model width, V target vocabulary.
"""

from jaxtyping import Float, Int
from torch import Tensor, nn

from faqformer.require import require_padded
from faqformer.transformer.cache import DecoderCache
from faqformer.transformer.config import Config
from faqformer.transformer.decoder import Decoder
from faqformer.transformer.embedding import Embedding, TiedOutput, initialise_table
from faqformer.transformer.encoder import Encoder


class Transformer(nn.Module):
    """The encoder-decoder of Vaswani et al. 2017.

    Masks are padding masks, bool, True = token, with the shape of the ids; the decoder adds causality itself. Padding
    may stand on either side: a token's position is the number of tokens before it. The table of words is drawn so
    that the first loss is near ln V, tied or not; projections and feed-forward matrices are Xavier-uniform.
    Errors name the argument: TypeError for a dtype, ValueError for a shape or a sequence that is too long, IndexError
    for an id outside the vocabulary.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.source_embedding = Embedding(config.source_vocab_size, config)
        self.encoder = Encoder(config, config.n_encoder_layers)
        if config.tie:
            self.target_embedding = self.source_embedding
            self.output = TiedOutput(self.source_embedding)
        else:
            self.target_embedding = Embedding(config.target_vocab_size, config)
            self.output = nn.Linear(config.d_model, config.target_vocab_size, bias=False)
            initialise_table(self.output.weight)
        self.decoder = Decoder(config, config.n_decoder_layers)

    def forward(
        self,
        source: Int[Tensor, "B S"],
        target: Int[Tensor, "B T"],
        source_mask: Tensor | None = None,
        target_mask: Tensor | None = None,
    ) -> Float[Tensor, "B T V"]:
        """The logits of the word that follows each target token, given the source and the target so far.

        target is shifted right: it begins with a start symbol, and logits[:, t] predict the token after target[:, t].
        """
        return self.decode(target, self.encode(source, source_mask), target_mask, source_mask)

    def encode(self, source: Int[Tensor, "B S"], source_mask: Tensor | None = None) -> Float[Tensor, "B S D"]:
        """The memory: one vector for each source token."""
        require_padded("source", source, source_mask, self.config.source_vocab_size, self.config.n_positions)
        return self.encoder(self.source_embedding(source, source_mask), source_mask)

    def decode(
        self,
        target: Int[Tensor, "B T"],
        memory: Float[Tensor, "B S D"],
        target_mask: Tensor | None = None,
        source_mask: Tensor | None = None,
        cache: DecoderCache | None = None,
    ) -> Float[Tensor, "B T V"]:
        """The logits after each target token.

        cache: from `new_cache`, for one memory. target and target_mask are then the newest tokens alone, and the cache
        remembers the others, their padding included. The logits are those that all tokens at once would get.
        """
        past, mask = 0 if cache is None else len(cache), target_mask
        require_padded("target", target, target_mask, self.config.target_vocab_size, self.config.n_positions, past)
        batch = target.shape[0]  # len() would make a number of a size that is a symbol when exported
        if memory.shape[0] != batch:
            raise ValueError(f"memory: expected the batch size of target, {batch}, got {memory.shape[0]}")
        if cache is not None:
            cache.require_memory(memory)
            mask = cache.mask_with(target_mask, target)
        x = self.target_embedding(target, mask, past)
        x = self.decoder(x, memory, mask, source_mask, cache)
        if cache is not None:
            cache.mask = mask
        return self.output(x)

    def new_cache(self) -> DecoderCache:
        """An empty cache, for `decode`."""
        return DecoderCache(self.config.n_decoder_layers)
