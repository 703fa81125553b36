"""A task whose right answer is known: write a string backwards. What the model learned with the true beginnings before
its eyes it must be able to do with its own; a leak would show as a gap between the two."""

import torch

from faqformer import seeds
from faqformer.decoding import greedy
from faqformer.masks import padding_mask
from faqformer.objectives import label_smoothing_loss
from faqformer.schedules import linear
from faqformer.transformer import Config, Transformer

PAD, START, END, FIRST, V, LONGEST = 0, 1, 2, 3, 13, 6


def strings(n: int, g: torch.Generator, held_out: bool):
    """About n strings of three to six letters with their masks, what the decoder reads, and what it should write.

    A fifth of all strings, those whose letters sum to a multiple of five, are never trained on.
    """
    lengths = torch.randint(3, LONGEST + 1, (n,), generator=g)
    mask = padding_mask(lengths, LONGEST)
    source = torch.randint(FIRST, V, (n, LONGEST), generator=g).where(mask, PAD)
    keep = (source.sum(-1) % 5 == 0) == held_out
    lengths, mask, source = lengths[keep], mask[keep], source[keep]
    backwards = source.gather(1, (lengths[:, None] - 1 - torch.arange(LONGEST)).clamp(min=0)).where(mask, PAD)
    column = torch.full((len(source), 1), PAD)
    target = torch.cat([backwards, column], 1).scatter(1, lengths[:, None], END)
    return source, mask, torch.cat([column + START, backwards], 1), target, padding_mask(lengths + 1, LONGEST + 1)


def trained(k: int, steps: int = 400, peak: float = 3e-3) -> Transformer:
    sizes = {"d_model": 64, "n_heads": 4, "d_ff": 128, "n_encoder_layers": 1, "n_decoder_layers": 1, "n_positions": 8}
    with seeds.fixed(k):
        model = Transformer(Config(source_vocab_size=V, target_vocab_size=V, dropout=0.0, **sizes))
    optimiser = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98))
    g = seeds.generator(k)
    for step in range(1, steps + 1):
        optimiser.param_groups[0]["lr"] = linear(step, peak, 50, steps + 1)
        source, source_mask, read, target, target_mask = strings(80, g, held_out=False)
        loss = label_smoothing_loss(model(source, read, source_mask, target_mask), target, 0.0, target_mask)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return model.eval()


def accuracies(model: Transformer, k: int) -> tuple[float, float, bool]:
    """The shares of whole held-out strings right when teacher-forced and free-running; are they the same?."""
    source, source_mask, read, target, target_mask = strings(2500, seeds.generator(k), held_out=True)
    with torch.no_grad():
        forced = model(source, read, source_mask, target_mask).argmax(-1)
    forced_right = ((forced == target) | ~target_mask).all(-1)
    written = greedy(model, source, source_mask, start=START, end=END, max_length=LONGEST + 1)
    n = written.ids.shape[1]
    same = ((written.ids == target[:, :n]) | ~target_mask[:, :n]).all(-1)
    free_right = same & (written.lengths == target_mask.sum(-1))
    return forced_right.double().mean().item(), free_right.double().mean().item(), forced_right.equal(free_right)


def test_it_learns_to_reverse_strings_that_it_never_saw():
    forced, free, agree = accuracies(trained(0), k=1)
    assert forced >= 0.99 and free >= 0.99
    assert agree  # up to the first error both read the same words
