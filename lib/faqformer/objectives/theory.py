"""What can be said about masked language modelling with pen and paper: the best loss at a rate, and trust in a token.

Letters: n tokens of a text, V words, R rates.
"""

from itertools import product

import torch
from jaxtyping import Float
from torch import Tensor

from faqformer.instruments import entropy


def masked_loss(joint: Float[Tensor, "..."], rates: Float[Tensor, "R"]) -> Float[Tensor, "R n"]:
    """The least expected cross-entropy, in nats, of each token when it is hidden, and each other one at the same rate.

    joint: the probability of every text of n tokens, one axis a token. Tokens are hidden independently of each other.
    Exact, by going through all 2ⁿ sets of visible tokens. Raises ValueError for probabilities that do not add up to 1.
    """
    if not torch.allclose(joint.sum(), joint.new_ones(())):
        raise ValueError(f"joint: expected a sum of 1, got {joint.sum():g}")
    n = joint.ndim
    information = {}  # the entropy of each set of tokens, by its bits
    for seen in product((False, True), repeat=n):
        unseen = [i for i in range(n) if not seen[i]]
        information[seen] = entropy(joint.sum(unseen) if unseen else joint, None)
    loss = joint.new_zeros(len(rates), n)
    for seen in information:
        weight = (1 - rates) ** sum(seen) * rates ** (n - 1 - sum(seen))
        for i in range(n):
            if not seen[i]:
                loss[:, i] += weight * (information[(*seen[:i], True, *seen[i + 1 :])] - information[seen])
    return loss


def chain_loss(transition: Float[Tensor, "V V"], rates: Float[Tensor, "R"], reach: int = 100) -> Float[Tensor, "R"]:
    """`masked_loss` inside an endless text in which each word depends on the word before alone.

    Then only the nearest visible word on each side matters: at distance a with probability rateᵃ⁻¹ (1 − rate).
    transition: row = a word, column = the next one; from every word each other one can be reached. Words farther than
    reach count as independent, which is wrong by at most what they still tell, with probability 2 rateʳᵉᵃᶜʰ.
    Raises ValueError for rows that do not add up to 1.
    """
    rows = transition.sum(-1)
    if not torch.allclose(rows, torch.ones_like(rows)):
        raise ValueError(f"transition: expected rows with a sum of 1, got {rows.tolist()}")
    forward = [transition]
    for _ in range(reach - 1):
        forward.append(forward[-1] @ transition)
    one = torch.ones_like(transition)
    start = torch.linalg.solve((torch.eye(len(one)).to(one) - transition + one).mT, one[0])  # the stationary law
    forward = torch.stack([*forward, start.expand_as(transition)])  # the last one: nothing seen on this side
    distance = torch.arange(reach)
    near = rates[:, None] ** distance * (1 - rates[:, None])
    chance = torch.cat([near, rates[:, None] ** reach], -1)  # R × (reach + 1)
    loss = torch.zeros_like(rates)
    for a, before in enumerate(forward):
        three = (start[:, None] * before)[:, :, None] * forward[:, None]  # word at −a, here, at every b
        given = entropy(three, (1, 2, 3)) - entropy(three.sum(2), (1, 2))
        loss = loss + chance[:, a] * (chance @ given)
    return loss


def trust(
    expected: Float[Tensor, "*B"], vocab_size: int, keep: float = 0.1, random: float = 0.1
) -> Float[Tensor, "*B"]:
    """The probability that a selected token which is not [MASK] still is what it was.

    expected: the probability of the shown word by its context alone. keep, random: the shares of the selected tokens
    that stay and that become a random word out of vocab_size, as in `mask_tokens`; one of the two must be positive.
    """
    if not (keep >= 0 and random >= 0 and keep + random > 0):
        raise ValueError(f"keep, random: expected shares, not both 0, got {keep} and {random}")
    return expected * (keep + random / vocab_size) / (expected * keep + random / vocab_size)
