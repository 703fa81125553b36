"""Kernels that talk through socket files of their own instead of ports.

A port is chosen and let go before the kernel takes it. Of two kernels that start side by side one may get the other's:
"Kernel died before replying to kernel_info".
"""

import shutil
import weakref
from pathlib import Path
from tempfile import mkdtemp


class OwnSockets:
    """Put before a kernel manager: keeps the kernel's files in a folder that no other kernel has."""

    def __init__(self, **kwargs):
        folder = mkdtemp(prefix="kernel-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        path = Path(folder) / "kernel"
        super().__init__(transport="ipc", ip=str(path), connection_file=f"{path}.json", **kwargs)
