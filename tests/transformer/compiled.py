"""A training step as one compiled graph, against the same step as it stands: python -m tests.transformer.compiled."""

import torch

from faqformer.objectives import label_smoothing_loss
from tests.transformer.models import EXACT, batch, ids, transformer


def loss(model, inputs, following):
    return label_smoothing_loss(model(**inputs), following, 0.1, inputs["target_mask"])


def main():
    inputs, following = batch(), ids(3, 6, k=4)
    compiled = torch.compile(loss, backend="aot_eager", fullgraph=True)
    for norm in ("post", "pre"):
        model = transformer(norm=norm)
        ours, theirs = compiled(model, inputs, following), loss(model, inputs, following)
        torch.testing.assert_close(ours, theirs, **EXACT)
        parameters = list(model.parameters())
        for a, b in zip(torch.autograd.grad(ours, parameters), torch.autograd.grad(theirs, parameters), strict=True):
            torch.testing.assert_close(a, b, rtol=0, atol=1e-11)


if __name__ == "__main__":
    main()
