"""The built site, for the tests that look at it: built by the command that `make book` calls, once for all of them."""

import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from filelock import FileLock

from tools import ROOT
from tools.site import LOCK, OUTPUT


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """A copy of the built site, which is current: the build does nothing when nothing changed."""
    run = subprocess.run([sys.executable, "-m", "tools.site", "build"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    copy = tmp_path_factory.mktemp("site") / "html"
    with FileLock(ROOT / LOCK):  # somebody may build again while tests look
        shutil.copytree(ROOT / OUTPUT, copy)
    return copy


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args) -> None:
        pass


@pytest.fixture(scope="session")
def server(site):
    """The address of the site, served from this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()
