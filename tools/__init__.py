"""What the Makefile calls, each `python -m tools.<name>`: notebooks, seeds, saboteurs, the site, new chapters."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def notebooks(root: Path = ROOT) -> list[Path]:
    """Every chapter's notebook, in alphabetical order."""
    return sorted(path for path in (root / "chapters").glob("*/*.ipynb") if "_build" not in path.parts)
