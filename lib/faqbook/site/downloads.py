"""What a reader takes home: the library as a wheel, and a zip of the notebooks with the data that they read."""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

from sphinx.application import Sphinx

from faqbook.course import parts

FOLDER = "downloads"
ZIP = "faqformer-notebooks.zip"
DATA = (".ipynb", ".yml", ".quiz.yml")
EPOCH = (1980, 1, 1, 0, 0, 0)  # the first time that a zip can hold: the same files give the same bytes
PACKAGE = ("pyproject.toml", "README.md", "LICENSE", "lib")


def notebooks(chapters: Path) -> list[Path]:
    """The course's file, and each chapter's notebook with its spine and its quiz."""
    names = [chapters / part.name / slug for part in parts(chapters) for slug in part.slugs]
    files = [Path(f"{name}{suffix}") for name in names for suffix in DATA]
    return [chapters / "course.yml", *(path for path in files if path.exists())]


def write_zip(root: Path, target: Path) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for path in [root / "LICENSE", *notebooks(root / "chapters")]:
            inside = path.relative_to(root).as_posix().removeprefix("chapters/")
            name = zipfile.ZipInfo(f"faqformer-notebooks/{inside}", EPOCH)
            name.external_attr = 0o644 << 16
            archive.writestr(name, path.read_bytes(), zipfile.ZIP_DEFLATED)


def write_wheel(root: Path, target: Path) -> None:
    """Build the wheel from a clean copy: setuptools' own build folder would bring modules back that are long gone."""
    with tempfile.TemporaryDirectory() as folder:
        for name in PACKAGE:
            if (root / name).is_dir():
                shutil.copytree(
                    root / name, Path(folder) / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
                )
            else:
                shutil.copy(root / name, folder)
        command = [sys.executable, "-c", f"from setuptools.build_meta import build_wheel; build_wheel({str(target)!r})"]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "315532800"}  # EPOCH in seconds
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        if run.returncode:
            raise RuntimeError(f"building the wheel failed:\n{run.stdout}{run.stderr}")


def write(app: Sphinx) -> None:
    if app.builder.format != "html":
        return
    target = Path(app.outdir) / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    write_zip(Path(app.srcdir), target / ZIP)
    write_wheel(Path(app.srcdir), target)


def wheel(root: Path) -> str:
    """The wheel's file name."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return f"{project['name']}-{project['version']}-py3-none-any.whl"


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", write)
