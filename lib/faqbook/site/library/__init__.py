"""The library on the site: a page for each of its modules, with the chapters that use and prove each function, and from
each name in a chapter the way to its source. All is read from the source; nothing of the library is imported."""

from sphinx.application import Sphinx

from faqbook.site.library import chapters, directive, links, listing, pointer


def setup(app: Sphinx) -> None:
    app.add_directive("library", directive.LibraryPage)
    app.add_node(listing.Listing, html=(listing.visit, None))
    app.add_node(links.LinkedBlock, html=(links.visit, None))
    app.add_node(chapters.Folded, html=(chapters.visit_folded, chapters.depart_folded))
    app.add_post_transform(links.Names)
    app.add_post_transform(pointer.Resolve)
