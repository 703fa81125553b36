"""Outputs that did not change keep their bytes; those that did are written."""

import base64
import io

import numpy as np
import pytest
from PIL import Image

from tools.keep import keep

PIXELS = np.random.default_rng(0).integers(0, 200, (8, 9, 3), dtype=np.uint8)


def png(pixels, level):
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG", compress_level=level)
    return base64.b64encode(stream.getvalue()).decode()


def notebook(*outputs):
    return {"cells": [{"cell_type": "code", "id": "a", "source": "", "outputs": list(outputs)}]}


def picture(data, text="<Figure>"):
    return {"output_type": "display_data", "data": {"image/png": data, "text/plain": text}, "metadata": {}}


def line(text, **values):
    record = {"id": "a.b", "passed": True, "numbers": [{"role": role, "value": x} for role, x in values.items()]}
    return {"output_type": "display_data", "data": {"text/plain": text}, "metadata": {"faqformer": record}}


def kept(old, new):
    return keep(notebook(old), notebook(new))["cells"][0]["outputs"][0]


def test_the_same_pixels_compressed_anew_keep_their_bytes():
    old, new = picture(png(PIXELS, 9)), picture(png(PIXELS, 1))
    assert old != new and kept(old, new) == old
    assert kept(old, picture(png(PIXELS + 2, 1))) == old, "two shades of 255 are rounding"


@pytest.mark.parametrize("pixels", [PIXELS + 3, PIXELS[:-1]])
def test_other_pixels_are_written(pixels):
    new = picture(png(pixels, 9))
    assert kept(picture(png(PIXELS, 9)), new) == new


def test_one_changed_pixel_is_written():
    changed = PIXELS.copy()
    changed[0, 0, 0] += 9
    new = picture(png(changed, 9))
    assert kept(picture(png(PIXELS, 9)), new) == new


def test_a_changed_text_is_written_and_the_picture_beside_it_kept():
    old, new = picture(png(PIXELS, 9)), picture(png(PIXELS, 1), "<Other>")
    assert kept(old, new)["data"] == {"image/png": old["data"]["image/png"], "text/plain": "<Other>"}


def test_float_noise_keeps_the_record():
    old = line("✓ 3.14", error=2e-16, measured=3.14159, allowed=6)
    assert kept(old, line("✓ 3.14", error=4e-16, measured=3.14159 * (1 + 1e-12), allowed=6)) == old


@pytest.mark.parametrize(
    "new",
    [
        line("✓ 3.14", error=2e-16, measured=3.1416, allowed=6),
        line("✓ 3.14", error=2e-16, measured=3.14159, allowed=7),
        line("✓ 3.14", error=2e-16, measured=3.14159),
        line("✓ 3.15", error=4e-16, measured=3.14159, allowed=6),
    ],
)
def test_a_change_beyond_noise_is_written(new):
    assert kept(line("✓ 3.14", error=2e-16, measured=3.14159, allowed=6), new) == new


def test_an_output_more_or_less_and_a_new_cell_are_written():
    new = notebook(line("a"), line("b"))
    assert keep(notebook(line("a")), new) == new
    assert keep({"cells": []}, new) == new
