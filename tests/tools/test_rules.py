"""Each rule is kept by a good chapter and sees the fault that it is there for."""

import re
from dataclasses import replace as replace_fields

import pytest

from faqbook import checks
from faqbook.record import METADATA
from tools.canonical import dump, load
from tools.new import create
from tools.rules import alone, code, comparisons, complaints, course, form, ledger, lesson, links, quiz, sections
from tools.rules.spine import readable_spine


def edit(chapter, change):
    """Write the notebook after `change(cells)`, and read the chapter anew."""
    notebook = load(chapter.notebook)
    change(notebook["cells"])
    chapter.notebook.write_text(dump(notebook), encoding="utf-8")
    return type(chapter)(chapter.part, chapter.slug, chapter.root)


def cell_with(cells, text):
    (cell,) = [cell for cell in cells if text in cell["source"]]
    return cell


def replace(old, new, within=None):
    """In the source of the one cell that holds `within`."""

    def change(cells):
        cell = cell_with(cells, within or old)
        assert old in cell["source"]
        cell["source"] = cell["source"].replace(old, new)

    return change


def append(source, outputs=(), kind="code", metadata=None):
    def change(cells):
        cell = {"cell_type": kind, "id": "added", "source": source, "metadata": metadata or {}}
        cells.append(cell | ({"outputs": list(outputs), "execution_count": len(cells)} if kind == "code" else {}))

    return change


def output(text="", **data):
    return {"output_type": "display_data", "data": {"text/plain": text, **data}, "metadata": {}}


def text(source):
    return append(source, kind="markdown")


def on_cell(within, **changes):
    return lambda cells: cell_with(cells, within).update(changes)


def test_a_good_chapter_keeps_every_rule(executed):
    assert complaints(executed) == []
    assert course.in_order(executed.root) == []


FORM = [
    (form.in_canonical_form, lambda cells: cells[1]["metadata"].update(scrolled=True), "not in canonical form"),
    (form.stored_executed, on_cell("chapter.header()", execution_count=None), "not executed as number 2"),
    (form.stored_executed, append("x", [{"output_type": "error", "ename": "E"}]), "stored with an error, E"),
    (form.stored_executed, append("x", [{"output_type": "stream", "name": "stderr", "text": ""}]), "on stderr"),
    (form.outputs_of_any_machine, append("x", [output("<object at 0x7f00aa11>")]), "'0x7f00aa11'"),
    (form.outputs_of_any_machine, append("x", [output(**{"application/x": "1"})]), "shows application/x"),
    (form.title, replace("# the question in English", "# Another question"), "first cell: expected '# the question"),
    (form.plain_markdown, text("### The width $d_k$"), "holds LaTeX"),
    (form.plain_markdown, text("```{note}\nx\n```"), "'```{' shows raw"),
    (form.plain_markdown, text(":::{note}\nx\n:::"), "':::{' shows raw"),
    (form.plain_markdown, text("See {cite}`vaswani2017`."), "'{cite}' shows raw"),
    (form.plain_markdown, text("(target)=\n"), "'(target)=' shows raw"),
    (form.plain_markdown, text("% a comment"), "'% a comment' shows raw"),
    (form.plain_markdown, text("`{x}` and `y`, and\n\n```python\n{x}\n```"), None),
    (form.cell_length, append("\n".join(["x = 1"] * 21)), "21 lines, expected 20 at most"),
    (form.tags, append("x", metadata={"tags": ["nbval-skip"]}), "tag 'nbval-skip'"),
    (form.finished, text("TODO"), "TODO"),
]

