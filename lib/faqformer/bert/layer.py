"""One layer of BERT.

Letters: B batch, n tokens, D model width, H heads, K head width.
"""

from jaxtyping import Float
from torch import Tensor

from faqformer.bert.config import BertConfig
from faqformer.transformer import EncoderLayer


class BertLayer(EncoderLayer):
    """The Transformer's encoder layer, post-norm (Devlin et al. 2019, 3); called as it is.

    What differs from Vaswani et al. 2017 are settings: a bias on all four projections, GELU, eps 1e-12, and dropout on
    the attention weights as well.
    """

    def __init__(self, config: BertConfig):
        super().__init__(config.layer())

    def queries_and_keys(self, x: Float[Tensor, "B n D"]) -> tuple[Float[Tensor, "B H n K"], Float[Tensor, "B H n K"]]:
        """What the heads compare when x enters the layer: its scores are q @ k.mT / √K, before mask and softmax."""
        heads = (self.attention.n_heads, -1)
        q, k = self.attention.W_q(x).unflatten(-1, heads), self.attention.W_k(x).unflatten(-1, heads)
        return q.transpose(1, 2), k.transpose(1, 2)  # B n H K -> B H n K
