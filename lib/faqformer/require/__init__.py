"""What is refused, in one wording: which argument, what was expected, what came.

Each `require_*` raises or does nothing: TypeError for another kind of thing, ValueError for a number, shape or device
that does not fit, IndexError for an id or a row that does not exist. So the rest of the library can show formulas.
"""

from faqformer.require.attention import (
    require_bias,
    require_head_bias,
    require_head_mask,
    require_mask,
    require_operands,
    require_sequences,
)
from faqformer.require.groups import require_groups, require_kv_heads
from faqformer.require.ids import (
    INTEGERS,
    readable,
    require_batch,
    require_id,
    require_ids,
    require_padded,
    require_token_mask,
)
from faqformer.require.numbers import (
    require_at_least,
    require_even,
    require_heads,
    require_one_of,
    require_positive,
    require_share,
    require_size,
    require_sizes,
    require_step,
)
from faqformer.require.positions import require_content, require_longer, require_positions
from faqformer.require.texts import require_counts, require_text, require_tokens
from faqformer.require.vectors import require_input, require_width

__all__ = [
    "INTEGERS",
    "readable",
    "require_at_least",
    "require_batch",
    "require_bias",
    "require_content",
    "require_counts",
    "require_even",
    "require_groups",
    "require_head_bias",
    "require_head_mask",
    "require_heads",
    "require_id",
    "require_ids",
    "require_input",
    "require_kv_heads",
    "require_longer",
    "require_mask",
    "require_one_of",
    "require_operands",
    "require_padded",
    "require_positions",
    "require_positive",
    "require_sequences",
    "require_share",
    "require_size",
    "require_sizes",
    "require_step",
    "require_text",
    "require_token_mask",
    "require_tokens",
    "require_width",
]
