"""The site: built strictly from what the course lists, by Jupyter Book and by plain Sphinx."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile

import pytest

from faqbook import quiz, stored
from faqbook.course import VERDICTS, badge, measure_page, parts
from faqbook.quiz.maths import drawn
from faqbook.quiz.page import quiz_html
from faqbook.site.answer import first_sentence
from faqbook.site.downloads import notebooks, write_wheel, write_zip
from faqbook.site.maths import height, width
from faqbook.site.search import SearchEnglishAndChinese
from faqformer.data.stored import SHAKESPEARE_BERT
from tests.book.pages import CHAPTERS, LANDING, PAGES, SPINES, read
from tools import ROOT
from tools.canonical import load
from tools.chapters import existing
from tools.site import FOLDERS, INPUTS, JUPYTER_BOOK, OUTPUT, stamp


@pytest.fixture
def copy(tmp_path):
    """The book's sources in a folder of their own."""
    target = tmp_path / "book"
    target.mkdir()
    for name in INPUTS:
        shutil.copy(ROOT / name, target / name)
    for name in (*FOLDERS, "tools"):
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    return target


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def test_a_warning_fails_the_build(copy):
    """A citation without an entry, a quiz that no cell shows: the command fails, says so, and publishes nothing."""
    for chapter in existing(copy):  # one is enough: that all of them build is shown by the site itself
        if chapter.slug != "scaling":
            chapter.notebook.unlink()
    assert run(sys.executable, "-m", "tools.site", "toc", cwd=copy).returncode == 0
    with (copy / "chapters" / "index.md").open("a") as page:
        page.write("\n[Nobody 1999](appendix/bibliography.md#nobody1999)\n")
    notebook = copy / "chapters/attention/scaling.ipynb"
    notebook.write_text(notebook.read_text(encoding="utf-8").replace(stored.QUIZ, "The quiz."), encoding="utf-8")
    built = run(sys.executable, "-m", "tools.site", "build", cwd=copy)
    assert built.returncode != 0
    assert "nobody1999" in built.stderr
    assert "expected one cell that shows scaling.quiz.yml, and is stored as it shows it, got 0" in built.stderr
    assert not (copy / OUTPUT).exists()


@pytest.mark.long
def test_builds_with_plain_sphinx(copy):
    """The way out of Jupyter Book stays open: its generated conf.py is enough, without a warning."""
    assert run(*JUPYTER_BOOK, "config", "sphinx", ".", cwd=copy).returncode == 0
    environment = os.environ | {"PYTHONPATH": str(copy / "lib")}
    sphinx = ("-m", "sphinx", "-n", "-W", "--keep-going", "-b", "html", ".", "out")
    built = run(sys.executable, *sphinx, cwd=copy, env=environment)
    assert built.returncode == 0, built.stderr
    assert "build succeeded." in built.stdout
    made = {path.relative_to(copy / "out").as_posix() for path in (copy / "out").rglob("*.html")}
    assert made >= {*PAGES, "index.html"}


def test_any_input_makes_a_new_site(copy):
    """What is published belongs to the sources as they are: no file can change unnoticed."""
    before = stamp(copy)
    assert stamp(copy) == before
    for name in (
        "lib/faqformer/masks.py",
        "chapters/course.yml",
        "_static/book.css",
        "lib/faqbook/site/maths.py",
        "_config.yml",
    ):
        with (copy / name).open("a") as file:
            file.write("\n")
        assert stamp(copy) != before, name
        before = stamp(copy)


def test_landing_page_lists_the_course(site):
    """Each part that has chapters, in order, each chapter with the first sentence of its answer; no other part."""
    source = (site / LANDING).read_text(encoding="utf-8")
    listed = [part for part in parts(CHAPTERS) if part.slugs]
    assert re.findall(r'<section class="part" id="part-([a-z]+)">', source) == [part.name for part in listed]
    cards = re.findall(r'<li class="question-card">(.*?)</li>', source, re.DOTALL)
    slugs = [(part.name, slug) for part in listed for slug in part.slugs]
    assert len(cards) == len(slugs)
    for (part, slug), card in zip(slugs, cards, strict=True):
        spine = SPINES[f"chapters/{part}/{slug}.html"]
        assert f'href="{part}/{slug}.html"' in card
        assert spine.question["en"] in card.replace("’", "'")
        assert re.findall(r'lang="zh">(.*?)</p>', card) == [text for key, text in spine.question.items() if key == "zh"]
        notebook = json.loads((CHAPTERS / part / f"{slug}.ipynb").read_text(encoding="utf-8"))
        words = [word for word in first_sentence(notebook).split() if word.isalpha()]
        shown = re.search(r'<p class="answer">(.*?)</p>', card, re.DOTALL)[1]
        assert words and all(word in shown for word in words)
        assert f"<span>{measure_page(slug, CHAPTERS / part)}</span>" in card


def test_landing_page_adds_up_the_verdicts(site):
    totals = re.search(r'<p class="totals">(.*?)</p>', (site / LANDING).read_text(encoding="utf-8"), re.DOTALL)[1]
    verdicts = [claim.verdict for spine in SPINES.values() for claim in spine.claims]
    assert f"{len(SPINES)} questions" in totals and f"{len(verdicts)} sentences" in totals
    for verdict in VERDICTS:
        assert (badge(verdict, verdicts.count(verdict)) in totals) == (verdict in verdicts)


def test_landing_page_knows_the_quizzes(site):
    source = (site / LANDING).read_text(encoding="utf-8")
    data = json.loads(re.search(r'<script type="application/json" id="course-quizzes">(.*?)</script>', source)[1])
    for page, spine in SPINES.items():
        items = [item.id for item in quiz.load(spine.slug, (ROOT / page).parent).items]
        assert data[spine.slug] == items
        assert f'data-chapter="{spine.slug}">{len(items)} questions<' in source


