"""A book of one chapter, small enough to execute in a test, and complete: no rule complains about it."""

import asyncio
import shutil
from pathlib import Path

import pytest

from tools import ROOT
from tools.canonical import canonical, dump, load
from tools.chapters import Chapter
from tools.new import create
from tools.notebooks import store

SLUG = "scaling"
COURSE = """parts:
  - part: attention
    title: {en: Attention}
    questions:
      - scaling
      - masking
"""
SABOTEURS = """
- name: draws that are off
  file: chapters/attention/scaling.ipynb
  old: |-
    draws = torch.randn(1000, generator=seeds.generator(1))
    checks
  new: |-
    draws = 1 + torch.randn(1000, generator=seeds.generator(1))
    checks
  fails: [scaling.claim]
- name: a library that doubles too much
  file: lib/faqformer/toy.py
  old: 2 * x
  new: 3 * x
  fails: [scaling.step]
"""


def make_book(root: Path) -> Chapter:
    """A tree with the library, a module `toy`, and one chapter from the template, not yet executed."""
    shutil.copytree(ROOT / "lib", root / "lib", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    (root / "lib/faqformer/toy.py").write_text("def double(x):\n    return 2 * x\n")
    (root / "chapters/appendix").mkdir(parents=True)
    (root / "chapters/course.yml").write_text(COURSE)
    (root / "chapters/appendix/references.bib").write_text("@article{vaswani2017,\n  year = {2017}\n}\n")
    shutil.copy(ROOT / "constraints.txt", root)
    shutil.copy(ROOT / "pyproject.toml", root)
    chapter = Chapter("attention", SLUG, root)
    create(chapter)
    chapter.saboteurs.write_text(SABOTEURS)
    for path in chapter.own:
        path.write_text(path.read_text(encoding="utf-8").replace("TODO: ", "").replace("TODO", ""), encoding="utf-8")
    notebook = load(chapter.notebook)
    (step,) = [cell for cell in notebook["cells"] if "1 + 1, 2" in cell["source"]]
    step["source"] = "from faqformer import toy\n\n" + step["source"].replace("1 + 1", "toy.double(1)")
    chapter.notebook.write_text(dump(canonical(notebook)), encoding="utf-8")
    return chapter


def sibling(chapter: Chapter, slug: str) -> Chapter:
    """Another question of the same part."""
    return Chapter(chapter.part, slug, chapter.root)


def plant(chapter: Chapter, *sources: str, notebook: Path | None = None) -> bytes:
    """Write a notebook of these code cells, not executed, in place of the chapter's or elsewhere. Returns its bytes."""
    cells = [{"cell_type": "code", "source": s, "outputs": [], "execution_count": None} for s in sources]
    path = notebook or chapter.notebook
    path.write_text(dump(canonical({"cells": cells, "nbformat": 4})), encoding="utf-8")
    return path.read_bytes()


@pytest.fixture(scope="session")
def executed(tmp_path_factory) -> Chapter:
    """The book of one chapter, executed; shared, so leave it as it is."""
    chapter = make_book(tmp_path_factory.mktemp("book"))
    asyncio.run(store(chapter))
    return chapter


@pytest.fixture
def chapter(executed, tmp_path) -> Chapter:
    """A copy of the executed book, to be changed at will."""
    shutil.copytree(executed.root, tmp_path / "book")
    return Chapter(executed.part, executed.slug, tmp_path / "book")