SECTIONS = [
    (sections.sections_in_order, text("## Sources\n\nagain"), "each once"),
    (sections.sections_in_order, replace("## Sources", "## Literature"), "section 'Sources': missing"),
    (sections.sections_in_order, replace("## Sources", "## Literature"), "section 'Literature': expected one of"),
    (sections.sections_in_order, replace("## Why", "## Derivation"), "section 'Derivation': expected one of"),
    (sections.sections_in_order, text("## Asked next"), "expected the order"),
    (sections.sections_in_order, text("# Title"), "one heading of the first level"),
    (sections.sections_in_order, text("```\n## in code\n```"), None),
    (lesson.short_answer, replace("the answer in 40", 90 * "word "), "words, expected 40 to 90"),
    (
        lesson.short_answer,
        replace("It stands by itself: nothing in it needs the page to be understood.", ""),
        "33 words",
    ),
    (lesson.say_it, replace("chapter.say_it()", "print()"), "Say it: expected a cell `chapter.say_it()`"),
    (lesson.say_it, replace("chapter.often_said()", "print()"), "Often said: expected a cell `chapter.often_said()`"),
    (lesson.see_it, on_cell("axes.plot", source="1 + 1", outputs=[]), "See it: no figure"),
    (
        lesson.why,
        replace("### 2. the", "### 3. the"),
        "Why: step 2 is called '3. the general case', expected `### 2. …`",
    ),
    (lesson.why, replace("### 2. the", "**2.** the"), "Why: 1 steps, expected 2 to 4"),
    (lesson.why, replace("what follows from it.", 120 * "word "), "Why: 2. the general case: 127 words, expected 120"),
    (lesson.why, replace("draws = torch", "\n".join(7 * ["x = 1"]) + "\ndraws = torch"), "9 lines of visible code"),
    (
        lesson.in_depth,
        replace("this part answers?", "it answers."),
        "expected to open with the question that it answers",
    ),
    (
        lesson.in_depth,
        replace("a question that goes deeper, which this part answers?", "A part\n\nWhy? Because."),
        None,
    ),
    (lesson.in_depth, replace("### a question that goes deeper, which this part answers?", ""), "In depth: no parts"),
    (lesson.write_it, on_cell("def solution", metadata={}), "Write it: no folded cell"),
    (lesson.write_it, replace("def double(x):", "class Double:"), "a function for the reader to write"),
    (lesson.write_it, replace("exercise.written(double, solution)", "solution"), "expected a cell after the solution"),
    (lesson.length, replace("the thing itself", 1000 * "word "), "words, expected 1000 at most: See it has 10"),
    (lesson.length, replace("draws + 1", "\n" * 60 + "draws + 1"), None),
    (lesson.length, replace("plt.show()", "plt.show()\n" + "\n".join(80 * ["x = 1"])), None),  # hidden
    (lesson.length, append(60 * "x = 1\n"), None),  # in depth
    (
        lesson.length,
        replace("draws + 1", 60 * "\n0 +" + "draws + 1"),
        "lines of visible code, expected 60 at most: Break",
    ),
    (
        lesson.length,
        on_cell("must_fail", outputs=[output("✓ x")] * 9),
        "12 check lines, expected 10 at most: Break it has 9",
    ),
    (lesson.length, replace("what follows from it.", 26 * "$$x$$\n"), "minutes, expected 12 at most: Why has 1"),
]

CODE = [
    (code.plain_python, append("%timeit x"), "a magic, expected plain Python"),
    (code.plain_python, append("!pip install x"), "a magic, expected plain Python"),
    (code.plain_python, append("axes.legend();"), "ends in `;`"),
    (code.plain_python, append("# NBVAL_IGNORE_OUTPUT\nx"), "look away"),
    (code.randomness, append("torch.manual_seed(1)"), "uses torch.manual_seed"),
    (code.randomness, append("import random"), "imports random"),
    (code.randomness, append("from numpy.random import default_rng"), "imports from numpy.random"),
    (code.randomness, append("x = np.random.rand(3)"), "uses np.random"),
    (code.randomness, append("x = torch.randn(3)"), "torch.randn without generator"),
    (code.randomness, append("from torch import randn"), "write torch.randn"),
    (code.randomness, append("x.normal_()"), "x.normal_ without generator"),
    (code.randomness, append("torch.nn.init.xavier_uniform_(w)"), "without generator"),
    (code.randomness, append("with other.fixed(1):\n    x = torch.rand(3)"), "torch.rand without generator"),
    (code.figures, replace("\nplt.show()", "", "figures.subplots()"), "expected plt.show() as its last line"),
    (code.figures, on_cell("figures.subplots()", metadata={}), "expected a sentence"),
    (code.figures, append("plt.show()"), "shows no figure"),
    (code.figures, append("plt.show()", [output(**{"image/png": ""})] * 2), "shows 2 figures"),
    (code.exercise, on_cell("def solution", metadata={}), "no cell with a solution"),
    (code.exercise, replace('checks.equal("scaling.exercise", double(3), 6)', "x = 2"), "no check tests the solution"),
    (code.exercise, replace("exercise.written(double, solution)", "solution"), "no check tests the solution"),
]

