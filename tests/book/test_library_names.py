"""Which names in a program are the library's."""

import json

import pytest

from faqbook.site.library.docstrings import typeset
from faqbook.site.library.marking import mark
from faqbook.site.library.notebooks import Notebook
from faqbook.site.library.proofs import around, changed
from faqbook.site.library.source import File, Place
from faqbook.site.library.tree import Library, library
from faqbook.site.library.uses import Reader
from tools import ROOT

LIBRARY = library(ROOT / "lib")
IMPORT = "from faqformer.attention import attention\n"
ATTENTION = "faqformer.attention.attention"
CACHE = "attention.KVCache"


def found(program: str, own=None) -> list[tuple[int, str, str]]:
    """(line, what stands there, where it leads) of each name that is the library's, in order."""
    lines = program.split("\n")
    uses = sorted(Reader(LIBRARY, program, own).uses, key=lambda use: (use.line, use.column))
    return [(u.line, lines[u.line - 1][u.column : u.column + u.length], LIBRARY.name(u.place)) for u in uses]


def linked(program: str) -> list[int]:
    """The lines after an import of `attention` in which it is the library's."""
    return [line - 1 for line, _, name in found(IMPORT + program) if name == ATTENTION and line > 1]


@pytest.mark.parametrize(
    "program, names",
    [
        ("from faqformer.attention import attention as a\na()", ["attention.attention"]),
        ("from faqformer import attention\nattention.attention()", ["attention", "attention.attention"]),
        ("import faqformer.masks\nfaqformer.masks.causal_mask(2)", ["", "masks", "masks.causal_mask"]),
        ("import faqformer.masks as m\nm.nothing", ["masks"]),
        ("import faqformer.masks as m\n'√', m", ["masks"]),
        ("from faqformer.attention import KVCache\nKVCache.append", [CACHE, f"{CACHE}.append"]),
        ("from faqformer.attention import KVCache as C\nc = C()\nc.len, c.append", [CACHE, f"{CACHE}.append"]),
        ("from torch import attention\nattention()", []),
        ("from . import attention\nattention()", []),
        ("attention()", []),
    ],
)  # fmt: skip
def test_names_lead_to_what_was_imported(program, names):
    assert [name.removeprefix("faqformer").removeprefix(".") for line, _, name in found(program) if line > 1] == names


def test_imports_themselves_lead_there():
    assert found("from faqformer.masks import causal_mask as c") == [
        (1, "faqformer.masks", "faqformer.masks"),
        (1, "causal_mask", "faqformer.masks.causal_mask"),
    ]
    assert found("import torch, faqformer.seeds") == [(1, "faqformer.seeds", "faqformer.seeds")]


@pytest.mark.parametrize(
    "program, lines",
    [
        ("attention()\nattention = 1\nattention", [1]),
        ("attention = attention()\nattention", [1]),
        ("attention += attention", []),
        ("attention: int = 3\nattention", []),
        ("with recorded(model) as attention:\n    attention", []),
        ("for attention in attention():\n    attention", [1]),
        ("(attention, x), y = 1, attention\nattention", [1]),
        ("if (attention := 1):\n    attention", []),
        ("try:\n    attention\nexcept E as attention:\n    attention", [2]),
        ("import attention\nattention", []),
        ("from torch import attention\nattention", []),
        ("del attention\nattention", []),
        ("def attention():\n    attention", []),
        ("class attention:\n    attention", []),
        ("match attention:\n    case [*attention]:\n        attention", [1]),
        ("match attention:\n    case {'a': attention}:\n        attention", [1]),
        ("def f(attention):\n    return attention\nattention", [3]),
        ("def f(x=attention):\n    return attention(x)", [1, 2]),
        ("def f():\n    attention\n    attention = 1\nattention", [4]),
        ("def f():\n    def g():\n        attention\n    attention = 1", []),
        ("def f():\n    attention\nattention = 1", [2]),
        ("attention = 1\ndef f():\n    attention", []),
        ("lambda attention: attention\nattention", [2]),
        ("[attention for attention in attention()]\nattention", [1, 2]),
        ("{attention: 1 for x in y}\n{x: attention for attention in y}", [1]),
        ("class C:\n    attention = attention\n    def f(self):\n        return attention", [2, 4]),
        ("model.attention\nmodel.attention = attention", [2]),
        ("f(attention=attention)\n'attention'\n# attention", [1]),
    ],
)
def test_a_name_that_is_bound_to_something_else_is_not_the_librarys(program, lines):
    assert linked(program) == lines


def test_a_file_of_the_library_knows_its_own_names():
    """Those that come later, too; and what belongs to `self`."""
    file = LIBRARY.files["faqformer.attention.dot_product"]
    names = {name for _, word, name in found(file.source, file) if word == "masked_softmax"}
    assert names == {"faqformer.attention.dot_product.masked_softmax"}
    file = LIBRARY.files["faqformer.attention.multi_head"]
    assert "faqformer.attention.MultiHeadAttention._split" in {name for _, _, name in found(file.source, file)}