@pytest.mark.parametrize("name", SPINES)
def test_the_quiz_is_set_from_its_file_and_pages_share_script_and_style(site, name):
    source = (site / name).read_text(encoding="utf-8")
    path = (ROOT / name).with_suffix(".quiz.yml")
    shown = quiz.load(path.name.removesuffix(".quiz.yml"), path.parent)
    assert f'<div class="cell_output docutils container">\n{drawn(quiz_html(shown))}' in source, "in a box"
    assert stored.QUIZ not in source
    assert source.count('class="faqformer-quiz"') == 1
    assert len(re.findall(r'<link[^>]*href="[^"]*/quiz\.css', source)) == 1
    assert re.findall(r'<script[^>]*src="[^"]*/(progress|quiz)\.js', source) == ["progress", "quiz"]


@pytest.mark.parametrize("path", [chapter.notebook for chapter in existing()], ids=lambda path: path.stem)
def test_a_notebook_that_was_not_run_says_where_the_quiz_is(path):
    """Its outputs hold no script and no style: these would go stale in every copy."""
    outputs = [output for cell in load(path)["cells"] for output in cell.get("outputs", [])]
    texts = [text for output in outputs for text in output.get("data", {}).values() if isinstance(text, str)]
    assert texts.count(stored.QUIZ) == 1
    assert not [text for text in texts if re.search(r"<(script|style|input|fieldset)", text)]


def test_downloads_are_the_same_every_time(tmp_path):
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
        write_zip(ROOT, folder / "notebooks.zip")
        write_wheel(ROOT, folder)
    digests = [
        {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()} for folder in folders
    ]
    assert len(digests[0]) == 2
    assert digests[0] == digests[1]


def test_downloads_hold_all_that_a_chapter_reads(site, tmp_path):
    """From another folder, with the wheel alone, a chapter finds its spine and shows its quiz.

    The wheel holds the trained model with its checksums, too.
    """
    wheel = next((site / "downloads").glob("*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        assert {f"faqformer/data/{SHAKESPEARE_BERT.name}/{path.name}" for path in SHAKESPEARE_BERT.iterdir()} <= set(
            archive.namelist()
        )
    with zipfile.ZipFile(site / "downloads" / "faqformer-notebooks.zip") as archive:
        archive.extractall(tmp_path)
    taken = tmp_path / "faqformer-notebooks"
    assert (taken / "LICENSE").exists()
    for path in notebooks(CHAPTERS):
        assert (taken / path.relative_to(CHAPTERS)).read_bytes() == path.read_bytes()
    page, spine = next(iter(SPINES.items()))
    program = (
        "import faqbook, sys; from faqbook import course, quiz\n"
        f"print(faqbook.__file__); course.chapter({spine.slug!r}); quiz.show({spine.slug!r})._repr_mimebundle_()"
    )
    folder = taken / page.split("/")[1]
    shown = run(sys.executable, "-c", program, cwd=folder, env=os.environ | {"PYTHONPATH": str(wheel)})
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith(str(wheel))


def test_mathjax_comes_with_its_licence(site):
    folder = site / "_static" / "mathjax"
    assert "Apache License" in (folder / "LICENSE").read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < 2.5e6  # the package holds 24 MB


def test_root_leads_to_the_landing_page(site):
    assert f"url={LANDING}" in (site / "index.html").read_text(encoding="utf-8")
    assert ("a", "href", LANDING) in read(site / "index.html").links


# Measured in Chromium, in em of MathJax's fonts.
@pytest.mark.parametrize(
    "tex, measured",
    [
        ("d_k", 0.97), (r"q \cdot k", 1.70), (r"\sqrt{d_k}", 1.82), ("-1", 1.28), (r"\frac12", 0.79),
        (r"\partial w_i / \partial s_j = w_i(\delta_{ij} - w_j)", 10.04), (r"k_1, \dots, k_n", 4.21),
        (r"\mathrm{softmax}(z)_i = e^{z_i} / \sum_j e^{z_j}", 10.93), ("e^{s_i - s_j}", 2.25),
        (r"v \cdot \tanh(q + k)", 6.18), (r"L = L_\text{MLM} + L_\text{NSP}", 7.74), (r"\phi(z) = \max(0, z)", 7.22),
        (r"x \leftarrow \sqrt{1 - \beta}\, x + \sqrt{\beta}\, xW", 10.77), (r"(QK^\top)V = Q(K^\top V)", 9.15),
        (r"H(p) = -\sum_k p_k \ln p_k", 9.19), (r"30{,}522 \cdot 768 = 23{,}440{,}896", 10.89),
        (r"\frac12 \cdot \frac12 + \frac12 \cdot \frac23 = \frac{7}{12}", 8.31), ("d_\\text{model}", 2.36),
    ],
)  # fmt: skip
def test_formulas_get_about_the_room_they_need(tex, measured):
    assert abs(width(tex) - measured) < max(0.1, 0.05 * measured)


@pytest.mark.parametrize("tex", ["", "{", "}", "^", "_", r"\frac", r"\sqrt", r"\left(", "a_", r"\begin{aligned}"])
def test_room_for_a_formula_that_is_not_one(tex):
    assert 0 < width(tex) < 20
    assert height(tex) > 0


def test_search_finds_parts_of_chinese_words():
    words = SearchEnglishAndChinese({}).split("为什么要除以 √d_k？ scaled scores")
    assert {"除以", "为什", "为什么要除以", "d_k", "scaled"} <= set(words)
