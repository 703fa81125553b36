"""The figures' style: colours that survive the dark theme and colour blindness, letters for a phone, no NaN."""

import io
import itertools

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest

from faqbook import figures
from faqbook.figures import BLUE, GREEN, GREY, INK, PLUM, VERMILLION
from faqbook.figures.letters import of_letters
from faqbook.figures.shapes import STRONG, tint
from tests.figures.colours import contrast, dark, light, linear, rgb

CYCLE = [BLUE, VERMILLION, GREEN, PLUM]
PHONE = 358  # CSS pixels between the margins of a small phone

# Machado et al. 2009, severity 1, on linear RGB; the last is full colour vision.
EYES = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    "full": np.eye(3),
}


def lab(colour):
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ colour
    x, y, z = np.cbrt(np.maximum(xyz / [0.9505, 1, 1.089], 0.008856))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.fixture(params=[light, dark])
def theme(request):
    return request.param


@pytest.mark.parametrize(("colour", "least"), [(c, 3) for c in CYCLE] + [(GREY, 4.5), (INK, 7)])
def test_every_colour_stands_out_from_the_background(colour, least, theme):
    assert contrast(theme(rgb(colour)), theme(rgb("white"))) >= least


@pytest.mark.parametrize("colour", [*CYCLE, GREY, INK])
def test_letters_in_a_colour_can_be_read(colour, theme):
    assert contrast(theme(rgb(of_letters(colour))), theme(rgb("white"))) >= 4.5


@pytest.mark.parametrize("colour", [*CYCLE, GREY])
def test_a_stronger_tint_is_further_from_the_ground_and_never_hides_the_ink(colour, theme):
    shades = [theme(rgb(tint(colour, share))) for share in np.linspace(0, STRONG, 5)]
    from_ground = [contrast(shade, theme(rgb("white"))) for shade in shades]
    assert from_ground == sorted(from_ground) and from_ground[0] == 1 and from_ground[-1] > 1.5
    assert min(contrast(theme(rgb(INK)), shade) for shade in shades) >= 4.5


@pytest.mark.parametrize("colour", CYCLE)
def test_a_colour_keeps_its_name_in_the_dark(colour):
    """Hues, angles of Lab's a and b, differ by less than a twelfth of the circle: blue stays blue."""
    angles = [np.arctan2(*lab(linear(theme(rgb(colour))))[:0:-1]) for theme in (light, dark)]
    assert abs((angles[0] - angles[1] + np.pi) % (2 * np.pi) - np.pi) < np.pi / 6


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
