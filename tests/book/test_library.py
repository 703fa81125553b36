"""The library on the site: all of it is there, every link lands on its line, and chapters and functions know of each
other. The truth here is Python's own: what it imports, and where it says that source lies."""

import importlib
import inspect
import pkgutil
import re
import shutil
from functools import cache
from pathlib import Path

import pytest
import yaml

import faqformer
from tests.book.library import shown, text
from tests.book.pages import PAGES, SPINES, read
from tests.browser import visit
from tools import ROOT, contents

LIB = ROOT / "lib"
LIBRARY = [page for page in PAGES if page.startswith("chapters/library/")]


@cache
def modules() -> dict:
    """Every module of the library but those that run when they are imported."""
    names = [module.name for module in pkgutil.walk_packages(faqformer.__path__, "faqformer.")]
    return {name: importlib.import_module(name) for name in names if not name.endswith("__main__")}


def page(site: Path, name: str) -> Path:
    return site / f"chapters/library/{name.split('.')[1]}.html"


def definition(thing) -> tuple[str, int, str]:
    """The file, the first line (decorators included) and the text of a function or a class."""
    thing = inspect.unwrap(thing)
    lines, first = inspect.getsourcelines(thing)
    return Path(inspect.getsourcefile(thing)).name, first, "".join(lines)


def public() -> dict[str, object]:
    """Name → function, class or constant: what `__all__` lists, and what a module defines without an underscore."""
    found = {}
    for name, module in modules().items():
        own = {key: value for key, value in vars(module).items() if getattr(value, "__module__", "") == name}
        own = {key: value for key, value in own.items() if inspect.isclass(value) or inspect.isfunction(value)}
        listed = {key: getattr(module, key) for key in getattr(module, "__all__", [])}
        found |= {f"{name}.{key}": value for key, value in (own | listed).items() if not key.startswith("_")}
    return found


def test_there_is_a_page_for_each_module():
    top = {name.split(".")[1] for name in modules()}
    assert {Path(page).stem for page in LIBRARY} == {"index", *top}


def test_pages_come_in_reading_order():
    """As the library's docstring has it; what it does not name comes last."""
    order = [name for name in re.findall(r"`(\w+)`", faqformer.__doc__) if f"faqformer.{name}" in modules()]
    assert [Path(page).stem for page in LIBRARY][: len(order) + 1] == ["index", *order]


def wrong_stubs(root: Path) -> set[str]:
    there = {path: path.read_text(encoding="utf-8") for path in (root / "chapters/library").iterdir()}
    wanted = contents.stubs(root)
    return {path.name for path in there.keys() | wanted.keys() if there.get(path) != wanted.get(path)}


def test_each_page_has_its_stub():
    assert wrong_stubs(ROOT) == set(), "run: make toc"