LEDGER = [
    (ledger.settled, on_cell('checks.mean_is("', outputs=[]), "claim scaling.claim: no check has settled it"),
    (ledger.ids_known, append('checks.must_fail(checks.equal, "scaling.new", 1, 2)'), "check scaling.new: not the id"),
    (ledger.ids_ran, append('checks.equal("scaling.step", 1, 1)'), "stands 2 times in the code and ran 1 times"),
    (ledger.ids_ran, append("checks.equal(id, 1, 1)"), "is not written out"),
    (ledger.ids_ran, append('for id in ("a.b", "a.c"):\n    checks.equal(id, 1, 1)'), "is not written out"),
    (
        ledger.ids_ran,
        append('id = "scaling.step"\nchecks.equal(id, 1, 1)'),
        "stands 2 times in the code and ran 1 times",
    ),
    (ledger.ids_ran, append("from faqbook.checks import equal"), "write checks.name"),
    (ledger.sabotaged, on_cell('checks.mean_is("', outputs=[]), "scaling.claim: no check of the chapter has this id"),
    (ledger.sabotaged, replace("draws = torch", "values = torch"), "got 0 matches"),
    (quiz.quiz_fits, replace("## Break it", "## Break"), "reread: 'Break it' is no heading"),
]


def check(call):
    """A cell with a call of a check."""
    return append(f"checks.{call}")


def stores(**changes):
    """A cell whose stored output is a check's record, made with these arguments of `at_least`."""
    with checks.recording() as records:
        checks.at_least("scaling.step", 0.5, required=0.25, what=changes.pop("what", "accuracy"))
    measured, bound = records[0].numbers
    record = replace_fields(records[0], numbers=(measured, replace_fields(bound, **changes))).to_json()
    return append("x", [{"output_type": "display_data", "data": {}, "metadata": {METADATA: record}}])


HALF = "total = 2\nmean = total / 2\n"
COMPARISONS = [
    (comparisons.two_things, check("equal(id, x, x)"), "equal of id: compares x with itself"),
    (comparisons.two_things, check("close(id, f(x)[0], f(x)[0], 1)"), "compares f(x)[0] with itself"),
    (comparisons.two_things, check("less(id, larger=x, smaller=x)"), "compares x with itself"),
    (comparisons.two_things, check("at_least(id, x, theory=x)"), "compares x with itself"),
    (comparisons.two_things, check("at_most(id, x, required=x)"), "compares x with itself"),
    (comparisons.two_things, append(f"{HALF}checks.equal(id, mean, total / 2)"), "compares mean with itself"),
    (comparisons.two_things, append(f"{HALF}y, z = mean, total / 2\nchecks.equal(id, y, z)"), "compares y with itself"),
    (comparisons.two_things, append(f"{HALF}checks.equal(id, mean, total / 3)"), None),
    (
        comparisons.two_things,
        append(f"{HALF}total = 3\nchecks.equal(id, mean, total / 2)"),
        None,
    ),  # total has changed since
    (comparisons.two_things, append("a = f(x)\nb = f(x)\nchecks.less(id, b, a)"), None),  # trained in between
    (comparisons.two_things, append("x = y\ny = x\nchecks.equal(id, x, 1)"), None),  # and it ends
    (comparisons.two_things, check("differs(id, f(x), f(x), by=1)"), None),  # two draws
    (comparisons.two_things, check("equal(id, 2, 2)"), None),
    (comparisons.two_things, check("equal(*both)"), None),
    (comparisons.tolerances, check("close(id, x, y, x / 10)"), "the tolerance is made of the measured value"),
    (comparisons.tolerances, check("close(id, f(x), y, tolerance=2 * (f(x) - y).abs())"), "made of the measured"),
    (comparisons.tolerances, append("off = (m - y).abs()\nchecks.close(id, m, y, off)"), "made of the measured"),
    (comparisons.tolerances, append("m = f(x)\noff = f(x) / 9\nchecks.close(id, m, y, off)"), "made of the measured"),
    (comparisons.tolerances, check("close(id, x, y, checks.rounding(9, x.abs().max()))"), None),
    (comparisons.tolerances, append("near = checks.rounding(9, x)\nchecks.close(id, x, y, 2 * near)"), None),
    (comparisons.tolerances, check("close(id, x, y, y / 10)"), None),
    (comparisons.tolerances, check("close(id, 1, y, 1)"), None),
    (comparisons.bounds, stores(value=0.0), "check scaling.step: accuracy: a bound of 0 cannot fail"),
    (comparisons.bounds, stores(value=1.5), "cannot hold: the quantity lies within 0 to 1"),
    (comparisons.bounds, stores(value=0.0, what="loss"), None),
    (comparisons.bounds, stores(value=0.4), None),
    (comparisons.without_sides, check('less("scaling.step", 1, 2)'), "less of 'scaling.step': expected sides"),
    (comparisons.without_sides, check('less("scaling.step", 1, 2, sides=("a", "b"))'), None),
    (comparisons.wordy, check('equal(id, 1, 2, "loss: mean")'), "expected the quantity in words, without a colon"),
    (comparisons.wordy, append('w = "loss: mean"\nchecks.equal(id, 1, 2, what=w)'), "without a colon"),
    (comparisons.wordy, check('equal("a.b", 1, 2, "a.b again")'), "and without the id"),
    (comparisons.wordy, check(f'equal(id, 1, 2, "{"word " * 11}")'), "expected 10 words at most"),
]

