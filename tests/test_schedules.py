"""The schedules against their formulas, and the off-by-one errors that such formulas invite."""

import math

import pytest
import torch
from torch.optim.lr_scheduler import LambdaLR

from faqformer.schedules import google_bert, linear, noam

PEAK, WARMUP, TOTAL = 1e-4, 100, 1000
WITH_TOTAL = [linear, google_bert]


@pytest.mark.parametrize(("d_model", "warmup"), [(1, 1), (512, 4000), (1024, 4000), (64, 7)])
def test_noam_peaks_at_the_end_of_the_warm_up(d_model, warmup):
    assert noam(warmup, d_model, warmup) == pytest.approx((d_model * warmup) ** -0.5, rel=1e-14)
    rates = [noam(step, d_model, warmup) for step in range(1, 3 * warmup + 10)]
    assert max(rates) == rates[warmup - 1]
    assert rates[: warmup - 1] == sorted(rates[: warmup - 1])
    assert rates[warmup - 1 :] == sorted(rates[warmup - 1 :], reverse=True)


def test_noam_gives_the_published_rates():
    assert f"{noam(4000, 512):.3e} {noam(4000, 1024):.3e} {noam(1, 512):.3e} {noam(1e5, 512):.3e}" == (
        "6.988e-04 4.941e-04 1.747e-07 1.398e-04"
    )


def test_noam_is_continuous_where_its_branches_meet():
    left, right = noam(4000 - 1e-6, 512, 4000), noam(4000 + 1e-6, 512, 4000)
    assert left == pytest.approx(right, rel=1e-9)
    assert noam(16000, 512, 4000) == pytest.approx(noam(4000, 512, 4000) / 2, rel=1e-14)


def test_linear_rises_to_the_peak_and_falls_to_zero():
    assert linear(1, PEAK, WARMUP, TOTAL) == pytest.approx(PEAK / WARMUP, rel=1e-14)
    assert linear(WARMUP, PEAK, WARMUP, TOTAL) == PEAK
    assert linear(WARMUP + 1e-9, PEAK, WARMUP, TOTAL) == pytest.approx(PEAK, rel=1e-9)
    assert linear((WARMUP + TOTAL) / 2, PEAK, WARMUP, TOTAL) == pytest.approx(PEAK / 2, rel=1e-14)
    assert linear(TOTAL, PEAK, WARMUP, TOTAL) == 0
    assert all(linear(step, PEAK, WARMUP, TOTAL) > 0 for step in range(1, TOTAL))


def test_google_bert_drops_when_the_warm_up_ends_and_never_reaches_the_peak():
    rates = [google_bert(step, PEAK, WARMUP, TOTAL) for step in range(1, TOTAL + 1)]
    assert rates[0] == 0
    assert max(rates) == rates[WARMUP - 1] == pytest.approx(0.99 * PEAK, rel=1e-14)
    assert 1 - rates[WARMUP] / rates[WARMUP - 1] == pytest.approx(1 - 0.9 / 0.99, rel=1e-12)
    assert rates[WARMUP] == pytest.approx(0.9 * PEAK, rel=1e-14)
    assert rates[-1] == pytest.approx(PEAK / TOTAL, rel=1e-12)


def test_the_first_step_moves_the_parameters():
    weight = torch.nn.Parameter(torch.ones(3, dtype=torch.float64))
    optimiser = torch.optim.Adam([weight], lr=1.0)
    LambdaLR(optimiser, lambda s: noam(s + 1, 512, 4000))
    weight.sum().backward()
    optimiser.step()
    assert ((1 - weight) / noam(1, 512, 4000)).detach().tolist() == pytest.approx([1, 1, 1], rel=1e-6)


@pytest.mark.parametrize("step", [0, -1, math.nan, 0.5])
def test_a_step_below_one_is_refused(step):
    with pytest.raises(ValueError, match=r"step: .*got"):
        noam(step, 512)
    for schedule in WITH_TOTAL:
        with pytest.raises(ValueError, match=r"step: .*got"):
            schedule(step, PEAK, WARMUP, TOTAL)


@pytest.mark.parametrize("schedule", WITH_TOTAL)
@pytest.mark.parametrize(
    ("step", "warmup", "total", "named"), [(1001, 100, 1000, "step"), (1, 0, 1000, "warmup"), (1, 100, 100, "total")]
)
def test_impossible_schedules_are_refused(schedule, step, warmup, total, named):
    with pytest.raises(ValueError, match=rf"^{named}: "):
        schedule(step, PEAK, warmup, total)


def test_noam_refuses_an_impossible_width_and_warm_up():
    with pytest.raises(ValueError, match="d_model"):
        noam(1, 0)
    with pytest.raises(ValueError, match="warmup"):
        noam(1, 512, 0)