def test_a_new_module_a_lost_and_a_broken_stub_are_noticed(tmp_path):
    for folder in ("chapters/library", "lib/faqformer"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    stubs = tmp_path / "chapters/library"
    (tmp_path / "lib/faqformer/new.py").write_text('"""New."""\n')
    (stubs / "masks.md").unlink()
    (stubs / "attention.md").write_text("# attention\n")
    (stubs / "gone.md").write_text("# faqformer.gone\n")
    assert wrong_stubs(tmp_path) == {"new.md", "masks.md", "attention.md", "gone.md"}
    shutil.copy(ROOT / "chapters/course.yml", tmp_path / "chapters")
    (tmp_path / "chapters/appendix").mkdir()
    contents.write(tmp_path)
    assert wrong_stubs(tmp_path) == set()


def test_every_public_name_is_shown_and_lands_on_its_line(site):
    """Under one of the names by which it can be imported, on the page of the module that defines it."""
    names, lost = public(), []
    for name, thing in names.items():
        same = [other for other, value in names.items() if value is thing]
        places = [shown(page(site, other)).lands[other] for other in same if other in shown(page(site, other)).lands]
        if not places:
            lost.append(name)
        elif inspect.isclass(thing) or inspect.isfunction(thing):
            file, first, _ = definition(thing)
            assert [(Path(label).name, line) for label, line in places] == [(file, first)], name
    assert lost == []
    assert len(names) > 300


@pytest.mark.parametrize("name", LIBRARY[1:])
def test_every_line_but_those_of_docstrings_is_shown(site, name):
    """As it is typed, once; with all private helpers."""
    top = LIB / "faqformer" / Path(name).stem
    folder = top if top.is_dir() else None
    found = shown(site / name)
    labels = {label for label, _ in found.lines}
    paths = sorted(folder.rglob("*.py")) if folder else [top.with_suffix(".py")]
    inner = {path.relative_to(folder).as_posix() for path in paths} if folder else {paths[0].name}
    assert labels | {"__init__.py"} >= inner
    for label in labels:
        path = folder / label if folder else paths[0]
        source = path.read_text(encoding="utf-8").split("\n")
        hidden = {n for n, _ in enumerate(source, 1) if (label, n) not in found.lines}
        assert [(n, found.lines[label, n]) for n in range(1, len(source) + 1) if n not in hidden] == [
            (n, line) for n, line in enumerate(source, 1) if n not in hidden
        ]
        rest = "\n".join(line for n, line in enumerate(source, 1) if n in hidden)
        without = re.sub(r'[ \t]*"""(?:[^"]|"(?!""))*"""', "", rest)
        assert without.strip() == "", f"{path.name}: {without.strip()}"


@pytest.mark.parametrize("name", LIBRARY[1:])
def test_docstrings_are_typeset(site, name):
    """The words of each function's docstring stand on the page, as text."""
    source = re.sub(r"<pre.*?</pre>", " ", (site / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    seen = plain(text(source))
    for key, thing in public().items():
        if page(site, key) == site / name and (inspect.isfunction(thing) or inspect.isclass(thing)):
            summary = (inspect.unwrap(thing).__doc__ or "").split("\n\n")[0]
            if '"""' in definition(thing)[2].split("\n\n")[0]:  # a dataclass without one is given one
                assert plain(summary) in seen, key


def plain(words: str) -> str:
    """Without what typesetting changes: quotation marks, dashes, white space, backticks."""
    return re.sub(r"[\s`'\"“”‘’–—-]+", "", words)


@pytest.mark.parametrize("name", SPINES)
def test_names_in_chapters_lead_to_what_python_imports(site, name):
    """Each link's title begins with the name to import; there it lands on the line that defines it."""
    source = (site / name).read_text(encoding="utf-8")
    links = re.findall(r'<a class="to-library" href="([^"]+)" title="([^":]+)[^"]*"[^>]*>(.*?)</a>', source)
    assert links
    for href, title, word in links:
        target, _, anchor = href.partition("#")
        path = (site / name).parent / target
        assert text(word).split(".")[-1] == title.split(".")[-1], (word, title)
        thing = find(title)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            file, first, _ = definition(thing)
            label, line = shown(path).lands[anchor]
            assert (Path(label).name, line) == (file, first) or text(word) in shown(path).lines[label, line], title
        else:
            assert not anchor or anchor in read(path).ids


def find(dotted: str):
    """What Python finds under a dotted name."""
    return pkgutil.resolve_name(dotted)


def test_the_first_code_on_scaling_leads_to_attention(site):
    source = (site / "chapters/attention/scaling.html").read_text(encoding="utf-8")
    cells = re.findall(r'<div class="cell_input.*?</pre>', source, re.DOTALL)
    first = next(cell for cell in cells[1:] if "to-library" in cell)  # the first of all imports
    links = re.findall(r'<a class="to-library" href="([^"]+)"[^>]*>(.*?)</a>', first)
    assert ("../library/attention.html#faqformer.attention.attention", "attention") in [
        (href, text(word)) for href, word in links
    ]


@pytest.mark.parametrize("name", SPINES)
def test_the_tab_key_stops_once_a_cell_at_each_place(site, name):
    source = (site / name).read_text(encoding="utf-8")
    for cell in re.findall(r'<div class="cell_input.*?</pre>', source, re.DOTALL):
        links = re.findall(r'<a class="to-library" href="([^"]+)"[^>]*?( tabindex="-1")?>', cell)
        stops = [href for href, skipped in links if not skipped]
        assert sorted(stops) == sorted({href for href, _ in links})


KNOWN = ["faqformer.masks.causal_mask", "faqformer.attention.theory.softmax_jacobian", "faqformer.attention.attention"]


@pytest.mark.parametrize("name", KNOWN)
def test_used_in(site, name):
    """The chapters whose code says the name with a bracket after it, and not as a variable."""
    listed = shown(page(site, name)).chapters[name]["Used in"]
    word = name.split(".")[-1]
    called = re.compile(rf"(?<![\w.])(?:{name.split('.')[-2]}\.)?{word}\(")
    users = []
    for chapter in SPINES:
        cells = yaml.safe_load((ROOT / chapter).with_suffix(".ipynb").read_text(encoding="utf-8"))["cells"]
        code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
        if called.search(code):
            users.append(chapter.removeprefix("chapters/"))
    assert listed == users
    assert users


@pytest.mark.parametrize("name", ["faqformer.attention.dot_product.masked_softmax", *KNOWN[:2]])
def test_proved_in(site, name):
    """The chapters that plant a fault in its lines, each with the first check that must fail."""
    code = definition(find(name))[2]
    file = f"lib/{name.rpartition('.')[0].replace('.', '/')}.py"
    proofs = {}
    for chapter in SPINES:
        for fault in yaml.safe_load((ROOT / chapter).with_suffix(".saboteurs.yml").read_text(encoding="utf-8")):
            if fault["file"] == file and fault["old"] in code:
                proofs.setdefault(chapter.removeprefix("chapters/"), fault["fails"][0])
    assert shown(page(site, name)).chapters[name]["Proved in"] == [f"{c}#check-{id}" for c, id in proofs.items()]
    assert proofs


@pytest.mark.browser
def test_what_attention_does_with_a_row_that_may_attend_to_nothing(chromium, site):
    """Found by clicks alone: from a chapter's code to the function, from there to the one that masks."""
    with visit(chromium, (site / "chapters/attention/scaling.html").as_uri()) as visited:
        visited.page.locator("a.to-library:visible", has_text=re.compile("^attention$")).first.click()
        visited.page.wait_for_url("**/library/attention.html#faqformer.attention.attention")
        visited.page.locator("section:target a.to-library", has_text="masked_softmax").click()
        section = visited.page.locator("section:target")
        assert "masked_softmax" in section.locator("h3").inner_text()
        assert section.locator("pre", has_text="masked_fill(empty").first.is_visible()
        assert visited.complaints == []
