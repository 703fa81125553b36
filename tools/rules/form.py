"""The form of a notebook: canonical, executed, plain Markdown, short cells."""

import re
import statistics

from faqbook.course.measure import FENCED, NO_CODE
from tools.canonical import canonical, dump, load
from tools.chapters import Chapter
from tools.rules.spine import spine

TAGS = {"remove-input", "hide-input", "hide-cell", "real"}
LONGEST, MEDIAN = 20, 7  # lines of a code cell
HEADING = re.compile(r"^(#+)\s+(.*?)(?:\s+#+)?\s*$", re.MULTILINE)
INLINE = re.compile(r"`[^`\n]+`")
MYST = re.compile(r"^\s*(?:`{3,}|:{3,})\s*\{|^\s*\([\w-]+\)=\s*$|^%.*", re.MULTILINE)  # directive, target, comment
ROLE = re.compile(r"\{[a-z][\w:+-]*\}$")
SPAN = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)  # inline code
MACHINE = re.compile(r"0x[0-9a-f]{6,}|/(?:tmp|home|root|Users)/|ipykernel_\d|site-packages")


def where(number: int, cell: dict) -> str:
    """How a complaint names a cell: its place in the notebook, from 1, and how it begins."""
    first = cell["source"].strip().splitlines()[0] if cell["source"].strip() else "empty"
    return f"cell {number} ({first[:40]}{'…' if len(first) > 40 else ''})"


def cells(chapter: Chapter, kind: str) -> list[tuple[str, dict]]:
    """The cells of a kind, each with how to name it."""
    return [(where(n, cell), cell) for n, cell in enumerate(chapter.cells, start=1) if cell["cell_type"] == kind]


def prose(chapter: Chapter) -> list[tuple[str, str]]:
    """The Markdown cells without their code blocks and inline code, each with how to name it."""
    return [(place, INLINE.sub("``", FENCED.sub("", cell["source"]))) for place, cell in cells(chapter, "markdown")]


def headings(chapter: Chapter) -> list[tuple[int, str]]:
    """Level and text of every heading, the text as the author writes it."""
    sources = [FENCED.sub("", cell["source"]) for _, cell in cells(chapter, "markdown")]
    return [(len(marks), text) for source in sources for marks, text in HEADING.findall(source)]


def in_canonical_form(chapter: Chapter) -> list[str]:
    text = chapter.notebook.read_text(encoding="utf-8")
    return [] if text == dump(canonical(load(chapter.notebook))) else ["not in canonical form: run `make notebooks`"]


def stored_executed(chapter: Chapter) -> list[str]:
    """Every code cell has run, in order, without an error and without a word on stderr."""
    found = []
    for count, (place, cell) in enumerate(cells(chapter, "code"), start=1):
        if cell.get("execution_count") != count:
            found.append(f"{place}: not executed as number {count}: run `make notebooks`")
        for output in cell.get("outputs", []):
            if output["output_type"] == "error":
                found.append(f"{place}: stored with an error, {output['ename']}")
            elif output.get("name") == "stderr":
                found.append(f"{place}: stored with text on stderr")
    return found


def outputs_of_any_machine(chapter: Chapter) -> list[str]:
    """No output holds what differs elsewhere (addresses, paths) or needs a script from elsewhere (widgets)."""
    found = []
    for place, cell in cells(chapter, "code"):
        for output in cell.get("outputs", []):
            data = output.get("data", {"text/plain": output.get("text", "")})
            for mime, text in data.items():
                if mime.startswith("application/"):
                    found.append(f"{place}: shows {mime}, which a page without a kernel cannot")
                elif not mime.startswith("image/") and MACHINE.search(text):
                    found.append(f"{place}: shows {MACHINE.search(text).group()!r}, which is this machine's alone")
    return found


def title(chapter: Chapter) -> list[str]:
    """The first cell is `# ` and the spine's question."""
    expected = f"# {spine(chapter).question['en']}" if spine(chapter) else None
    first = chapter.cells[0]["source"] if chapter.cells else ""
    return [f"first cell: expected {expected!r}, got {first!r}"] if expected and first != expected else []


def plain_markdown(chapter: Chapter) -> list[str]:
    """No LaTeX in a heading, no directive, role, target or comment of MyST, no attachment."""
    latex = re.compile(r"\$|\\[([a-z]")
    found = [f"heading {text!r}: holds LaTeX" for _, text in headings(chapter) if latex.search(INLINE.sub("", text))]
    for place, cell in cells(chapter, "markdown"):
        source = cell["source"]
        roles = [ROLE.search(source[: span.start()]) for span in SPAN.finditer(source)]
        raw = [match.group().strip() for match in [*MYST.finditer(source), *roles] if match]
        found += [f"{place}: {text!r} shows raw in Jupyter" for text in raw]
        if cell.get("attachments"):
            found.append(f"{place}: holds an attachment")
    return found


def cell_length(chapter: Chapter) -> list[str]:
    """No code cell over twenty lines, and those in view have a median of at most seven. Empty lines are none."""
    lengths = {
        place: (sum(bool(line.strip()) for line in cell["source"].splitlines()), set(cell["metadata"].get("tags", [])))
        for place, cell in cells(chapter, "code")
    }
    found = [f"{place}: {n} lines, expected {LONGEST} at most" for place, (n, _) in lengths.items() if n > LONGEST]
    seen = [n for n, tags in lengths.values() if not tags & NO_CODE]
    if seen and (median := statistics.median(seen)) > MEDIAN:
        found.append(f"the code cells in view have a median of {median:g} lines, expected {MEDIAN} at most")
    return found


def tags(chapter: Chapter) -> list[str]:
    """Only the tags that the book knows: none that hides a cell's failure from the tests."""
    return [
        f"{place}: tag {tag!r}: expected one of {', '.join(sorted(TAGS))}"
        for kind in ("code", "markdown")
        for place, cell in cells(chapter, kind)
        for tag in cell["metadata"].get("tags", [])
        if tag not in TAGS
    ]


def finished(chapter: Chapter) -> list[str]:
    """No TODO is left in the chapter's files."""
    numbered = enumerate(chapter.cells, start=1)
    found = [f"{where(n, cell)}: TODO" for n, cell in numbered if "TODO" in f"{cell['source']}{cell['metadata']}"]
    for path in chapter.own[1:]:
        count = path.read_text(encoding="utf-8").count("TODO") if path.exists() else 0
        found += [f"{path.name}: {count} × TODO"] if count else []
    return found


RULES = [
    in_canonical_form,
    stored_executed,
    outputs_of_any_machine,
    title,
    plain_markdown,
    cell_length,
    tags,
    finished,
]
