"""The figures' style: colours that survive the dark theme and colour blindness, letters for a phone, no NaN."""

import io
import itertools
import re

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest

from faqbook import figures
from faqbook.figures import BLUE, GREEN, GREY, INK, PLUM, VERMILLION

CYCLE = [BLUE, VERMILLION, GREEN, PLUM]
PHONE = 358  # CSS pixels between the margins of a small phone

# CSS hue-rotate(180deg) as the filter-effects standard defines it.
HUE = np.array([[-0.574, 1.430, 0.144], [0.426, 0.430, 0.144], [0.426, 1.430, -0.856]])
# Machado et al. 2009, severity 1, on linear RGB; the last is full colour vision.
EYES = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    "full": np.eye(3),
}


def rgb(colour):
    return np.array(mpl.colors.to_rgb(colour))


def inverted(colour):
    """What the dark theme's filter, invert(.9294) hue-rotate(180deg), makes of a colour."""
    return np.clip(HUE @ (0.9294 - 0.8588 * colour), 0, 1)


def linear(colour):
    return np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)


def contrast(a, b):
    """WCAG's contrast ratio."""
    low, high = sorted(linear(colour) @ [0.2126, 0.7152, 0.0722] for colour in (a, b))
    return (high + 0.05) / (low + 0.05)


def lab(light):
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ light
    x, y, z = np.cbrt(np.maximum(xyz / [0.9505, 1, 1.089], 0.008856))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.fixture(params=[lambda colour: colour, inverted], ids=["light", "dark"])
def theme(request):
    return request.param


@pytest.mark.parametrize(("colour", "least"), [(c, 3) for c in CYCLE] + [(GREY, 4.5), (INK, 7)])
def test_every_colour_stands_out_from_the_background(colour, least, theme):
    assert contrast(theme(rgb(colour)), theme(rgb("white"))) >= least


@pytest.mark.parametrize("eyes", EYES)
def test_lines_can_be_told_apart(eyes, theme):
    seen = [lab(np.clip(EYES[eyes] @ linear(theme(rgb(colour))), 0, 1)) for colour in CYCLE]
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) > 10  # twice a clear difference


def test_lines_differ_in_more_than_colour():
    styles = figures.STYLE["axes.prop_cycle"].by_key()["linestyle"]
    assert len(set(styles)) == len(CYCLE)


def test_no_letter_is_below_ten_pixels_on_a_phone():
    with figures.style():
        fig, ax = figures.subplots()
        ax.plot([1, 10], [1, 100], label="line")
        ax.set(xlabel="x", ylabel="y", title="t", xscale="log")
        ax.legend()
        fig.canvas.draw()
        texts = [t for t in fig.findobj(mpl.text.Text) if t.get_text()]
        assert min(t.get_fontsize() for t in texts) / 72 / fig.get_figwidth() * PHONE >= 10
    plt.close(fig)


def test_a_figure_has_two_axes_lines_and_letters_of_one_size():
    with figures.style():
        fig, ax = figures.subplots()
        assert fig.get_size_inches() == pytest.approx([figures.WIDTH, figures.STYLE["figure.figsize"][1]])
        ax.plot([0, 1], label="line")
        legend = ax.legend()
        assert [side for side, spine in ax.spines.items() if spine.get_visible()] == ["left", "bottom"]
        assert not legend.get_frame_on()
        texts = [ax.xaxis.label, ax.yaxis.label, *ax.get_xticklabels(), *ax.get_yticklabels(), *legend.get_texts()]
        assert {text.get_fontsize() for text in texts} == {figures.STYLE["font.size"]}
        assert mpl.rcParams["savefig.dpi"] == fig.get_dpi()  # what is saved is what is seen
    plt.close(fig)


def test_a_thousandth_is_written_out_on_a_logarithmic_axis():
    with figures.style():
        fig, ax = figures.subplots()
        ax.set(xscale="log", xlim=(1e-4, 1e3))
        write = ax.xaxis.get_major_formatter()
        assert "0.001" in write(1e-3) and "1000" in write(1e3) and "10^{-4}" in write(1e-4)
    plt.close(fig)


def test_the_background_is_opaque_and_the_bytes_are_the_same_twice():
    def png():
        with figures.style():
            fig, ax = figures.subplots(height=2)
            ax.hist([1.0, 2.0, 2.0, 4.0])
            file = io.BytesIO()
            fig.savefig(file, format="png")
            plt.close(fig)
        return file.getvalue()

    first = png()
    assert first == png()
    pixels = plt.imread(io.BytesIO(first))
    assert (pixels[..., 3:] == 1).all() and (pixels[0, 0, :3] == 1).all()


def test_style_leaves_matplotlib_as_it_was():
    before = dict(mpl.rcParams)
    with figures.style():
        assert mpl.rcParams["figure.dpi"] == figures.STYLE["figure.dpi"] != before["figure.dpi"]
    assert dict(mpl.rcParams) == before


def test_use_sets_the_style_for_what_follows():
    with mpl.rc_context():
        figures.use()
        assert mpl.rcParams["figure.dpi"] == figures.STYLE["figure.dpi"]
        assert mpl.rcParams["axes.prop_cycle"] == figures.STYLE["axes.prop_cycle"]


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize(
    "draw",
    [
        lambda ax, y: ax.plot([1, 2], y),
        lambda ax, y: ax.scatter(x=[1, 2], y=y),
        lambda ax, y: ax.bar(["a", "b"], y),
        lambda ax, y: ax.hist(y),
        lambda ax, y: ax.errorbar([1, 2], [1, 2], yerr=y),
        lambda ax, y: ax.fill_between([1, 2], y),
        lambda ax, y: ax.imshow([y, y]),
    ],
)
def test_nan_and_infinity_are_refused(draw, bad):
    fig, ax = figures.subplots()
    with pytest.raises(ValueError, match=re.escape("expected finite numbers, got NaN or ±∞")):
        draw(ax, [1.0, bad])
    draw(ax, [1.0, 2.0])
    plt.close(fig)


def test_what_is_masked_may_be_anything():
    fig, ax = figures.subplots()
    ax.imshow(np.ma.masked_invalid([[1.0, -np.inf], [np.nan, 2.0]]))
    plt.close(fig)


def test_a_grid_of_axes_is_checked_as_well():
    fig, axes = figures.subplots(2, 1, sharex=True)
    with pytest.raises(ValueError, match="plot, argument 1"):
        axes[1].plot([np.nan])
    plt.close(fig)