@pytest.mark.parametrize(
    "code, place",
    [
        ("attention", ATTENTION),
        ("attention(q, k, v)", ATTENTION),
        ("masks.causal_mask", "faqformer.masks.causal_mask"),
        ("faqformer.masks", "faqformer.masks"),
        ("MultiHeadAttention", None),  # not imported here
        ("seeds", None),  # bound to something else as well
        ("seeds.generator", None),
        ("softmax(x)", None),
        ("attention weights", None),
        ("a.b-c", None),
        ("", None),
    ],
)
def test_code_in_the_text(code, place):
    reader = Reader(LIBRARY, IMPORT + "from faqformer import seeds\nfor seeds in 1, 2: pass")
    spoken = reader.spoken(code)
    assert (spoken and LIBRARY.name(spoken)) == place


def test_cells_are_one_program(tmp_path):
    """What one imports others use; one that is no Python has no names, and the next keeps its own lines."""
    sources = [
        ["# text"],
        ["x = 1\n", "from faqformer import masks"],
        ["%magic\n", "masks"],
        ["\n", "masks.causal_mask"],
    ]
    kinds = ["markdown", "code", "code", "code"]
    cells = [{"cell_type": kind, "source": source} for kind, source in zip(kinds, sources, strict=True)]
    path = tmp_path / "n.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    book = Notebook(path, LIBRARY)
    assert [[(use.line, LIBRARY.name(use.place)) for use in book.cell(n)] for n in range(4)] == [
        [],
        [(2, "faqformer"), (2, "faqformer.masks")],
        [],
        [(2, "faqformer.masks"), (2, "faqformer.masks.causal_mask")],
    ]


def test_links_are_set_in_highlighted_code():
    """Around whole names alone, after entities too; only the first of a group is a stop."""
    code = IMPORT + "a < attention(attention)"
    html = code.replace("<", "&lt;").replace("(attention)", "(<b>attention</b>)")
    marked = mark(html, code, Reader(LIBRARY, code).uses, LIBRARY, lambda place: "#" + LIBRARY.name(place))
    last = marked.split("\n")[1]
    link = f'<a class="to-library" href="#{ATTENTION}" title="{ATTENTION}: '
    assert last.startswith(f"a &lt; {link}") and last.count(link) == 2
    assert last.count('tabindex="-1"') == 2  # the import has been the first
    broken = mark("from faqformer.attention import atten<b>tion", IMPORT, Reader(LIBRARY, IMPORT).uses, LIBRARY, str)
    assert broken.endswith(" import atten<b>tion")


def test_a_package_that_goes_round_in_circles(tmp_path):
    """Files that import each other are all there; a package may import a file of its own."""
    top = tmp_path / "faqformer"
    (top / "p").mkdir(parents=True)
    (top / "__init__.py").write_text('"""`p`"""\n')
    (top / "p/__init__.py").write_text("from faqformer.p import a\nfrom faqformer.p.a import y\n")
    (top / "p/a.py").write_text("from faqformer.p.b import y\nx = 1\n")
    (top / "p/b.py").write_text("from faqformer.p.a import x\ny = 1\n")
    tree = Library(tmp_path)
    assert {file.module for file in tree.content("p")} == {"faqformer.p", "faqformer.p.a", "faqformer.p.b"}
    assert tree.find("faqformer.p.y") == Place("faqformer.p.b", "y")
    assert tree.find("faqformer.p.a") == Place("faqformer.p.a")
    assert tree.name(Place("faqformer.p.b", "y")) == "faqformer.p.y"


@pytest.mark.parametrize(
    "old, new, name",
    [
        ("return 1", "return 2", "f"),
        ("1\n\nclass C:\n    x = 3", "1\n\nclass C:\n    x = 4", "C.x"),  # where it differs, not where it begins
        ("return 5", "return 6", "C.g"),
        ("class C:", "class C(D):", "C"),
        ("import torch", "import numpy", ""),
        ("return 5\n", "return 5\n\n", ""),
    ],
)
def test_a_fault_counts_where_it_stands(tmp_path, old, new, name):
    path = tmp_path / "m.py"
    path.write_text("import torch\ndef f():\n    return 1\n\nclass C:\n    x = 3\n    def g(self):\n        return 5\n")
    file = File("faqformer.m", path)
    assert around(file, changed(file.source, old, new)) == Place("faqformer.m", name)


def test_docstrings():
    """Short lines end paragraphs, full ones do not; what is indented stays; parameters are told from words."""
    full = "mask: one. " + "word " * 20 + "end."
    doc = f"First `code`.\n\n{full}\nq, k: two. Other: three.\nLast.\n\n    as typed\n      here"
    shown = typeset(doc, 4, ["mask", "q", "k"], lambda code, literal: literal)
    assert [node.astext() for node in shown] == [
        "First code.",
        f"{full} q, k: two. Other: three.",
        "Last.",
        "as typed\n  here",
    ]
    assert [literal.astext() for literal in shown[1].findall() if literal.tagname == "literal"] == ["mask", "q, k"]
    assert [node.astext() for node in typeset("", 0, [], lambda code, literal: literal)] == [""]
