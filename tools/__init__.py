"""What the Makefile calls, each `python -m tools.<name>`: notebooks, seeds, saboteurs, the site, new chapters."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
