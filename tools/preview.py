"""One chapter's page as the site will show it, in a site of its own that is built on: seconds instead of a whole build.

The page itself is always made anew. What other pages say of it (cards, "asked before", "cited in") may be older here;
the site itself, `make book`, is built from nothing.
"""

import asyncio
import re
from pathlib import Path

from filelock import AsyncFileLock

from tools.chapters import Chapter
from tools.site import JUPYTER_BOOK

OUTPUT = Path(".cache/preview")
WARNING = re.compile(r"(?:WARNING|ERROR|CRITICAL): .*")


def path(chapter: Chapter) -> Path:
    """Where the chapter's page is."""
    return chapter.root / OUTPUT / "_build/html/chapters" / chapter.part / f"{chapter.slug}.html"


async def build(chapter: Chapter) -> list[str]:
    """Make the page; what Sphinx warns of."""
    root = chapter.root
    (root / OUTPUT).mkdir(parents=True, exist_ok=True)
    async with AsyncFileLock(root / OUTPUT / "lock"):
        # Without what Sphinx has read of it before, it reads the page again, whichever of the things behind it changed.
        doctree = root / OUTPUT / "_build/.doctrees/chapters" / chapter.part / f"{chapter.slug}.doctree"
        doctree.unlink(missing_ok=True)
        command = [*JUPYTER_BOOK, "build", ".", "--path-output", str(OUTPUT), "-n", "--keep-going", "-q"]
        process = await asyncio.create_subprocess_exec(
            *command, cwd=root, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        said = (await process.communicate())[0].decode()
    warnings = [match.group().strip() for match in WARNING.finditer(re.sub(r"\x1b\[[0-9;]*m", "", said))]
    if process.returncode and not warnings:
        return [f"the page could not be made:\n{said.strip()}"]
    return warnings
