"""Randomness: the same number gives the same draws, one variable shifts them all, and nothing leaks out of a block."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from faqformer import seeds


@pytest.fixture(autouse=True)
def unshifted(monkeypatch):
    monkeypatch.delenv("FAQFORMER_SEED", raising=False)


def draw(k):
    return torch.rand(8, generator=seeds.generator(k))


def draw_fixed(k):
    with seeds.fixed(k):
        return torch.rand(8)


@pytest.mark.parametrize("draw", [draw, draw_fixed])
def test_the_same_number_gives_the_same_draws_and_another_gives_others(draw):
    assert torch.equal(draw(3), draw(3))
    assert not torch.equal(draw(3), draw(4))


def test_the_published_numbers_are_those_of_shift_zero(monkeypatch):
    published = draw(7)
    monkeypatch.setenv("FAQFORMER_SEED", "0")
    assert torch.equal(draw(7), published) and seeds.seed(7) == 7
    assert torch.equal(published, torch.rand(8, generator=torch.Generator().manual_seed(7)))


@pytest.mark.parametrize("draw", [draw, draw_fixed])
def test_one_variable_shifts_all_draws(monkeypatch, draw):
    published = [draw(k) for k in range(5)]
    monkeypatch.setenv("FAQFORMER_SEED", "1")
    shifted = [draw(k) for k in range(5)]
    assert not any(torch.equal(a, b) for a in published for b in shifted)
    monkeypatch.setenv("FAQFORMER_SEED", "0001")
    assert torch.equal(draw(2), shifted[2])


@given(
    k=st.integers(0, seeds.STRIDE - 1),
    other=st.integers(0, seeds.STRIDE - 1),
    shift=st.integers(0, seeds.SHIFTS - 1),
    another=st.integers(0, seeds.SHIFTS - 1),
)
def test_no_two_numbers_and_shifts_share_a_seed(k, other, shift, another):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAQFORMER_SEED", str(shift))
        first = seeds.seed(k)
        patch.setenv("FAQFORMER_SEED", str(another))
        second = seeds.seed(other)
    assert (first == second) is ((k, shift) == (other, another))
    assert 0 <= first < 2**32


def test_torch_reads_the_lower_32_bits_of_a_seed(monkeypatch):
    """Why shifts end where they do: if this fails, torch reads more, and the limit can go."""
    assert torch.equal(*(torch.rand(4, generator=torch.Generator().manual_seed(s)) for s in (5, 5 + 2**32)))
    assert (seeds.SHIFTS - 1) * seeds.STRIDE + seeds.STRIDE - 1 < 2**32 <= (seeds.SHIFTS + 1) * seeds.STRIDE


def test_fixed_restores_the_global_generator_whatever_happens_inside():
    torch.manual_seed(11)
    expected = torch.rand(4), torch.rand(4), torch.rand(4)
    torch.manual_seed(11)
    found = [torch.rand(4)]
    with seeds.fixed(1):
        inside = torch.rand(4)
        with seeds.fixed(2):
            torch.rand(1)
        rest = torch.rand(4)
    found.append(torch.rand(4))
    with pytest.raises(RuntimeError), seeds.fixed(3):
        torch.rand(4)
        raise RuntimeError
    found.append(torch.rand(4))
    assert all(torch.equal(a, b) for a, b in zip(expected, found, strict=True))
    with seeds.fixed(1):
        assert torch.equal(torch.rand(4), inside) and torch.equal(torch.rand(4), rest)


def test_fixed_reaches_initialisation_and_dropout():
    def run(k):
        with seeds.fixed(k):
            return torch.nn.Dropout()(torch.nn.Linear(8, 8)(torch.ones(8)))

    assert torch.equal(run(0), run(0)) and not torch.equal(run(0), run(1))


def test_generators_are_independent_of_the_global_one_and_of_each_other():
    torch.manual_seed(0)
    before = torch.random.get_rng_state()
    first, second = seeds.generator(5), seeds.generator(5)
    torch.rand(3, generator=first)
    assert torch.equal(torch.rand(8, generator=second), draw(5))
    assert torch.equal(torch.random.get_rng_state(), before)


@pytest.mark.bad_input
@pytest.mark.parametrize(
    ("error", "k"),
    [
        (ValueError, -1),
        (ValueError, seeds.STRIDE),
        (TypeError, 1.0),
        (TypeError, True),
        (TypeError, "1"),
        (TypeError, None),
    ],
)
def test_numbers_that_are_no_seed_are_refused(error, k):
    torch.manual_seed(0)
    before = torch.random.get_rng_state()
    for door in (seeds.seed, seeds.generator):
        with pytest.raises(error, match="k: expected an integer"):
            door(k)
    with pytest.raises(error, match="k: expected an integer"), seeds.fixed(k):
        pass
    assert torch.equal(torch.random.get_rng_state(), before)


@pytest.mark.parametrize("shift", ["", "-1", "1.0", "one", " 1", "1 ", "1_0", "٣", "²", str(seeds.SHIFTS), "9" * 30])
def test_shifts_that_would_repeat_or_hide_a_seed_are_refused(monkeypatch, shift):
    monkeypatch.setenv("FAQFORMER_SEED", shift)
    with pytest.raises(ValueError, match="FAQFORMER_SEED: expected an integer from 0 to 4293, got"):
        seeds.generator(0)
