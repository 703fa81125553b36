"""A text longer than the model's limit, cut into windows that are read one by one."""

from faqformer.require import require_sizes


def starts(n: int, width: int, step: int) -> list[int]:
    """Where windows of `width` tokens begin, so that they cover n tokens: 0, step, 2·step, …, and n − width.

    There are 1 + ⌈(n − width) / step⌉; the last is moved back until it is full. A text that fits in is one window.
    step is the way from one window to the next (`doc_stride` in BERT's `run_squad.py`), so width − step tokens overlap;
    what Hugging Face's tokenizers call `stride` is that overlap.
    Raises TypeError for a size that is no integer, ValueError for one below 1, or for a step beyond the width: it would
    leave tokens out.
    """
    require_sizes(n=n, width=width, step=step)
    if step > width:
        raise ValueError(f"step: expected at most width = {width}, or tokens are left out, got {step}")
    last = max(n - width, 0)
    return [*range(0, last, step), last]
