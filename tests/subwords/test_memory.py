"""Words are cut once, and remembered no longer than there is room."""

from faqformer.subwords.memory import Memory


def test_a_word_is_cut_once_until_the_memory_is_full():
    asked = []

    def cut(word):
        asked.append(word)
        return list(word)

    memory = Memory(cut, limit=2)
    assert memory["ab"] == ("a", "b") and memory["ab"] == ("a", "b") and memory["c"] == ("c",)
    assert asked == ["ab", "c"] and len(memory) == 2
    assert memory["d"] == ("d",) and list(memory) == ["d"]  # full, it starts anew
    assert memory["ab"] == ("a", "b") and asked == ["ab", "c", "d", "ab"]
