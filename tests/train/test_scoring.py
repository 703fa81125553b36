import pytest

from faqformer.train.translate.scoring import copied, remembered, scores, words

PAIRS = [("North  Sea Region", "Region an der Nordsee"), ("Yi", "Yi-Sprache")]


def test_words_and_marks():
    assert words("Boro (Äthiopien), Ost-Ngad'a") == ["Boro", "(", "Äthiopien", ")", ",", "Ost", "-", "Ngad", "'", "a"]


def test_scores():
    assert scores([target for _, target in PAIRS], PAIRS) == (pytest.approx(100), 100)
    assert scores(["Region an der Nordsee", "Yi"], PAIRS)[1] == 50
    assert scores(["", ""], PAIRS) == (0, 0)


def test_copied():
    assert copied(PAIRS) == ["North Sea Region", "Yi"]


def test_remembered():
    training = [("South Sea Region", "Südsee"), ("Yiddish", "Jiddisch"), ("Norse", "Nordisch")]
    assert remembered(training, PAIRS) == ["Südsee", "Jiddisch"]
