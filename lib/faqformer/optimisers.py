"""Adam, written out: by how much each weight moves at each step, per unit of learning rate."""

import torch
from jaxtyping import Float
from torch import Tensor

from faqformer.require import require_positive, require_share


def adam_updates(
    gradients: Float[Tensor, "T *B"],
    betas: tuple[float, float] = (0.9, 0.98),
    eps: float = 1e-9,
    correct_bias: bool = True,
) -> Float[Tensor, "T *B"]:
    """Adam's updates m̂ / (√v̂ + eps) for the gradients of T steps (Kingma & Ba 2015, algorithm 1).

    A step takes off the learning rate times its update. The defaults are the paper's (Vaswani et al. 2017, 5.3).
    correct_bias=False keeps m and v as they are, which start at 0: BERT's released optimiser, with betas (0.9, 0.999)
    and eps 1e-6 (google-research/bert, `optimization.py`).
    Raises ValueError for a beta outside [0, 1) or an eps that is not positive.
    """
    for name, beta in zip(("betas[0]", "betas[1]"), betas, strict=True):
        require_share(name, beta)
    require_positive("eps", eps)
    (beta_1, beta_2), updates = betas, []
    m = v = torch.zeros_like(gradients[0])
    for step, g in enumerate(gradients, start=1):
        m = beta_1 * m + (1 - beta_1) * g
        v = beta_2 * v + (1 - beta_2) * g**2
        m_hat, v_hat = m, v
        if correct_bias:
            m_hat, v_hat = m / (1 - beta_1**step), v / (1 - beta_2**step)
        updates.append(m_hat / (v_hat.sqrt() + eps))
    return torch.stack(updates)
