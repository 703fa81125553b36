"""The canonical form of a notebook: whatever varies without meaning anything is gone, so that a diff shows a change."""

import hashlib
import json
import re
from pathlib import Path

from faqbook import stored
from faqbook.record import METADATA

NOTEBOOK = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def load(path: Path) -> dict:
    """The notebook in path, every text joined to one string. Raises ValueError unless it is JSON in format 4."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}: expected a notebook, got malformed JSON: {error}") from None
    if not isinstance(notebook, dict) or notebook.get("nbformat") != 4:
        raise ValueError(f"{path}: expected a notebook in format 4")
    for cell in notebook["cells"]:
        cell["source"] = _joined(cell["source"])
        for output in cell.get("outputs", []):
            if "text" in output:
                output["text"] = _joined(output["text"])
            if "data" in output:
                output["data"] = {
                    mime: value if _json(mime) else _joined(value) for mime, value in output["data"].items()
                }
    return notebook


def dump(notebook: dict) -> str:
    """The text to store: one line of the notebook a line of the file, sorted keys, a newline at the end."""
    cells = []
    for cell in notebook["cells"]:
        cell = cell | {"source": _lines(cell["source"])}
        if "outputs" in cell:
            cell["outputs"] = [_stored(output) for output in cell["outputs"]]
        cells.append(cell)
    return json.dumps(notebook | {"cells": cells}, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def canonical(notebook: dict) -> dict:
    """notebook in canonical form; the argument stays as it is.

    Empty cells go. Valid cell ids stay, missing ones are made from the cell's text. Executed cells are numbered 1 to n.
    Metadata keep the kernel's name, a cell's tags and its figure's alt text, an output's check record and image size;
    a cell with the tag hide-cell is folded in Jupyter, too.
    """
    cells = [cell for cell in notebook["cells"] if cell["source"].strip()]
    ids = _ids(cells)
    executed = 0
    result = []
    for cell, id in zip(cells, ids, strict=True):
        new = {
            "cell_type": cell["cell_type"],
            "id": id,
            "metadata": _cell_metadata(cell.get("metadata", {})),
            "source": cell["source"].strip("\n"),
        }
        if cell.get("attachments"):
            new["attachments"] = cell["attachments"]
        if cell["cell_type"] == "code":
            count = None
            if cell.get("execution_count") is not None:
                count = executed = executed + 1
            new["execution_count"] = count
            new["outputs"] = stored_outputs(cell.get("outputs", []), count)
        result.append(new)
    return {"cells": result, "metadata": NOTEBOOK, "nbformat": 4, "nbformat_minor": 5}


def _ids(cells: list[dict]) -> list[str]:
    """One id a cell: its own if it is valid and the first of its kind, else one made from its text."""
    taken: set[str] = set()
    ids: list[str | None] = []
    for cell in cells:
        id = cell.get("id")
        valid = isinstance(id, str) and CELL_ID.fullmatch(id) and id not in taken
        ids.append(id if valid else None)
        taken.add(id) if valid else None
    for index, cell in enumerate(cells):
        salt = 0
        while ids[index] is None:
            text = f"{cell['cell_type']}\n{cell['source']}\n{salt}"
            id = hashlib.sha256(text.encode()).hexdigest()[:8]
            if id not in taken:
                ids[index] = id
                taken.add(id)
            salt += 1
    return ids


def _cell_metadata(metadata: dict) -> dict:
    kept = {}
    if metadata.get("tags"):
        kept["tags"] = list(metadata["tags"])
    if "hide-cell" in kept.get("tags", []):
        kept["jupyter"] = {"source_hidden": True}
    alt = metadata.get("mystnb", {}).get("image", {}).get("alt")
    if alt:
        kept["mystnb"] = {"image": {"alt": alt}}
    return kept


def stored_outputs(outputs: list[dict], count: int | None) -> list[dict]:
    """A cell's outputs in canonical form; count is its number. One that names a line to store in its stead is that."""
    result: list[dict] = []
    for output in outputs:
        kind = output["output_type"]
        if kind == "stream":
            last = result[-1] if result else {}
            if last.get("name") == output["name"]:
                last["text"] += output["text"]
            else:
                result.append({"output_type": kind, "name": output["name"], "text": output["text"]})
        elif kind in ("display_data", "execute_result"):
            metadata = output.get("metadata", {})
            data = {m: v.strip() if m == "image/png" else v for m, v in output["data"].items()}
            if stored.METADATA in metadata:
                data = {"text/plain": metadata[stored.METADATA]}
            new = {"output_type": kind, "data": data, "metadata": _output_metadata(metadata)}
            result.append(new | ({"execution_count": count} if kind == "execute_result" else {}))
        else:
            result.append(dict(output))
    return result


def _output_metadata(metadata: dict) -> dict:
    kept = {}
    for key, value in metadata.items():
        if key == METADATA:
            kept[key] = value
        elif key.startswith("image/"):
            size = {name: value[name] for name in ("width", "height") if name in value}
            kept.update({key: size} if size else {})
    return kept


def _joined(text):
    return "".join(text) if isinstance(text, list) and all(isinstance(line, str) for line in text) else text


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _stored(output: dict) -> dict:
    if "text" in output:
        return output | {"text": _lines(output["text"])}
    if "data" in output:
        return output | {"data": {m: v if _json(m) or _binary(m) else _lines(v) for m, v in output["data"].items()}}
    return output


def _json(mime: str) -> bool:
    return mime == "application/json" or mime.endswith("+json")


def _binary(mime: str) -> bool:
    return mime.startswith("image/") and not mime.endswith("+xml")
