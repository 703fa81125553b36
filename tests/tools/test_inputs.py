"""What re-executes a notebook: a change in anything that its outputs depend on, and in nothing else."""

import pytest

from tools import ROOT
from tools.canonical import canonical, dump
from tools.chapters import Chapter
from tools.imports import modules
from tools.inputs import checks_stamp, inputs, stamp

PINS = "torch==1\n"


@pytest.fixture
def book(tmp_path):
    """A notebook that imports `a`, which imports `b` and the package `c`; `d` has nothing to do with it."""
    library = tmp_path / "lib/faqformer"
    for name, text in {
        "__init__.py": "",
        "a.py": "from faqformer import b\nfrom . import c\n",
        "b.py": "def late():\n    import faqformer.e\n",
        "c/__init__.py": "from .deep import x\n",
        "c/deep.py": "x = 1\n",
        "c/other.py": "",
        "c/style.css": "",
        "c/model/weights/table.bin": "",
        "d.py": "",
        "e.py": "",
    }.items():
        (library / name).parent.mkdir(parents=True, exist_ok=True)
        (library / name).write_text(text)
    (tmp_path / "constraints.txt").write_text(PINS)
    part = tmp_path / "chapters/part"
    part.mkdir(parents=True)
    (part / "slug.yml").write_text("")
    (part / "slug.quiz.yml").write_text("")
    cell = {"cell_type": "code", "source": "from faqformer.a import y", "outputs": [], "execution_count": None}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (part / "slug.ipynb").write_text(dump(canonical(notebook)))
    return Chapter("part", "slug", tmp_path)


def test_inputs_are_the_chapters_data_the_pins_and_the_modules_that_it_reaches(book):
    assert {path.relative_to(book.root).as_posix() for path in inputs(book)} == {
        "chapters/part/slug.yml",
        "constraints.txt",
        "lib/faqformer/__init__.py",
        "lib/faqformer/a.py",
        "lib/faqformer/b.py",
        "lib/faqformer/c/__init__.py",
        "lib/faqformer/c/deep.py",
        "lib/faqformer/c/model/weights/table.bin",
        "lib/faqformer/c/style.css",
        "lib/faqformer/e.py",
    }


@pytest.mark.parametrize(
    ("file", "changes"),
    [
        ("chapters/part/slug.yml", True),
        ("chapters/part/slug.quiz.yml", False),
        ("constraints.txt", True),
        ("lib/faqformer/c/deep.py", True),
        ("lib/faqformer/c/style.css", True),
        ("lib/faqformer/c/model/weights/table.bin", True),
        ("lib/faqformer/c/other.py", False),
        ("lib/faqformer/d.py", False),
    ],
)
def test_the_stamp_changes_with_an_input_and_with_nothing_else(book, file, changes):
    before = stamp(book)
    (book.root / file).write_text((book.root / file).read_text() + "\n")
    assert (stamp(book) != before) is changes


def code(source, output="", count=1):
    outputs = [{"output_type": "stream", "name": "stdout", "text": output}]
    return {"cell_type": "code", "source": source, "outputs": outputs, "execution_count": count}


IMPORT = "from faqformer.a import y"


@pytest.mark.parametrize(
    ("cells", "outputs", "checks"),
    [
        ([code(IMPORT)], False, False),
        ([{"cell_type": "markdown", "source": "Prose."}, code(IMPORT)], False, False),
        ([code(IMPORT) | {"metadata": {"tags": ["hide-input"]}}], False, False),
        ([code(IMPORT, count=7)], False, False),
        ([code(IMPORT, count=None)], True, False),
        ([code(IMPORT, output="x")], True, False),
        ([code(IMPORT), code("x")], True, True),
        ([code(f"{IMPORT}\nx")], True, True),
    ],
)
def test_of_a_notebook_code_and_outputs_count_and_for_its_checks_the_code(book, cells, outputs, checks):
    def write(cells):
        notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        book.notebook.write_text(dump(notebook))

    write([code(IMPORT)])
    before, checks_before = stamp(book), checks_stamp(book)
    write(cells)
    assert (stamp(book) != before) is outputs
    assert (checks_stamp(book) != checks_before) is checks


def test_a_file_that_moves_changes_the_stamp(book):
    before = stamp(book)
    (book.root / "lib/faqformer/c/style.css").rename(book.root / "lib/faqformer/c/form.css")
    assert stamp(book) != before


def test_code_that_cannot_be_parsed_depends_on_the_whole_library(book):
    assert book.root / "lib/faqformer/d.py" in modules("%magic", book.root / "lib")


def test_the_real_library_is_followed():
    reached = {path.name for path in modules("from faqformer.attention import MultiHeadAttention", ROOT / "lib")}
    assert {"__init__.py", "multi_head.py", "dot_product.py", "vectors.py"} <= reached
    assert "bleu.py" not in reached


def test_a_quiz_is_no_input_for_what_is_stored_of_it_is_a_line():
    """Its script, its page, its texts may change and leave the 35 notebooks as they are; the line may not."""
    reached = {path.relative_to(ROOT / "lib").as_posix() for path in modules("from faqbook import quiz", ROOT / "lib")}
    assert not [path for path in reached if path.startswith("faqbook/quiz")]
    assert "faqbook/stored.py" in reached
    for code in ("import faqbook.quiz.page", "from faqbook.quiz import show", "from faqbook import checks, quiz"):
        assert ROOT / "lib/faqbook/stored.py" in modules(code, ROOT / "lib")


def test_trained_weights_below_a_package_are_inputs_of_what_loads_them():
    reached = modules("from faqformer.train.filler import Filler", ROOT / "lib")
    assert ROOT / "lib/faqformer/data/shakespeare_bert/model.safetensors" in reached
