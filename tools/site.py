"""The site: `build` it strictly unless nothing changed, `serve` it, write `_toc.yml` from the course (`toc`)."""

import argparse
import shutil
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from filelock import FileLock

from tools import ROOT, contents
from tools.imports import content
from tools.inputs import hashed, installed

OUTPUT = Path("_build/html")
STAMP = Path("_build/site.stamp")
LOCK = Path("_build/site.lock")
INPUTS = ("_config.yml", "_toc.yml", "pyproject.toml", "constraints.txt", "README.md", "LICENSE")
FOLDERS = ("chapters", "lib", "_static")
PACKAGES = ("jupyter-book", "sphinx", "myst-nb", "sphinx-book-theme", "pydata-sphinx-theme", "sphinx-mathjax-offline")
JUPYTER_BOOK = (sys.executable, "-c", "from jupyter_book.cli.main import main; main()")


def stamp(root: Path) -> str:
    """A hash of everything that the site is made from."""
    files = {path for folder in FOLDERS for path in content(root / folder)} | {root / name for name in INPUTS}
    return hashed(root, sorted(files), *installed(*PACKAGES))


def build(root: Path, force: bool = False) -> int:
    """Build the site, every warning an error, from nothing: what a page holds may depend on any file.

    The old site stays until the new one stands; of two builds at a time one waits. Returns the exit status.
    """
    (root / "_build").mkdir(exist_ok=True)
    with FileLock(root / LOCK):
        now = stamp(root)
        if force or not (root / OUTPUT).exists() or not (root / STAMP).exists() or (root / STAMP).read_text() != now:
            status = _build(root)
            if status:
                return status
            (root / STAMP).write_text(now)
    print(f"The book: {(root / OUTPUT / 'index.html').as_uri()}")
    return 0


def _build(root: Path) -> int:
    with TemporaryDirectory(dir=root / "_build") as new:
        command = [*JUPYTER_BOOK, "build", ".", "--path-output", new, "-n", "-W", "--keep-going", "-q"]
        run = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, text=True)  # which names a folder that goes
        if run.returncode:
            print(run.stdout)
            return run.returncode
        shutil.rmtree(root / OUTPUT, ignore_errors=True)
        (Path(new) / "_build/html").rename(root / OUTPUT)
    return 0


def serve(root: Path, port: int) -> int:
    """Serve the built site on this machine only, until interrupted."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(root / OUTPUT))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"The book: http://127.0.0.1:{server.server_port}/ (Ctrl+C ends)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build").add_argument("--force", action="store_true", help="even if nothing changed")
    commands.add_parser("serve").add_argument("--port", type=int, default=8000, help="0 chooses a free one")
    commands.add_parser("toc")
    arguments = parser.parse_args()
    if arguments.command == "build":
        return build(ROOT, arguments.force)
    if arguments.command == "serve":
        return serve(ROOT, arguments.port)
    contents.write(ROOT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
