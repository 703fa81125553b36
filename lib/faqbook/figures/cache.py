"""The KV cache, growing by a token a pass; and which query heads share the keys and values that are cached."""

from faqbook.figures import given
from faqbook.figures.drawing import LEFT, RIGHT, ROOM, Drawing, canvas, drawn
from faqbook.figures.grids import CELL
from faqbook.figures.grids import tokens as row
from faqbook.figures.letters import LINE, counted, label, listed, shorten, widest
from faqbook.figures.look import BLUE, INK, VERMILLION
from faqbook.figures.shapes import PALE, STRONG, arrow, box

GAP = 4  # between two boxes
PASS = 27  # from one pass to the next
QUERY = 54  # the box of the query, and the space behind it
FAN = 26  # between query heads and the keys and values that they share


@drawn
def kv_cache(tokens, sizes=()) -> Drawing:
    """The cache of keys and values, pass by pass: what is there already, and the one pair that is new.

    tokens: at most eight words, read one a pass; sizes: what the cache holds after each pass, as a word with its unit,
    such as "48 kB", written at the right when given. Raises ValueError for another number of sizes.
    """
    words = given.words("tokens", tokens)
    n = len(words)
    given.at_most("tokens", n, 8)
    sizes = given.words("sizes", sizes, n) if sizes else []
    beside = widest([*sizes, "cached"]) + 8 if sizes else 0
    width = min((ROOM - QUERY - 12 - beside + GAP) / n - GAP, 60)
    left = LEFT + QUERY + 12

    drawing = canvas(3 * LINE + n * PASS + 36)
    ax, top = drawing.ax, 2 * LINE + 18
    label(ax, LEFT + QUERY / 2, 8 + LINE / 2, "query of", BLUE)
    label(ax, left, 8 + LINE / 2, "keys and values of", VERMILLION, ha="left")
    if sizes:
        label(ax, RIGHT, 8 + LINE / 2, "cached", ha="right")
    for i, word in enumerate(words):
        label(ax, left + i * (width + GAP) + width / 2, top - LINE / 2 - 1, shorten(word, width), math=False)
    for t, word in enumerate(words):
        y = top + t * PASS
        box(ax, LEFT, y, QUERY, CELL, shorten(word, QUERY - 5), BLUE, math=False)
        row(ax, left, y, ["k, v"] * (t + 1), width, VERMILLION, [0.0] * t + [STRONG], GAP)
        if sizes:
            label(ax, RIGHT, y + CELL / 2, sizes[t], ha="right")
    y = top + n * PASS + LINE / 2 + 2
    label(ax, LEFT, y, "filled: new in this pass; empty: from the cache", ha="left")
    holds = f" The cache then holds {listed(sizes)}." if sizes else ""
    drawing.alt = (
        f"{counted(n, 'pass')}, a line each. The query of {listed(words)} in turn meets the keys and values of all "
        f"tokens so far. A pass computes one pair and finds the earlier ones in the cache, from 0 to {n - 1}.{holds}"
    )
    return drawing


@drawn
def query_groups(n_heads: int, groups: dict[str, int], sizes=()) -> Drawing:
    """Which query heads share which keys and values: a panel for each variant, with a line from each query head.

    n_heads: query heads, at most 12; groups: name → number of heads of keys and values, such as
    {"MHA": 8, "GQA": 2, "MQA": 1}, each a divisor of n_heads; sizes: what a token adds to the cache in each, as a word
    with its unit. Raises ValueError for a number that does not divide n_heads.
    """
    given.at_most("n_heads", n_heads, 12)
    if not 1 <= len(groups) <= 4:
        raise ValueError(f"groups: expected one to four, got {len(groups)}")
    sizes = given.words("sizes", sizes, len(groups)) if sizes else [""] * len(groups)
    for name, count in groups.items():
        if count < 1 or n_heads % count:
            raise ValueError(f"groups: expected divisors of n_heads = {n_heads}, got {name!r}: {count}")
    width = min((ROOM + GAP) / n_heads - GAP, 40)
    left = LEFT + (ROOM - n_heads * (width + GAP) + GAP) / 2
    panel = LINE + 8 + 2 * CELL + FAN + 22

    drawing = canvas(len(groups) * panel)
    for i, ((name, count), size) in enumerate(zip(groups.items(), sizes, strict=True)):
        y = 10 + i * panel
        label(
            drawing.ax,
            LEFT,
            y + LINE / 2,
            f"{name}: {counted(count, 'head')} of keys and values",
            INK,
            ha="left",
            weight="bold",
        )
        label(drawing.ax, RIGHT, y + LINE / 2, size, ha="right")
        queries = row(drawing.ax, left, y + LINE + 8, ["q"] * n_heads, width, BLUE, PALE, GAP)
        shared = n_heads // count
        for first in range(0, n_heads, shared):
            middle = (queries[first].x + queries[first + shared - 1].x + width) / 2
            pair = box(drawing.ax, middle - 17, queries[0].bottom[1] + FAN, 34, CELL, "k, v", VERMILLION)
            for query in queries[first : first + shared]:
                arrow(drawing.ax, query.bottom, pair.top, head=False)
    of_each = "; ".join(
        f"{name}, {counted(count, 'head')} of keys and values, each read by {counted(n_heads // count, 'query head')}"
        + (f", {size} a token" if size else "")
        for (name, count), size in zip(groups.items(), sizes, strict=True)
    )
    drawing.alt = f"{counted(n_heads, 'query head')} and the keys and values that they read. {of_each}."
    return drawing
