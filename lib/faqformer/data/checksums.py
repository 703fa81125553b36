"""Whether files are still what they were: SHA-256 sums, in the format that `sha256sum --check` reads."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from faqformer.data.whole import write

CHECKSUMS = "SHA256SUMS"


def sha256(path: Path) -> str:
    """The sum of a file's bytes, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def seal(folder: Path, names: Sequence[str]) -> None:
    """Write the sums of these files of folder into a file beside them, CHECKSUMS."""
    write(folder / CHECKSUMS, "".join(f"{sha256(folder / name)}  {name}\n" for name in names))


def require_sealed(folder: Path, names: Sequence[str]) -> None:
    """Raise unless folder holds these files as they were sealed.

    FileNotFoundError for a folder or files that are not there, ValueError for files with other sums.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"folder: expected that of a trained model, got {folder}, which is none")
    if missing := [name for name in (*names, CHECKSUMS) if not (folder / name).is_file()]:
        raise FileNotFoundError(f"folder: expected a whole trained model, got {folder} without {', '.join(missing)}")
    lines = (folder / CHECKSUMS).read_text(encoding="utf-8", errors="replace").splitlines()
    sums = {name: digits for digits, _, name in (line.partition("  ") for line in lines)}
    if changed := [name for name in names if sha256(folder / name) != sums.get(name)]:
        raise ValueError(
            f"folder: expected the files that {CHECKSUMS} lists, got {folder} with another {' and '.join(changed)}: "
            "damaged, or of another model"
        )
