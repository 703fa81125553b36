"""Keep the bytes of outputs that did not change: pixels compressed anew and float noise are no news."""

import base64
import io
import math

import numpy as np
from PIL import Image

from faqbook.record import METADATA, stored

NOISE = 1e-9  # far above float64 rounding, far below the digits that a check prints
SHADE = 2  # of 255: what rounding can do to an anti-aliased edge


def keep(old: dict, new: dict) -> dict:
    """new, with the outputs of old wherever the two say the same. Cells are matched by id."""
    stored = {cell.get("id"): cell for cell in old["cells"]}
    return new | {"cells": [_cell(stored.get(cell["id"], {}), cell) for cell in new["cells"]]}


def _cell(old: dict, new: dict) -> dict:
    before, after = old.get("outputs", []), new.get("outputs", [])
    if not after or len(before) != len(after):
        return new
    return new | {"outputs": [_output(*pair) for pair in zip(before, after, strict=True)]}


def _output(old: dict, new: dict) -> dict:
    data = new.get("data")
    if not data or set(old.get("data", {})) != set(data):
        return new
    kept = {mime: old["data"][mime] if _same(mime, old["data"][mime], value) else value for mime, value in data.items()}
    metadata = dict(new["metadata"])
    record = stored(old)
    same_text = kept == {mime: value for mime, value in old["data"].items()}
    if record is not None and METADATA in metadata and same_text and noise(record, metadata[METADATA]):
        metadata[METADATA] = record
    return new | {"data": kept, "metadata": metadata}


def noise(old, new) -> bool:
    """True when two records differ in float noise at most: same fields, same texts, numbers that agree to 1e-9."""
    if isinstance(old, dict) and isinstance(new, dict):
        return set(old) == set(new) and all(noise(old[key], new[key]) for key in old)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(noise, old, new))
    if isinstance(old, float) and isinstance(new, float):
        return old == new or math.isclose(old, new, rel_tol=NOISE, abs_tol=NOISE)
    return type(old) is type(new) and old == new


def _same(mime: str, old: str, new: str) -> bool:
    return old == new or (mime == "image/png" and same_picture(old, new))


def same_picture(old: str, new: str) -> bool:
    """True when two PNGs (base64) show the same: equal size, no channel off by more than a shade."""
    try:
        before, after = (_pixels(text) for text in (old, new))
    except (ValueError, OSError):
        return False
    return before.shape == after.shape and bool((np.abs(before - after) <= SHADE).all())


def _pixels(text: str) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(text))).convert("RGBA"), dtype=np.int16)
