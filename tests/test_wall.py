"""The wall: the Transformer knows no book, and what only reads the course needs no Transformer."""

import ast
import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tools import ROOT
from tools.chapters import existing

LIBRARY = ROOT / "lib/faqformer"


def modules(folder: Path = LIBRARY) -> dict[str, Path]:
    """The modules in folder, by default the library's, and where they lie."""
    return {
        ".".join(path.relative_to(ROOT / "lib").with_suffix("").parts).removesuffix(".__init__"): path
        for path in folder.rglob("*.py")
    }


def imported(path: Path) -> set[str]:
    """The top-level packages that a module imports, anywhere in it, or names in a string that could be one."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module.split(".")[0])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value.split(".")[0].split(":")[0])
    return names


@pytest.mark.parametrize("path", sorted(LIBRARY.rglob("*.py")), ids=lambda path: str(path.relative_to(LIBRARY)))
def test_no_module_of_the_library_knows_the_book(path):
    assert "faqbook" not in imported(path)


def needs(path: Path, folder: Path = LIBRARY) -> set[str]:
    """The modules in folder that a module imports, anywhere in it, were it for a type alone."""
    found, known = set(), modules(folder)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in known else node.module for name in names}
    return found & set(known)


def test_no_module_needs_itself_in_the_end():
    graph = {name: needs(path) for name, path in modules().items()}
    assert "faqformer.data.stored" in graph["faqformer.bert.trained"]
    TopologicalSorter(graph).prepare()  # which raises CycleError, naming those on the way round


@pytest.mark.parametrize("room", ["quiz", "reading", "schemas"])
def test_no_module_of_the_books_room_needs_itself_in_the_end(room):
    folder = ROOT / "lib/faqbook" / room
    graph = {name: needs(path, folder) for name, path in modules(folder).items()}
    assert any(graph.values())
    TopologicalSorter(graph).prepare()


def rooms() -> dict[str, set[str]]:
    """Which of the library's rooms, packages and the modules beside them, each needs."""
    graph: dict[str, set[str]] = {}
    for name, path in modules().items():
        room = name.split(".")[1:2]
        if room:
            graph.setdefault(*room, set()).update(needed.split(".")[1] for needed in needs(path) if "." in needed)
    return {room: needed - {room} for room, needed in graph.items()}


def test_the_rooms_stand_on_floors_and_no_arrow_runs_back_up():
    graph = rooms()
    assert "require" in graph["attention"] and not graph["require"]
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("room", ["masks", "attention", "positions", "layers", "transformer", "decoding", "bert"])
def test_the_model_does_not_know_who_looks_on(room):
    assert "instruments" not in rooms()[room]


@pytest.mark.parametrize("module", ["faqbook.course", "faqbook.quiz", "faqbook.site"])
def test_what_only_reads_the_course_does_not_wait_for_torch(module):
    program = f"import sys, {module}; assert 'torch' not in sys.modules and 'matplotlib' not in sys.modules"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_the_library_alone_needs_what_it_declares():
    """Without the extras every module can be imported; who needs one of them later is told which."""
    hidden = ["matplotlib", "yaml", "jsonschema", "latex2mathml", "mpmath", "sacrebleu", "tqdm", "faqbook"]
    names = sorted(modules())
    program = (
        "import importlib, sys\n"
        "class Hide:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.split('.')[0] in {hidden!r}: raise ModuleNotFoundError(name)\n"
        "import torch\n"
        "sys.meta_path.insert(0, Hide())\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_the_extra_for_chapters_brings_what_they_and_the_book_import():
    """`pip install 'the wheel[chapters]'` is what the site says: with it alone, no cell lacks a package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = project["dependencies"] + project["optional-dependencies"]["chapters"]
    names = {re.match(r"[\w-]+", requirement)[0].lower() for requirement in declared}
    brought = {"numpy": "matplotlib", "cycler": "matplotlib", "yaml": "pyyaml"}
    brought["IPython"] = None  # it is there wherever a notebook runs
    programs = {chapter.name: "\n".join(cell["source"] for cell in chapter.code_cells) for chapter in existing()}
    programs |= {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for path in (ROOT / "lib/faqbook").rglob("*.py")
        if "site" not in path.parts
    }
    for where, program in programs.items():
        for node in ast.walk(ast.parse(program)):
            modules = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
            for module in {m.split(".")[0] for m in modules} - sys.stdlib_module_names - {"faqformer", "faqbook"}:
                assert brought.get(module, module) in {*names, None}, f"{where} imports {module}"
