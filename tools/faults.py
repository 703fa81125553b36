"""A chapter's saboteurs, `<slug>.saboteurs.yml`: faults that its checks must catch, read and applied to a text."""

import json
from dataclasses import dataclass

from faqbook.reading import load as load_document
from faqbook.schemas import SABOTEURS
from tools.canonical import load
from tools.chapters import Chapter


@dataclass(frozen=True)
class Fault:
    """Replace `old` by `new` in `file`, a path from the tree's root; then a check of each id in `fails` must fail."""

    name: str
    file: str
    old: str
    new: str
    fails: tuple[str, ...]


def read(chapter: Chapter) -> list[Fault]:
    """The chapter's list of faults. Raises FileNotFoundError when there is none, Malformed when it is."""
    if not chapter.saboteurs.exists():
        raise FileNotFoundError(f"{chapter.saboteurs.relative_to(chapter.root)}: expected the faults of {chapter.name}")
    document = load_document(chapter.saboteurs, SABOTEURS)
    names = [entry["name"] for entry in document.data]
    for i, name in enumerate(names):
        with document.at(i):
            if name in names[:i]:
                raise ValueError("two saboteurs have this name")
    return [Fault(**entry | {"fails": tuple(entry["fails"])}) for entry in document.data]


def faulty(fault: Fault, chapter: Chapter) -> str:
    """The text of the fault's file with the fault in it. Raises ValueError unless `old` matches exactly once.

    The file is the library's or one of the chapter's own. In a notebook `old` is looked for in the source of its code
    cells, as it reads there.
    """
    path = (chapter.root / fault.file).resolve()
    library = (chapter.root / "lib" / "faqformer").resolve()
    mine = [own.resolve() for own in chapter.own]
    if path.is_relative_to((chapter.root / "lib" / "faqbook").resolve()):
        raise ValueError(f"{fault.name}: {fault.file}: the checks are the judge, not the accused")
    if not path.is_file() or not (path in mine or path.is_relative_to(library)):
        raise ValueError(f"{fault.name}: {fault.file}: expected a file of the library or the chapter")
    notebook = load(path) if path.suffix == ".ipynb" else None
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"] if notebook else []
    texts = [cell["source"] for cell in cells] if notebook else [path.read_text(encoding="utf-8")]
    matches = sum(text.count(fault.old) for text in texts) if fault.old else 0
    if matches != 1 or fault.old == fault.new:
        found = f"{matches} matches" if matches != 1 else "no change"
        raise ValueError(f"{fault.name}: old: expected one match in {fault.file} and a change, got {found}")
    if notebook is None:
        return texts[0].replace(fault.old, fault.new)
    for cell in cells:
        cell["source"] = cell["source"].replace(fault.old, fault.new)
    return json.dumps(notebook)
