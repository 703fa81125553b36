"""A pytest plugin: nbval's kernels have sockets of their own."""

import nbval.kernel
from jupyter_client.manager import KernelManager

from tools.sockets import OwnSockets


class SocketKernelManager(OwnSockets, KernelManager):
    pass


nbval.kernel.KernelManager = SocketKernelManager
