"""A notebook that somebody downloaded says in one line what it lacks: the library, its spine, its quiz."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path

from tools.chapters import Chapter
from tools.rules.spine import spine


def library_hint(chapter: Chapter) -> list[str]:
    """Without faqformer the first code cell says in one line how to install it."""
    with _without_library():
        error, said = _first_error(chapter.code_cells[:1])
    message = f"{error or ''}{said}".strip()
    if error is None:
        return ["first code cell: runs without faqformer, expected a line that says how to install it"]
    if "install" not in message or "faqformer" not in message or len(message.splitlines()) > 1:
        return [f"first code cell: without faqformer it says {message!r}, expected one line on how to install it"]
    return []


def spine_hint(chapter: Chapter) -> list[str]:
    """In an empty folder the notebook stops early, and says which file is missing."""
    with _folder():
        error, _ = _first_error(chapter.code_cells[:3])
    if not isinstance(error, FileNotFoundError) or chapter.spine.name not in str(error):
        return [f"in an empty folder: expected one of the first cells to say that {chapter.spine.name} is missing"]
    return []


def quiz_hint(chapter: Chapter) -> list[str]:
    """Without the quiz's file the quiz cell says that it is missing."""
    quiz = [cell for cell in chapter.code_cells[1:] if "quiz." in cell["source"]]
    if len(quiz) != 1:
        return [f"expected one cell that shows the quiz, got {len(quiz)}"]
    if not spine(chapter):
        return []
    with _folder(chapter.spine):
        error, said = _first_error([chapter.code_cells[0], quiz[0]])
    if chapter.quiz.name not in f"{error}{said}":
        return [f"without {chapter.quiz.name}: expected the quiz cell to say that it is missing"]
    return []


def _first_error(cells: list[dict]) -> tuple[BaseException | None, str]:
    """Run cells until one raises: the exception, and what was printed."""
    namespace = {"__name__": "__main__", "display": lambda *objects, **options: None}
    with _settings(), redirect_stdout(StringIO()) as printed:
        for cell in cells:
            try:
                exec(cell["source"], namespace)
            except (Exception, SystemExit) as error:
                return error, printed.getvalue()
    return None, printed.getvalue()


@contextmanager
def _without_library() -> Iterator[None]:
    """Make `import faqformer` fail inside the block."""
    saved = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "faqformer"}
    for name in saved:
        del sys.modules[name]
    sys.modules["faqformer"] = None
    try:
        yield
    finally:
        del sys.modules["faqformer"]
        sys.modules.update(saved)


@contextmanager
def _folder(*files: Path) -> Iterator[None]:
    """Work in a folder that holds copies of these files, as far as they exist, and nothing else."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            if file.exists():
                shutil.copy(file, folder)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


@contextmanager
def _settings() -> Iterator[None]:
    """Restore what a first cell sets for the whole process."""
    import matplotlib
    import torch

    dtype = torch.get_default_dtype()
    with matplotlib.rc_context():
        try:
            yield
        finally:
            torch.set_default_dtype(dtype)
            torch.set_printoptions(profile="default")


RULES = [library_hint, spine_hint, quiz_hint]
