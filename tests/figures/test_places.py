"""Numbers stand where they belong: drawings read line by line."""

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest

from faqbook import figures
from faqbook.figures import SENTENCE
from tests.figures.audit import rows


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def rectangles(drawing) -> list[mpl.patches.Rectangle]:
    return [patch for patch in drawing.ax.patches if isinstance(patch, mpl.patches.Rectangle)]


def test_a_line_of_attention_by_hand_is_a_key_its_score_its_weight_and_its_value():
    numbers = {"keys": [[1, 2], [3, 4]], "values": [[5, 6, 7], [8, 9, 10]], "scores": [11, 12], "weights": [0.25, 0.75]}
    drawing = figures.attention_by_hand([13, 14], output=[15, 16, 17], tokens=["a", "b"], asking="b", **numbers)
    assert rows(drawing) == [
        ["q", "13", "14", "the query of “b”"],
        ["k", "q·k", "weight", "v"],
        ["a", "1", "2", "11", "0.25", "5", "6", "7"],
        ["b", "3", "4", "12", "0.75", "8", "9", "10"],
        ["softmax"],
        ["output, the sum of weight · v", "15", "16", "17"],
    ]


def test_scores_masked_scores_and_weights_come_in_this_order():
    weights = [[1, 0], [0.25, 0.75]]
    drawing = figures.masked_scores([[1, 2], [3, 4]], np.tri(2, dtype=bool), weights, ["a", "b"])
    assert rows(drawing) == [
        *(["scores"], ["a", "b"], ["a", "1", "2"], ["b", "3", "4"]),
        *(["−∞ where the mask forbids"], ["masked scores"], ["a", "b"], ["a", "1", "−∞"], ["b", "3", "4"]),
        *(["softmax of each row"], ["weights"], ["a", "b"], ["a", "1.00", "0"], ["b", "0.25", "0.75"]),
    ]


def test_each_bar_bears_its_own_weight():
    drawing = figures.weight_bars({"one": [0.25, 0.75], "two": [1, 0]}, ["a", "b"])
    one = ["one", "largest weight 0.75, dotted: 1/2", "0.75", "0.25", "a", "b"]
    two = ["two", "largest weight 1.00, dotted: 1/2", "1", "0", "a", "b"]
    assert [text for line in rows(drawing) for text in line] == [*one, *two]
    high = max(bar.get_height() for bar in rectangles(drawing))
    assert [bar.get_height() / high for bar in rectangles(drawing)] == pytest.approx([0.25, 0.75, 1, 0])


@pytest.mark.parametrize("chosen", [0, 5])
def test_only_the_chosen_word_changes(chosen):
    read = rows(figures.masking(SENTENCE, chosen, "blue", 0.15, (0.8, 0.1, 0.1)))
    others = [*SENTENCE[:chosen], *SENTENCE[chosen + 1 :]]
    sentences = [line for line in read if len(line) == 6]
    assert [line.pop(chosen) for line in sentences] == [SENTENCE[chosen], "[MASK]", "blue", SENTENCE[chosen]]
    assert sentences == [others] * 4
    assert [line[0] for line in read if "%" in line[0]] == [
        "15 % of the tokens are chosen, and must be predicted:",
        "80 % of them become [MASK]:",
        "10 % of them become a random token:",
        "10 % of them stay as they are:",
    ]


def test_a_layer_s_parts_come_in_the_order_of_its_norm():
    def read(draw, norm):
        return [line[-1] for line in rows(draw(norm))][2:]

    assert read(figures.encoder_layer, "post") == ["self-attention", "LayerNorm", "feed-forward", "LayerNorm"]
    assert read(figures.encoder_layer, "pre") == ["LayerNorm", "self-attention", "LayerNorm", "feed-forward"]
    attention = ["masked", "self-attention", "LayerNorm", "memory", "cross-attention", "LayerNorm"]
    assert read(figures.decoder_layer, "post") == [*attention, "feed-forward", "LayerNorm"]


def test_training_shows_each_target_under_the_token_before_it_and_use_one_more_token_a_pass():
    read = rows(figures.training_and_use(["a", "b", "c"], start="s"))
    assert [line for line in read if line[-1] in ("input", "target")] == [[*"sab", "input"], [*"abc", "target"]]
    assert read[-3:] == [[*"sa"], [*"sab"], [*"sabc"]]


def test_each_pass_caches_one_more_pair():
    read = rows(figures.kv_cache(["a", "b"], ["1 kB", "2 kB"]))
    assert read[2:4] == [["a", "k, v", "1 kB"], ["b", "k, v", "k, v", "2 kB"]]


