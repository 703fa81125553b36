"""A training step as one compiled graph, against the same step as it stands: python -m tests.transformer.compiled.

Once more while the attention weights are recorded.
"""

import torch

from faqformer.objectives import label_smoothing_loss
from tests.looking import looking
from tests.transformer.models import EXACT, batch, ids, transformer


def loss(model, inputs, following):
    return label_smoothing_loss(model(**inputs), following, 0.1, inputs["target_mask"])


def require_same_gradients(ours, theirs, parameters):
    # zeros where there is none: a graph gives them to parameters that the value does not depend on
    pairs = (torch.autograd.grad(y, parameters, retain_graph=True, materialize_grads=True) for y in (ours, theirs))
    for a, b in zip(*pairs, strict=True):
        torch.testing.assert_close(a, b, rtol=0, atol=1e-11)


def main():
    inputs, following = batch(), ids(3, 6, k=4)
    compiled = torch.compile(loss, backend="aot_eager", fullgraph=True)
    for norm in ("post", "pre"):
        model = transformer(norm=norm)
        parameters = list(model.parameters())
        for watched in (False, True, False):
            with looking(model, watched) as in_graph:
                ours = compiled(model, inputs, following)
            with looking(model, watched) as as_it_stands:
                theirs = loss(model, inputs, following)
            torch.testing.assert_close(ours, theirs, **EXACT)
            require_same_gradients(ours, theirs, parameters)
            if watched:
                assert in_graph.names == as_it_stands.names and len(in_graph) == 6
                for a, b in zip(in_graph, as_it_stands, strict=True):
                    torch.testing.assert_close(a, b, **EXACT)
                require_same_gradients(in_graph[-1].square().sum(), as_it_stands[-1].square().sum(), parameters)


if __name__ == "__main__":
    main()
