"""The ledger: what a chapter claims, what its stored outputs prove, what its saboteurs break; all three must agree."""

import ast
import re
from collections import Counter
from dataclasses import dataclass

from faqbook.record import stored
from tools import faults
from tools.chapters import Chapter
from tools.rules.code import trees
from tools.rules.names import Names
from tools.rules.spine import readable_spine, spine

LINK = re.compile(r"\[[^]]+]\(\.\./appendix/bibliography\.md#([^)\s]+)\)")
KEY = re.compile(r"^@\w+\{\s*([^,\s]+)\s*,", re.MULTILINE)
NO_CHECKS = {"rounding", "recording", "CheckFailed"}  # names of `checks` that take no id


@dataclass(frozen=True)
class Call:
    """A call of a check in the notebook's code; id is None where it is neither a literal nor a name for one."""

    place: str
    id: str | None
    must_fail: bool


def records(chapter: Chapter) -> list[dict]:
    """The checks' records in the stored outputs, but for those that were meant to fail."""
    outputs = [output for cell in chapter.code_cells for output in cell.get("outputs", [])]
    return [record for record in map(stored, outputs) if record and not record.get("meant_to_fail")]


def calls(chapter: Chapter) -> list[Call]:
    """Every call `checks.…` in the code cells."""
    found, names = [], Names(chapter)
    for place, tree in trees(chapter):
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="checks"), attr=name)) if name not in NO_CHECKS:
                    must_fail = name == "must_fail"
                    arguments = node.args[1 if must_fail else 0 :] + [k.value for k in node.keywords if k.arg == "id"]
                    found.append(Call(place, names.text(arguments[0]) if arguments else None, must_fail))
    return found


def known(chapter: Chapter) -> set[str]:
    """The ids of the spine's claims and steps."""
    return {claim.id for claim in spine(chapter).claims} | set(spine(chapter).steps) if spine(chapter) else set()


def checked(chapter: Chapter) -> list[str]:
    """The ids of the claims that a check settles."""
    return [claim.id for claim in spine(chapter).claims if claim.source is None] if spine(chapter) else []


def settled(chapter: Chapter) -> list[str]:
    """Each claim without a source, and each step, has a check that ran; every check that ran has passed."""
    ran = {record["id"] for record in records(chapter)}
    steps = spine(chapter).steps if spine(chapter) else {}
    found = [f"claim {id}: no check has settled it, and it has no source" for id in checked(chapter) if id not in ran]
    found += [f"step {id}: no check has run" for id in steps if id not in ran]
    return found + [f"check {record['id']}: stored as failed" for record in records(chapter) if not record["passed"]]


def ids_known(chapter: Chapter) -> list[str]:
    """Each check's id is a claim's or a step's, in the code and in the outputs."""
    if not spine(chapter):
        return []
    used = {record["id"] for record in records(chapter)} | {call.id for call in calls(chapter) if call.id}
    return [
        f"check {id}: not the id of a claim or a step in {chapter.spine.name}" for id in sorted(used - known(chapter))
    ]


def ids_ran(chapter: Chapter) -> list[str]:
    """Each check that stands in the code has run, and says its id there."""
    found = [
        f"{call.place}: a check's id is not written out: nothing would find it"
        for call in calls(chapter)
        if not call.id
    ]
    for place, tree in trees(chapter):
        if any(isinstance(node, ast.ImportFrom) and node.module == "faqbook.checks" for node in ast.walk(tree)):
            found.append(f"{place}: imports names from checks: write checks.name, so that the ledger finds the call")
    ran = Counter(record["id"] for record in records(chapter))
    written = Counter(call.id for call in calls(chapter) if call.id and not call.must_fail)
    return found + [
        f"check {id}: stands {n} times in the code and ran {ran[id]} times: run `make notebooks`"
        for id, n in written.items()
        if ran[id] < n
    ]


def sources(chapter: Chapter) -> list[str]:
    """A claim's source links to an entry of the bibliography, and says where in it."""
    found = []
    bibliography = chapter.root / "chapters" / "appendix" / "references.bib"
    keys = set(KEY.findall(bibliography.read_text(encoding="utf-8"))) if bibliography.exists() else set()
    for claim in spine(chapter).claims if spine(chapter) else []:
        if claim.source is None:
            continue
        linked = LINK.findall(claim.source)
        if not linked:
            found.append(f"claim {claim.id}: source: expected a link [Name year](../appendix/bibliography.md#key)")
        found += [f"claim {claim.id}: source: no entry {key!r} in references.bib" for key in linked if key not in keys]
    return found


def sabotaged(chapter: Chapter) -> list[str]:
    """Each claim that a check settles is failed by a saboteur; every saboteur can be applied, and names known ids.

    That the checks do fail is for the runs to show (`make saboteurs`).
    """
    try:
        listed = faults.read(chapter)
    except (ValueError, FileNotFoundError) as error:
        return [str(error)]
    found = []
    failed = {id for fault in listed for id in fault.fails}
    for fault in listed:
        try:
            faults.faulty(fault, chapter)
        except ValueError as error:
            found.append(f"{chapter.saboteurs.name}: {error}")
    if spine(chapter):
        strange = sorted(failed - {record["id"] for record in records(chapter)})
        found += [f"{chapter.saboteurs.name}: {id}: no check of the chapter has this id" for id in strange]
    return found + [f"claim {id}: no saboteur fails its check" for id in checked(chapter) if id not in failed]


RULES = [readable_spine, settled, ids_known, ids_ran, sources, sabotaged]
