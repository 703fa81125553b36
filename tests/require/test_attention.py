"""What a mask must be to be laid over scores."""

import pytest
import torch

from faqformer.require import require_mask


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.int64, torch.uint8, torch.int32])
def test_dtype_as_meaning_only_bool_is_a_mask(dtype):
    with pytest.raises(TypeError, match=f"mask: expected bool, True = may attend, got {dtype}"):
        require_mask(torch.ones(2, 2, dtype=dtype), (2, 2))


@pytest.mark.parametrize("shape", [(), (1,), (4,), (3, 1), (3, 4), (2, 3, 4), (1, 1, 4), (2, 1, 1)])
def test_a_mask_that_broadcasts_to_the_scores_fits(shape):
    require_mask(torch.ones(shape, dtype=torch.bool), (2, 3, 4))


@pytest.mark.parametrize("shape", [(3,), (0,), (4, 3), (2, 4), (3, 3, 4), (1, 2, 3, 4), (2, 3, 0)])
def test_a_mask_that_would_enlarge_the_scores_is_refused(shape):
    with pytest.raises(ValueError, match="mask: expected a shape that broadcasts to the scores"):
        require_mask(torch.ones(shape, dtype=torch.bool), (2, 3, 4))
