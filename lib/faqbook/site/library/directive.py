"""The directive ```` ```{library} ````, which fills a page of the library: a module's, a package's, or the overview."""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from faqbook.site.library.page import Writer
from faqbook.site.library.pointer import Pointer, to_place
from faqbook.site.library.proofs import faults
from faqbook.site.library.source import LIBRARY, File, Place
from faqbook.site.library.tree import library

OVERVIEW = "chapters/library/index"
PROVED = "proved-in"
MEANING = (
    "Each chapter plants faults in this library and watches its own checks fail. “Proved in” names the chapters that "
    "do so with this very function, and leads to the check that fails."
)


class LibraryPage(SphinxDirective):
    """What follows the title of chapters/library/<name>."""

    def run(self) -> list[nodes.Node]:
        self.root = self.env.srcdir
        self.library = library(self.root / "lib")
        name = self.env.docname.rpartition("/")[2]
        return self.overview() if name == "index" else self.page(name)

    def page(self, name: str) -> list[nodes.Node]:
        own, *others = [Writer(self.root, file) for file in self.library.content(name)]
        found = [*own.doc(), self.size(name)]
        if not others:
            return [*found, *own.sections()]
        files = [own] * bool(own.file.blocks) + others
        found.append(nodes.bullet_list("", *(self.entry(writer.file) for writer in files), classes=["library-files"]))
        for writer in files:
            title = nodes.title("", "", nodes.literal("", self.library.label(writer.file)))
            anchor = self.library.label(writer.file)
            doc = writer.doc() if writer is not own else []
            found.append(nodes.section("", title, *doc, *writer.sections(), ids=[anchor], classes=["library-file"]))
        return found

    def overview(self) -> list[nodes.Node]:
        found = [*Writer(self.root, self.library.files[LIBRARY]).doc(), nodes.paragraph("", MEANING, ids=[PROVED])]
        modules = nodes.definition_list(classes=["simple", "library-modules"])
        for name in self.library.pages:
            place = Place(f"{LIBRARY}.{name}")
            term = nodes.term("", "", to_place(self.library, place, nodes.literal("", name)))
            summary = Writer(self.root, self.library.files[place.module]).doc()[:1]
            modules += nodes.definition_list_item("", term, nodes.definition("", *summary, self.size(name)))
        return [*found, modules]

    def entry(self, file: File) -> nodes.list_item:
        """A file, and what it defines."""
        line = nodes.paragraph(
            "", "", to_place(self.library, Place(file.module), nodes.literal("", self.library.label(file)))
        )
        for n, definition in enumerate(self.library.public(file)):
            place = Place(file.module, definition.name)
            line += [nodes.Text(", " if n else ": "), to_place(self.library, place, nodes.literal("", definition.name))]
        return nodes.list_item("", line)

    def size(self, name: str) -> nodes.paragraph:
        """How much code it is, and how many faults chapters plant in it."""
        files = self.library.content(name)
        lines = sum(file.source.count("\n") for file in files)
        modules = {file.module for file in files}
        planted = [fault for fault in faults(self.root) if fault.place.module in modules]
        text = f"{lines} lines of code in {len(files)} files" if len(files) > 1 else f"{lines} lines of code"
        line = nodes.paragraph("", text, classes=["library-size"])
        if planted:
            chapters = counted(len({fault.page for fault in planted}), "chapter")
            meant = nodes.Text(counted(len(planted), "planted fault"))
            line += [
                nodes.Text("; "),
                Pointer("", "", meant, page=OVERVIEW, anchor=PROVED),
                nodes.Text(f", caught by {chapters}"),
            ]
        return line


def counted(n: int, name: str) -> str:
    return f"{n} {name}{'s' * (n != 1)}"