def test_a_token_s_line_has_its_three_rows():
    read = rows(figures.three_embeddings(["a", "b"], [101, 102], [0, 1], rows=(200, 2, 512)))
    assert ["a", "101", "+", "0", "+", "0", "="] in read and ["b", "102", "+", "1", "+", "1", "="] in read
    assert ["token", "segment", "position"] in read and ["200 rows", "2 rows", "512 rows"] in read


def test_a_task_s_labels_stand_under_their_tokens():
    read = rows(figures.task_heads((["a", "b"], "x"), (["a", "b"], ["", "y"]), (["a", "b"], 1, 1)))
    assert [line for line in read if len(line) == 1 and line[0] in ("x", "y", "start, end")] == [
        ["x"],
        ["y"],
        ["start, end"],
    ]


def test_the_encoding_is_drawn_with_positions_from_left_to_right():
    table = np.array([[0.0, 1.0], [0.5, -1.0], [1.0, 0.0]])
    drawing = figures.positional_encoding(table, [1])
    whole, wave = drawing.axes
    assert (np.asarray(whole.images[0].get_array()) == table.T).all()
    assert wave.lines[-1].get_ydata().tolist() == [1, -1, 0]
    assert "dimension 1 changes sign 1 time" in drawing.alt


def test_the_schedule_is_drawn_on_linear_axes_from_zero_with_its_peak():
    drawing = figures.schedule({"a": ([1, 2, 3], [0.1, 0.3, 0.2])})
    (ax,) = drawing.axes
    assert (ax.get_xscale(), ax.get_yscale(), ax.get_xlim()[0], ax.get_ylim()[0]) == ("linear", "linear", 0, 0)
    curve, peak = ax.lines
    assert curve.get_ydata().tolist() == [0.1, 0.3, 0.2]
    assert ([*peak.get_xdata()], [*peak.get_ydata()]) == ([2], [0.3])


def test_heads_are_shaded_by_their_own_weights():
    maps = np.stack([np.eye(2), np.eye(2)[::-1]])
    drawing = figures.heads(maps, 4)
    assert "head 1: 1 and 2; head 2: 2 and 1" in drawing.alt
    cells = [cell for cell in rectangles(drawing) if cell.get_width() == cell.get_height() and cell.get_fill()]
    assert [cell.get_facecolor() != (1, 1, 1, 1) for cell in cells] == (maps > 0).flatten().tolist()


def test_only_the_new_pair_of_a_pass_is_filled():
    drawing = figures.kv_cache(["a", "b", "c"])
    pairs = [
        patch for patch in drawing.ax.patches if mpl.colors.to_hex(patch.get_edgecolor()) == figures.VERMILLION.lower()
    ]
    new = [patch.get_facecolor() != (1, 1, 1, 1) for patch in pairs]
    assert new == [True, False, True, False, False, True]


def test_a_norm_s_cells_are_those_that_share_a_mean():
    """Seen from outside: LayerNorm's row on the front and its end on the side; BatchNorm's column and its top."""
    drawing = figures.norm_axes(batch=2, tokens=3, features=4)
    cells = [patch for patch in drawing.ax.patches if isinstance(patch, mpl.patches.Polygon)]
    visible = 3 * 4 + 2 * 4 + 2 * 3
    assert len(cells) == 2 * visible
    pale = mpl.colors.to_rgba(figures.tint(figures.GREY, 0.08))
    marked = [
        [i for i, cell in enumerate(block) if cell.get_facecolor() != pale]
        for block in (cells[:visible], cells[visible:])
    ]
    front, top = [4, 5, 6, 7], [12 + 1, 12 + 5]  # the second token; the second feature, of either sentence
    assert marked == [[*front, 20 + 1], [1, 5, 9, *top]]


def test_a_label_grows_no_further_than_its_neighbours_allow():
    def widths(labels):
        drawing = figures.task_heads((["a"], ""), ([*"abc"], labels), (["a"], 0, 0))
        return [patch.get_width() for patch in drawing.ax.patches if patch.get_facecolor() == blue]

    blue = mpl.colors.to_rgba(figures.tint(figures.BLUE))
    long = "a label that is long"
    (alone,) = widths(["", long, ""])
    assert all(width < alone for width in widths([long, long, long]))


def test_what_is_hatched_is_what_the_mask_forbids():
    mask = np.tri(3, dtype=bool)
    drawing = figures.masked_scores(np.zeros((3, 3)), mask, mask / mask.sum(1, keepdims=True), ["a", "b", "c"])
    hatched = [bool(cell.get_hatch()) for cell in rectangles(drawing) if cell.get_fill() and cell.get_width() > 19]
    assert hatched[:9] == [False] * 9
    assert hatched[9:18] == hatched[18:27] == (~mask).flatten().tolist()
