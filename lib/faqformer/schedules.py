"""Learning-rate schedules: the rate of the step-th update, counted from 1.

With torch, which counts from 0: `LambdaLR(Adam(parameters, lr=1.0), lambda s: noam(s + 1, d_model, warmup))`.
"""

from faqformer.require import require_size, require_step


def noam(step: float, d_model: int, warmup: int = 4000) -> float:
    """d_model^−½ · min(step^−½, step · warmup^−1½) (Vaswani et al. 2017, eq. 3).

    Rises linearly to its peak (d_model · warmup)^−½ at step = warmup, then falls as 1/√step.
    Raises ValueError for a step, width or warm-up below 1.
    """
    require_step(step, warmup)
    require_size("d_model", d_model)
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def linear(step: float, peak: float, warmup: int, total: int) -> float:
    """Up linearly to peak at step = warmup, down linearly to 0 at step = total (Devlin et al. 2019, A.2).

    Raises ValueError unless 1 ≤ step ≤ total and 1 ≤ warmup < total.
    """
    require_step(step, warmup, total)
    return peak * min(step / warmup, (total - step) / (total - warmup))


def google_bert(step: float, peak: float, warmup: int, total: int) -> float:
    """The schedule that BERT's released code runs, where the decay has been going on under the warm-up.

    Its counter g = step − 1 starts at 0: peak · g / warmup while g < warmup, peak · (1 − g / total) from there on. So
    the first update has rate 0, the peak is never reached, and when the warm-up ends the rate drops from
    peak · (1 − 1 / warmup) to peak · (1 − warmup / total) (google-research/bert, `optimization.py`).
    Raises as `linear` does.
    """
    require_step(step, warmup, total)
    counter = step - 1
    return peak * (counter / warmup if counter < warmup else 1 - counter / total)
