"""The stages of judging a chapter: its notebook is stored, then the rules judge it, then its page is made; beside them
go its runs without a kernel (`tools.runs`)."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable

from tools import ROOT, notebooks, preview, runs
from tools.chapters import Chapter
from tools.found import Found, Memo
from tools.inputs import stamp, tree_stamp

Tell = Callable[[Found], Found]  # shows what it is given, and returns it


async def judge(chapter: Chapter, memo: Memo, processes: int, page: bool, tell: Tell) -> list[Found]:
    """All that is found in the chapter, a stage at a time; each is told of when it has ended."""

    todo = runs.planned(chapter)  # here: Python 3.11 does not parse in two threads at a time

    def beside() -> list[Found]:
        return [tell(found) for found in runs.found(todo, memo, processes)]

    async def told(stage: Awaitable[Found]) -> Found:
        return tell(await stage)

    async def in_turn() -> list[Found]:
        stored = await told(notebook(chapter, memo))
        after = [rules(chapter, memo, outputs=not stored.wrong)]
        after += [look(chapter, memo)] if page and not stored.wrong else []
        return [stored, *await asyncio.gather(*map(told, after))]

    sides = await asyncio.gather(asyncio.to_thread(beside), in_turn())
    return [found for side in sides for found in side]


async def notebook(chapter: Chapter, memo: Memo) -> Found:
    """Execute the notebook and store it, unless its inputs are those of its last execution."""
    if notebooks.is_fresh(chapter):
        said = "its text stored" if notebooks.tidy(chapter) else "stored as it runs"
        return Found("notebook", said, [], known=True)
    key = f"notebook {stamp(chapter)}"
    known = memo.get(key)
    if known is not None:
        return Found("notebook", "not stored", known, known=True)
    try:
        changed = await notebooks.store(chapter)
    except (notebooks.Failed, ValueError) as failure:
        return Found("notebook", "not stored", memo.put(key, [str(failure)]))
    return Found("notebook", "stored with new outputs" if changed else "stored as it was", [])


async def rules(chapter: Chapter, memo: Memo, outputs: bool) -> Found:
    """The rules, in a Python of their own, which sees the library as it is now."""
    said = "form, links, ledger, quiz" if outputs else "those that need no outputs"
    key = f"rules {outputs} {tree_stamp(chapter)}"
    known = memo.get(key)
    if known is not None:
        return Found("rules", said, known, known=True)
    options = ["--json", "--root", str(chapter.root), *([] if outputs else ["--sources"])]
    out, error = await _output(chapter, "tools.rules", *options, chapter.name)
    found = json.loads(out)[chapter.name] if out else [f"the rules could not be asked\n{error.strip()}"]
    return Found("rules", said, memo.put(key, found))


async def look(chapter: Chapter, memo: Memo) -> Found:
    """The chapter's page, to look at."""
    path = preview.path(chapter)
    key = f"page {tree_stamp(chapter)}"
    known = memo.get(key) if path.exists() else None
    if known is not None:
        return Found("page", path.as_uri(), known, known=True)
    return Found("page", path.as_uri(), memo.put(key, await preview.build(chapter)))


async def _output(chapter: Chapter, module: str, *arguments: str) -> tuple[str, str]:
    """What `python -m module` writes to stdout and to stderr, with the chapter's library."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments),
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(chapter.root / "lib"), str(ROOT)])},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, error = await process.communicate()
    return out.decode(), error.decode()
