"""The last touches to every page: what the theme loads and never needs goes, what its markup gets wrong is mended."""

import re
from pathlib import Path

from sphinx.application import Sphinx

# The icons come from the web font; the script that draws them again weighs 1.5 MB.
ICON_SCRIPT = "_static/scripts/fontawesome.js"
MENDED = [
    (re.compile(rf"\s*<!-- So that users can add custom icons -->\s*<script[^>]*{ICON_SCRIPT}[^>]*></script>"), ""),
    # The name that assistive software says must contain the text that is seen.
    (re.compile(r'(<button class="btn search-button-field[^>]*) title="Search" aria-label="Search"'), r"\1"),
    (re.compile('<summary aria-label="Toggle hidden content">'), "<summary>"),
    (re.compile('<summary>(?=<span class="toctree-toggle")'), '<summary aria-label="Pages below">'),
    (re.compile("<title>(.*?) &#8212; \\1</title>"), r"<title>\1</title>"),
    # Without scripts a page is light; with them the reader's wish is read before anything is painted.
    (re.compile(r'(<html[^>]*) data-theme="auto"'), r'\1 data-theme="light"'),
    # Everything on a page belongs to a landmark.
    (
        re.compile(r'<div id="pst-primary-sidebar"'),
        '<div id="pst-primary-sidebar" role="complementary" aria-label="The book"',
    ),
]
REDIRECT = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta http-equiv="refresh" content="0; url={page}">
<link rel="icon" href="_static/favicon.svg" type="image/svg+xml">
</head>
<body><p><a href="{page}">{title}</a></p></body>
</html>
"""


def mend(page: str) -> str:
    for pattern, replacement in MENDED:
        page = pattern.sub(replacement, page)
    return page


def watch(app: Sphinx) -> None:
    """Have every page pass through `mend` on its way from the template to the file."""
    if app.builder.format == "html":
        render = app.builder.templates.render
        app.builder.templates.render = lambda template, context: mend(render(template, context))


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Lead from the site's root to the landing page, and leave out what no page loads."""
    if exception or app.builder.format != "html":
        return
    page = app.builder.get_target_uri(app.config.root_doc)
    redirect = REDIRECT.format(title=app.config.html_title, page=page)
    (Path(app.outdir) / "index.html").write_text(redirect, encoding="utf-8")
    (Path(app.outdir) / ICON_SCRIPT).unlink(missing_ok=True)
    for source_map in (Path(app.outdir) / "_static").rglob("*.map"):
        source_map.unlink()


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", watch)
    app.connect("build-finished", finish, priority=400)