ALONE = [
    (alone.library_hint, replace("from None", ""), None),
    (alone.library_hint, replace("{missing}: pip install the wheel", "sorry"), "expected one line on how"),
    (alone.library_hint, replace("except ModuleNotFoundError", "except KeyError"), "expected one line on how"),
    (alone.spine_hint, replace('chapter = course.chapter("scaling")', ""), "scaling.yml is missing"),
    (alone.quiz_hint, replace('quiz.show("scaling")', "quiz.show"), "expected the quiz cell to say"),
    (alone.quiz_hint, append("quiz.show('scaling')"), "expected one cell that shows the quiz, got 2"),
]


@pytest.mark.parametrize(("rule", "change", "message"), FORM + SECTIONS + CODE + LEDGER + COMPARISONS + ALONE)
def test_a_rule_sees_the_fault_it_is_there_for(chapter, rule, change, message):
    assert rule(chapter) == []
    found = rule(edit(chapter, change))
    assert any(message in complaint for complaint in found) if message else found == []


def test_headings_are_as_their_author_writes_them(chapter):
    cell = "### Why `scale` *matters* ##\n\n```python\n# code\n```\n#### In C#"
    found = form.headings(edit(chapter, lambda cells: cells.__setitem__(slice(None), []) or text(cell)(cells)))
    assert found == [(3, "Why `scale` *matters*"), (4, "In C#")]


@pytest.mark.parametrize(
    "source",
    [
        "x = torch.rand(3, generator=seeds.generator(1))",
        "with seeds.fixed(1):\n    layer = torch.nn.Linear(2, 2)\n    torch.nn.init.normal_(layer.weight)",
        "with torch.no_grad(), seeds.fixed(1):\n    x = torch.rand(3)",
        "x = initialisation.truncated_normal(3)",
    ],
)
def test_randomness_through_seeds_is_fine(chapter, source):
    assert code.randomness(edit(chapter, append(source))) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "rule", "message"),
    [
        ("spine", "verdict: half", "verdict: maybe", readable_spine, "got 'maybe'"),
        (
            "spine",
            "  scaling.step:",
            "  scaling.other: more\n  scaling.step:",
            ledger.settled,
            "step scaling.other: no check",
        ),
        ("spine", "    short:", "    # short:", readable_spine, "scaling.claim: short: missing"),
        ("spine", '  - "fourth"', "", lesson.say_it, "checklist: 3 points, expected the 4 of"),
        ("quiz", "reread: Short answer", "reread: 2. the general case", quiz.quiz_fits, None),
        ("spine", "    # source:", "    source:", ledger.sources, None),
        ("spine", "    # source:", "    source: paper #", ledger.sources, "source: expected a link"),
        ("spine", "vaswani2017", "vaswani1917", ledger.sources, None),
        ("quiz", "tests: scaling.step", "tests: scaling.none", quiz.quiz_fits, "is no claim and no step"),
        ("quiz", "kind: number", "kind: numbers", quiz.quiz_fits, "numbers"),
        ("quiz", "scale == 0.125", "scale != 0.125", quiz.bugs_are_bugs, "expected True after fixed, got False"),
        ("quiz", "scale == 0.125", "scale < 1", quiz.bugs_are_bugs, "expected False after buggy, got True"),
        ("quiz", "scale == 0.125", "scales == 0.125", quiz.bugs_are_bugs, "NameError"),
        ("quiz", "kind: number", "kind: numbers", quiz.bugs_are_bugs, None),
        (
            "saboteurs",
            "fails: [scaling.claim]",
            "fails: [scaling.step]",
            ledger.sabotaged,
            "no saboteur fails its check",
        ),
        ("saboteurs", "fails: [scaling.claim]", "fails: [scaling.none]", ledger.sabotaged, "scaling.none: no check"),
    ],
)
def test_a_rule_sees_a_fault_in_the_other_files(chapter, file, old, new, rule, message):
    path = getattr(chapter, file)
    before = path.read_text(encoding="utf-8")
    assert old in before and rule(chapter) == []
    path.write_text(before.replace(old, new, 1), encoding="utf-8")
    found = rule(chapter)
    assert any(message in complaint for complaint in found) if message else found == []


