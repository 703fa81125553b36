import pytest
import torch

from faqformer.train.translate.pairs import Codec, held_out, split
from tests.train.toy import PAIRS


@pytest.fixture(scope="module")
def codec():
    return Codec.train(PAIRS, 20)


def test_no_source_is_on_both_sides():
    pairs = [(source, target) for source, target in PAIRS for target in (target, "another")]
    pairs += [(source.upper(), target) for source, target in PAIRS] + [
        (f" {s.replace(' ', '  ')}", t) for s, t in PAIRS
    ]
    training, held = split(pairs)
    assert len(training) + len(held) == len(pairs)
    key = lambda pair: " ".join(pair[0].lower().split())  # noqa: E731
    assert held and not set(map(key, training)) & set(map(key, held))


def test_the_side_depends_on_the_source_alone():
    _, held = split(PAIRS)
    assert split(reversed(PAIRS))[1] == held[::-1]
    assert split((source, "") for source, _ in PAIRS)[1] == [(source, "") for source, _ in held]


def test_one_in_ten_is_held_out():
    n = 20_000
    rate = sum(held_out(f"source {i}") for i in range(n)) / n
    assert abs(rate - 0.1) < 6 * (0.1 * 0.9 / n) ** 0.5


def test_the_sides_are_those_of_the_published_numbers():
    """Another hash would make training names of held-out ones, and a published model look better than it is."""
    assert [source for source in ("one", "two", "Germany", "France", "Albania", "Chinese") if held_out(source)] == []


def test_a_batch(codec):
    batch = codec.batch([PAIRS[0], PAIRS[-1]])
    rows = [row[mask].tolist() for row, mask in zip(batch.target, batch.target_mask, strict=True)]
    assert [(row[0], row[-1]) for row in rows] == [(codec.start, codec.end)] * 2
    assert [codec.decode(row) for row in rows] == [PAIRS[0][1], PAIRS[-1][1]]
    sources = [row[mask].tolist() for row, mask in zip(batch.source, batch.source_mask, strict=True)]
    assert [codec.decode(row) for row in sources] == [PAIRS[0][0], PAIRS[-1][0]]
    assert not batch.target_mask.all() and int(batch.target.max()) < len(codec)


def test_decoding_ends_at_the_end(codec):
    one = codec.bpe.encode("one")
    assert codec.decode([codec.start, *one, codec.end, *one]) == "one"
    assert codec.decode([]) == ""


def test_json_brings_it_back(codec):
    again = Codec.from_json(codec.to_json())
    assert (len(again), again.end) == (len(codec), codec.end)
    for ids, more in zip(codec.batch(PAIRS), again.batch(PAIRS), strict=True):
        assert torch.equal(ids, more)


def test_a_text_without_a_word(codec):
    with pytest.raises(ValueError, match="texts: expected at least one, none without a word"):
        codec.sources(["one", " "])
