"""The canonical form: nothing that varies without meaning, and nothing that means something lost."""

import json

import nbformat
import pytest

from faqbook.stored import METADATA
from tools.canonical import canonical, dump, load


def code(source, outputs=(), count=1, **cell):
    return {"cell_type": "code", "source": source, "outputs": list(outputs), "execution_count": count, **cell}


def notebook(*cells):
    return {"cells": list(cells), "metadata": {"widgets": {}}, "nbformat": 4, "nbformat_minor": 4}


def shown(data, **metadata):
    return {"output_type": "display_data", "data": data, "metadata": metadata}


def printed(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": text}


def test_ids_stay_when_valid_and_follow_from_the_text_when_not():
    cells = [code("a", id="kept-1"), code("a", id="kept-1"), code("a"), code("b", id="not valid!"), code("b")]
    ids = [cell["id"] for cell in canonical(notebook(*cells))["cells"]]
    assert ids[0] == "kept-1" and len(set(ids)) == 5
    assert ids == [cell["id"] for cell in canonical(notebook(*cells))["cells"]]
    moved = canonical(notebook(code("z"), code("b")))["cells"]
    assert moved[1]["id"] == ids[3], "the id follows from the text, not from the place"


def test_a_stream_in_pieces_becomes_one_and_an_output_between_keeps_its_place():
    pieces = [
        printed("a"),
        printed("b\n"),
        printed("!", "stderr"),
        printed("c"),
        shown({"text/plain": "x"}),
        printed("d"),
    ]
    outputs = canonical(notebook(code("a", pieces)))["cells"][0]["outputs"]
    assert [output.get("text", "shown") for output in outputs] == ["ab\n", "!", "c", "shown", "d"]


def test_metadata_keep_what_means_something():
    image = shown({"image/png": "QQ==\n"}, **{"image/png": {"width": 5, "extra": 1}, "needs_background": "light"})
    record = shown({"text/plain": "✓"}, faqformer={"id": "a.b"}, isolated=True)
    metadata = {"tags": ["real"], "scrolled": True, "mystnb": {"image": {"alt": "A line", "width": "3px"}}}
    cell = canonical(notebook(code("a", [image, record], metadata=metadata)))["cells"][0]
    assert cell["metadata"] == {"tags": ["real"], "mystnb": {"image": {"alt": "A line"}}}
    assert cell["outputs"][0]["metadata"] == {"image/png": {"width": 5}}
    assert cell["outputs"][0]["data"] == {"image/png": "QQ=="}
    assert cell["outputs"][1]["metadata"] == {"faqformer": {"id": "a.b"}}
    solution = canonical(notebook(code("a", [], metadata={"tags": ["hide-cell"]})))["cells"][0]
    assert solution["metadata"] == {"tags": ["hide-cell"], "jupyter": {"source_hidden": True}}
    assert set(canonical(notebook())["metadata"]) == {"kernelspec", "language_info"}


def test_an_output_that_names_a_line_to_store_is_stored_as_that_line():
    """The quiz: what it shows is made anew wherever it is shown. Another output keeps its HTML."""
    page = {"text/html": "<script>…</script>", "text/plain": "many lines"}
    marked, other = shown(page, **{METADATA: "Run me."}), shown(page)
    outputs = canonical(notebook(code("a", [marked, other])))["cells"][0]["outputs"]
    assert [output["data"] for output in outputs] == [{"text/plain": "Run me."}, page]
    assert [output["metadata"] for output in outputs] == [{}, {}]


def test_executed_cells_are_numbered_and_the_others_are_not_taken_for_executed():
    result = {"output_type": "execute_result", "data": {"text/plain": "1"}, "metadata": {}, "execution_count": 7}
    cells = canonical(notebook(code("a", [result], 7), code("b", count=None), code(" "), code("c", count=9)))["cells"]
    assert [cell["execution_count"] for cell in cells] == [1, None, 2]
    assert cells[0]["outputs"][0]["execution_count"] == 1


def test_a_canonical_notebook_is_a_fixed_point_and_what_jupyter_would_write(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": "# Was\n\nWarum – 为什么?\n", "metadata": {}},
        code("x = 1\nx", [printed("a\nb\n"), shown({"image/png": "QQ==", "application/json": ["a", "b"]})]),
    ]
    path = tmp_path / "a.ipynb"
    path.write_text(dump(canonical(notebook(*cells))), encoding="utf-8")
    assert dump(canonical(load(path))) == path.read_text(encoding="utf-8")
    nbformat.validate(nbformat.read(path, 4))
    assert nbformat.writes(nbformat.read(path, 4)) + "\n" == path.read_text(encoding="utf-8")


def test_the_argument_stays_as_it_is():
    given = notebook(code("a\n", [printed("a"), printed("b")]))
    before = json.dumps(given)
    canonical(given)
    assert json.dumps(given) == before


@pytest.mark.parametrize("text", ["{", "[]", '{"nbformat": 3}'])
def test_what_is_no_notebook_is_refused(tmp_path, text):
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    with pytest.raises(ValueError, match="expected a notebook"):
        load(path)