def test_a_condition_is_said_without_if(chapter):
    """Since "right, if" stands before it."""
    spine = chapter.spine.read_text(encoding="utf-8").replace("verdict: half", "verdict: right-if")
    chapter.spine.write_text(spine, encoding="utf-8")
    assert lesson.say_it(chapter) == []
    chapter.spine.write_text(spine.replace('short: "', 'short: "if '), encoding="utf-8")
    assert "expected the condition itself" in lesson.say_it(chapter)[0]


def test_a_source_must_be_in_the_bibliography(chapter):
    spine = chapter.spine.read_text(encoding="utf-8").replace("    # source:", "    source:")
    chapter.spine.write_text(spine.replace("vaswani2017", "vaswani1917"), encoding="utf-8")
    assert ledger.sources(chapter) == ["claim scaling.claim: source: no entry 'vaswani1917' in references.bib"]


@pytest.mark.parametrize(
    ("source", "rule", "message"),
    [
        ("See [Why mask?](../attention/masking.ipynb) and *why*.", None, ""),
        ("See *Why mask?* there.", links.named, "*Why mask?* is a chapter: expected the link"),
        ("See [why](../attention/masking.ipynb).", links.to_chapters, "expected the text 'Why mask?', got 'why'"),
        ("See [Why mask?](../attention/other.ipynb).", links.to_chapters, "expected another chapter's notebook"),
        ("See [TODO](scaling.ipynb).", links.to_chapters, "expected another chapter's notebook"),
    ],
)
def test_another_chapter_is_named_by_its_title_and_linked(chapter, source, rule, message):
    other = type(chapter)(chapter.part, "masking", chapter.root)
    create(other)
    spine = other.spine.read_text(encoding="utf-8")
    other.spine.write_text(re.sub("(?m)^  en: .*$", "  en: Why mask?", spine), encoding="utf-8")
    chapter = edit(chapter, text(source))
    for each in links.RULES:
        found = each(chapter)
        assert (len(found) == 1 and message in found[0]) if each is rule else found == []


def test_the_course_and_the_table_of_contents_agree(chapter):
    listed = chapter.root / "chapters/course.yml"
    before = listed.read_text(encoding="utf-8")
    listed.write_text(before + "  - part: block\n    title: {en: Block}\n    questions: [scaling]\n", encoding="utf-8")
    assert "scaling: listed twice" in course.in_order(chapter.root)
    listed.write_text(before.replace("      - scaling\n", ""), encoding="utf-8")
    found = [f"{path.relative_to(chapter.root)}: of no question in chapters/course.yml" for path in sorted(chapter.own)]
    assert course.in_order(chapter.root) == [*found, "_toc.yml: not as the course has it: run `make toc`"]
    listed.write_text(before, encoding="utf-8")
    assert course.in_order(chapter.root) == []
    (chapter.root / "_toc.yml").write_text("format: jb-book\nroot: chapters/index\n")
    assert course.in_order(chapter.root) == ["_toc.yml: not as the course has it: run `make toc`"]
    assert course.in_toc(chapter) == ["_toc.yml: no entry: run `make toc`"]


def test_what_a_first_cell_sets_does_not_outlive_the_rules(chapter):
    import torch

    import faqformer

    for rule in alone.RULES:
        rule(chapter)
    assert torch.get_default_dtype() is torch.float32
    assert faqformer is __import__("faqformer")
