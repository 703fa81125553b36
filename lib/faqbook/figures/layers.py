"""A layer of the encoder and of the decoder, and the whole model: sublayers, residual sums, LayerNorm."""

from matplotlib.patches import FancyBboxPatch

from faqbook.figures.column import BYPASS, WIDE, Column
from faqbook.figures.drawing import LEFT, RIGHT, ROOM, Drawing, canvas, drawn
from faqbook.figures.letters import LINE, label, width_of
from faqbook.figures.look import BLUE, GREEN, GREY, VERMILLION
from faqbook.figures.shapes import Box, arrow, tint

NORMS = {"post": ("post-norm", "LayerNorm(x + f(x))"), "pre": ("pre-norm", "x + f(LayerNorm(x))")}
MEMORY = 44  # the arrow from the memory


@drawn
def encoder_layer(
    *norms: str, n_heads: int | None = None, d_model: int | None = None, d_ff: int | None = None
) -> Drawing:
    """One encoder layer: self-attention and feed-forward, each with its residual sum and LayerNorm.

    norms: "post", as in the first Transformer, "pre", or both, side by side.
    n_heads, d_model, d_ff: sizes, written into the boxes when given. Raises ValueError for another norm.
    """
    return _layers("encoder", norms, n_heads, d_model, d_ff)


@drawn
def decoder_layer(
    *norms: str, n_heads: int | None = None, d_model: int | None = None, d_ff: int | None = None
) -> Drawing:
    """One decoder layer: masked self-attention, cross-attention to the encoder's memory, and feed-forward, each with
    its residual sum and LayerNorm. Arguments and errors as `encoder_layer`."""
    return _layers("decoder", norms, n_heads, d_model, d_ff)


@drawn
def encoder_and_decoder(
    norm: str, n_layers: int, n_heads: int | None = None, d_model: int | None = None, d_ff: int | None = None
) -> Drawing:
    """The whole model: encoder and decoder side by side, with n_layers layers each, and the memory between them.

    norm, sizes and errors as `encoder_layer`.
    """
    _require(norm)
    drawing = canvas(600)
    encoder, decoder = (
        Column(drawing.ax, LEFT + 8 + WIDE / 2, 8),
        Column(drawing.ax, RIGHT - width_of(f"{n_layers} ×") - 14 - BYPASS - WIDE / 2, 8),
    )
    for column, words in ((encoder, "source tokens"), (decoder, "target tokens,\nshifted right")):
        column.text(words)
        column.down()
        column.box("embedding\n+ position", GREY)
    decoder_top = decoder.y
    encoder.down(decoder_top - encoder.y, head=False)
    _layer(encoder, "encoder", norm, n_layers, n_heads, d_model, d_ff)
    cross = _layer(decoder, "decoder", norm, n_layers, n_heads, d_model, d_ff)
    for column in (encoder, decoder):
        if norm == "pre":
            column.down()
            column.box("LayerNorm", GREY)
        column.down()
    encoder.text("memory")
    gutter = (encoder.x + decoder.x + BYPASS) / 2
    way = encoder.x + 26, encoder.y - LINE / 2
    arrow(drawing.ax, way, (gutter, way[1]), (gutter, cross.left[1]), cross.left, colour=VERMILLION)
    decoder.box("linear, softmax", GREY)
    decoder.down()
    decoder.text("next-token\nprobabilities")
    drawing.resize(decoder.y + 8)
    drawing.alt = (
        f"Encoder and decoder side by side. {n_layers} encoder layers, each {_chain('encoder', norm)}, turn the "
        f"source into the memory. {n_layers} decoder layers, each {_chain('decoder', norm)}; an arrow leads from the "
        "memory to the cross-attention. Then a linear layer and softmax give the next token's probabilities."
    )
    return drawing


def _layers(kind: str, norms: tuple[str, ...], *sizes: int | None) -> Drawing:
    """The layer in each norm, side by side."""
    if not 1 <= len(norms) <= 2:
        raise ValueError(f"norms: expected one or two of {', '.join(NORMS)}, got {norms}")
    for norm in norms:
        _require(norm)
    drawing = canvas(600)
    for i, norm in enumerate(norms):
        middle = LEFT + ROOM * (1 + 2 * i) / (2 * len(norms))
        shift = (MEMORY - BYPASS) / 2 if kind == "decoder" else -BYPASS / 2
        column = Column(drawing.ax, middle + shift, 8)
        column.text(NORMS[norm][0], weight="bold")
        column.text(NORMS[norm][1])
        column.y += 6
        cross = _layer(column, kind, norm, 1, *sizes)
        if cross:
            x, y = cross.left
            arrow(drawing.ax, (x - MEMORY, y), (x, y), colour=VERMILLION)
            label(drawing.ax, x - MEMORY / 2 - 3, y - LINE / 2 - 2, "memory", VERMILLION)
        column.down()
    drawing.resize(column.y + 10)
    variants = "; ".join(f"{NORMS[norm][0]}: {_chain(kind, norm)}" for norm in norms)
    drawing.alt = f"One {kind} layer, from above downwards. {variants}."
    if kind == "decoder":
        drawing.alt += " An arrow leads from the encoder's memory to the cross-attention."
    return drawing


def _require(norm: str) -> None:
    if norm not in NORMS:
        raise ValueError(f"norm: expected one of {', '.join(NORMS)}, got {norm!r}")


def _layer(column: Column, kind: str, norm: str, times: int, *sizes: int | None) -> Box | None:
    """The sublayers in a pale frame; returns the box of the cross-attention, if there is one."""
    top = column.y + 4
    frame = FancyBboxPatch(
        (column.x - WIDE / 2 - 6, top), WIDE + BYPASS + 12, 0, boxstyle="round,pad=0,rounding_size=4"
    )
    frame.set(facecolor=tint(GREY, 0.07), linewidth=0, zorder=0)
    column.ax.add_patch(frame)
    boxes = [column.sublayer(words, colour, norm) for words, colour in _sublayers(kind, *sizes)]
    frame.set_height(column.y + 4 - top)
    if times > 1:
        label(column.ax, column.x + WIDE / 2 + BYPASS + 12, (top + column.y) / 2, f"{times} ×", ha="left")
    return boxes[1] if kind == "decoder" else None


def _sublayers(kind: str, n_heads: int | None, d_model: int | None, d_ff: int | None) -> list[tuple[str, str]]:
    """Each sublayer's words and colour."""
    heads = f"\n{n_heads} heads" if n_heads else ""
    widths = f"\n{d_model} → {d_ff} → {d_model}" if d_model and d_ff else ""
    if width_of(widths) > WIDE - 4:
        widths = f"\n{d_model} → {d_ff}\n→ {d_model}"
    first = [("self-attention" + heads, BLUE)]
    if kind == "decoder":
        first = [("masked\nself-attention" + heads, BLUE), ("cross-attention" + heads, VERMILLION)]
    return [*first, ("feed-forward" + widths, GREEN)]


def _chain(kind: str, norm: str) -> str:
    """The layer in words, in the order in which it is drawn."""
    part = {"post": "{}, its input added, LayerNorm", "pre": "LayerNorm, {}, the input before the norm added"}[norm]
    return ", then ".join(part.format(words.replace("\n", " ")) for words, _ in _sublayers(kind, None, None, None))
