"""The parts of MathJax that pages use, copied from its package. Nothing is loaded from another host."""

import shutil
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from sphinx.application import Sphinx

# The formula's parser and renderer, its fonts, and what the parser loads by itself when a formula asks for it.
MATHJAX = ("tex-chtml.js", "output/chtml/fonts/woff-v2", "input/tex/extensions")
TWICE = "all-packages.js"  # holds the other extensions once more
NOTICE = (
    "MathJax 3.2.2, the parts that this site uses, unchanged. Copyright The MathJax Consortium. Licence: LICENSE.\n"
)


def copy_mathjax(target: Path) -> None:
    """Copy MathJax from its Python package, with its licence."""
    source = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static" / "mathjax"
    for name in MATHJAX:
        if (source / name).is_dir():
            shutil.copytree(source / name, target / name, ignore=shutil.ignore_patterns(TWICE), dirs_exist_ok=True)
        else:
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, target / name)
    (target / "LICENSE").write_text(apache(), encoding="utf-8")
    (target / "NOTICE").write_text(NOTICE, encoding="utf-8")


def apache() -> str:
    """The Apache licence 2.0, which the package of MathJax names without holding it; `requests` holds its text."""
    text = next(file for file in metadata.files("requests") if file.name == "LICENSE").read_text(encoding="utf-8")
    if "Apache License" not in text or "Version 2.0" not in text:
        raise RuntimeError(
            "the licence of requests is not the Apache licence 2.0 any more: take its text from elsewhere"
        )
    return text


def copy(app: Sphinx) -> None:
    """Put the files where Sphinx writes the site's own: before the pages, whose links carry the files' checksums."""
    if app.builder.format != "html":
        return
    copy_mathjax(Path(app.outdir) / "_static" / "mathjax")


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", copy)
