"""A chapter's saboteurs, `<slug>.saboteurs.yml`: faults that its checks must catch, read and applied to a text."""

import json
from dataclasses import dataclass

import yaml

from tools.canonical import load
from tools.chapters import Chapter

FIELDS = {"name": str, "file": str, "old": str, "new": str, "fails": list}


@dataclass(frozen=True)
class Fault:
    """Replace `old` by `new` in `file`, a path from the tree's root; then a check of each id in `fails` must fail."""

    name: str
    file: str
    old: str
    new: str
    fails: tuple[str, ...]


def read(chapter: Chapter) -> list[Fault]:
    """The chapter's list of faults. Raises FileNotFoundError without one, ValueError naming what is malformed."""
    if not chapter.saboteurs.exists():
        raise FileNotFoundError(f"{chapter.saboteurs.relative_to(chapter.root)}: expected the faults of {chapter.name}")
    entries = yaml.safe_load(chapter.saboteurs.read_text(encoding="utf-8")) or []
    where = chapter.saboteurs.name
    if not isinstance(entries, list):
        raise ValueError(f"{where}: expected a list of saboteurs, got {type(entries).__name__}")
    for entry in entries:
        if not isinstance(entry, dict) or set(entry) != set(FIELDS):
            raise ValueError(f"{where}: expected entries with the fields {', '.join(FIELDS)}, got {entry}")
        for field, kind in FIELDS.items():
            if not isinstance(entry[field], kind) or (field not in ("old", "new") and not entry[field]):
                raise ValueError(f"{where}: {entry['name']}: {field}: expected a {kind.__name__}, got {entry[field]!r}")
    names = [entry["name"] for entry in entries]
    if len(set(names)) < len(names):
        raise ValueError(f"{where}: two saboteurs share a name")
    return [Fault(**entry | {"fails": tuple(entry["fails"])}) for entry in entries]


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
