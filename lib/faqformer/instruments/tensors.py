"""What an operation is given, and what it gives."""

import torch
from torch.utils._pytree import tree_leaves


def tensors(tree) -> list[torch.Tensor]:
    """All tensors in nested lists, tuples and dicts."""
    return [leaf for leaf in tree_leaves(tree) if isinstance(leaf, torch.Tensor)]
