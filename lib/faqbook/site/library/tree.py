"""The library as a whole: its pages in reading order, and where a name leads."""

import re
from functools import cache, cached_property
from pathlib import Path

from faqbook.site.library.source import LIBRARY, Definition, File, Place

NAMED = re.compile(r"`(\w+)`")


class Library:
    """All files below a folder that holds the library."""

    def __init__(self, lib: Path):
        self.lib = lib
        self.files: dict[str, File] = {}
        for path in sorted((lib / LIBRARY).rglob("*.py")):
            parts = path.relative_to(lib).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            self.files[module] = File(module, path)

    @cached_property
    def pages(self) -> list[str]:
        """The modules and packages directly below the library: as its docstring orders them, then those that it does
        not name."""
        found = {module.split(".")[1] for module in self.files if module != LIBRARY}
        named = [name for name in dict.fromkeys(NAMED.findall(self.files[LIBRARY].doc)) if name in found]
        return named + sorted(found - set(named))

    def content(self, page: str) -> list[File]:
        """A page's files: the package itself, then each after those that it imports.

        Among several those of the upper folder are first, then the one that most others import, then the one that the
        package's docstring names first.
        """
        top = f"{LIBRARY}.{page}"
        words = re.findall(r"\w+", self.files[top].doc)
        files = {module: file for module, file in self.files.items() if module.startswith(f"{top}.")}
        needs = {
            module: {place.module for name in file.imports if (place := self.attribute(Place(module), name))}
            & (set(files) - {module})
            for module, file in files.items()
        }
        wanted = {module: sum(module in need for need in needs.values()) for module in files}
        ordered: list[File] = [self.files[top]]

        def rank(module: str) -> tuple:
            folder, _, stem = module.rpartition(".")
            return stem.endswith("__"), folder, -wanted[module], [*words, stem].index(stem), stem

        while needs:  # should files import each other in a circle, all of them are ready
            ready = [module for module, need in needs.items() if not need & set(needs)] or list(needs)
            module = min(ready, key=rank)
            ordered.append(files[module])
            del needs[module]
        return ordered

    def attribute(self, place: Place, name: str) -> Place | None:
        """Where `place.name` was defined, if the library defines it."""
        if place.name:
            return place.inside(name) if f"{place.name}.{name}" in self.files[place.module].definitions else None
        file = self.files[place.module]
        if name in file.definitions:
            return Place(file.module, name)
        module, imported = file.imports.get(name, (place.module, name))
        if (module, imported) != (place.module, name):
            return self.attribute(Place(module), imported)
        return Place(f"{place.module}.{name}") if f"{place.module}.{name}" in self.files else None

    def find(self, dotted: str) -> Place | None:
        """Where a name that begins with the library's own leads."""
        first, *rest = dotted.split(".")
        place = Place(LIBRARY) if first == LIBRARY else None
        for name in rest:
            place = place and self.attribute(place, name)
        return place

    @cached_property
    def unique(self) -> dict[str, Place]:
        """The names that one module alone defines for all to use."""
        found: dict[str, list[Place]] = {}
        for file in self.files.values():
            for definition in self.public(file):
                found.setdefault(definition.name, []).append(Place(file.module, definition.name))
        return {name: places[0] for name, places in found.items() if len(places) == 1}

    def definition(self, place: Place) -> Definition:
        return self.files[place.module].definitions[place.name]

    @cache  # noqa: B019 — as many as there are names, for one build
    def name(self, place: Place) -> str:
        """The name by which it is imported: from the outermost package that hands it out, else from its own file."""
        parts = place.module.split(".")
        for n in range(2, len(parts) if place.name else 0):
            package, top = ".".join(parts[:n]), place.name.split(".")[0]
            if self.attribute(Place(package), top) == Place(place.module, top):
                return f"{package}.{place.name}"
        return f"{place.module}.{place.name}".rstrip(".")

    def anchor(self, place: Place) -> str:
        """Its place on its page; "" for the page as a whole."""
        if place.name:
            return self.name(place)
        return "" if place.module.count(".") < 2 else self.label(self.files[place.module])

    def label(self, file: File) -> str:
        """The file's name within its page."""
        top = self.lib.joinpath(*file.module.split(".")[:2])
        return (file.path.relative_to(top) if top.is_dir() else Path(file.path.name)).as_posix()

    def summary(self, place: Place) -> str:
        """The first paragraph of its docstring, on one line."""
        file = self.files[place.module]
        doc = file.definitions[place.name].doc if place.name else file.doc
        return " ".join(doc.split("\n\n")[0].split())

    def says(self, place: Place) -> str:
        """Its name and its summary."""
        return f"{self.name(place)}: {self.summary(place)}".removesuffix(": ")

    def page(self, place: Place) -> str:
        """The page on which it stands."""
        parts = place.module.split(".")
        return f"chapters/library/{parts[1] if len(parts) > 1 else 'index'}"

    def public(self, file: File) -> list[Definition]:
        """The file's functions and classes without an underscore, and what an `__all__` names, in the file's order."""
        handed_out = {
            self.attribute(Place(other.module), name)
            for other in self.files.values()
            if file.module.startswith(other.module)
            for name in other.all or []
        }
        return [
            definition
            for definition in file.definitions.values()
            if "." not in definition.name
            and ((definition.callable and not definition.private) or Place(file.module, definition.name) in handed_out)
        ]


@cache
def library(lib: Path) -> Library:
    return Library(lib)
